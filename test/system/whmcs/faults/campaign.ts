import { setTimeout as wait } from "node:timers/promises";
import { SECRETS } from "../../../../dev/whmcs/actions/clients.ts";
import type { CampaignAccount } from "../../faults/system/accounts.ts";
import { CampaignRun, counted, type LogLine, type RunReport } from "../../faults/system/campaign-run.ts";
import type { AuditEntry } from "../../faults/system/customer.ts";
import type { KeyPlan } from "../../faults/system/scenario.ts";
import { endOf, KEY_ENDS } from "../../faults/system/verdict.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { FailingInstallation } from "./failing-installation.ts";
import type { Mistake } from "./faults.ts";
import { plansOf } from "./installation-plans.ts";
import { TIMES } from "./times.ts";
import { faultsOf, isFoundLate, outlived, wholeFaults } from "./verdict.ts";
import { openWhmcsSystem, type WhmcsCampaignSystem } from "./whmcs-system.ts";

/** How much goes wrong. */
export interface WhmcsCampaign {
  kills: number;
  /** At least. */
  faults: number;
  /** The same seed makes the same scenarios; in which order things meet is up to the machine. */
  seed: number;
  mistake?: Mistake;
  /** Says how far it is. */
  progress?: (line: string) => void;
}

export interface WhmcsReport extends RunReport {
  ends: Record<string, number>;
  /** Orders of the API in the installation, and how many of them were cancelled because of their price. */
  orders: number;
  takenBack: number;
  transferCodes: number;
  /** Rows of the operator's list whose removal a kill has met. */
  outlived: number;
}

/** Longer than the delivery window, the time until `STUCK`, and an outage of lookups. */
const GIVE_UP_AFTER_MS = 180_000;

/** Events that tell the operator of an order's price or invoice. */
const REPORTS = new Set([
  "billing_price_differs",
  "billing_unpaid_invoice_left",
  "billing_order_not_taken_back",
  "billing_invoice_gone",
]);

/** Lets customers act before an installation that fails, then compares what was said with what stands in it. */
export async function runWhmcsCampaign(campaign: WhmcsCampaign): Promise<WhmcsReport> {
  return new Campaign(campaign).run();
}

class Campaign {
  readonly #campaign: WhmcsCampaign;
  readonly #run: CampaignRun;
  readonly #reported = new Set<number>();
  #parts!: WhmcsCampaignSystem;
  #installation!: FailingInstallation;

  constructor(campaign: WhmcsCampaign) {
    this.#campaign = campaign;
    this.#run = new CampaignRun({ ...campaign, times: TIMES, onLog: (line) => this.#read(line) });
  }

  async run(): Promise<WhmcsReport> {
    const { kills, faults, seed, mistake = null, progress } = this.#campaign;
    const run = this.#run;
    try {
      this.#parts = await openWhmcsSystem({
        accounts: 40 + kills * 6 + Math.ceil(faults / 8),
        ...{ mistake, harness: await run.harness.open() },
        onLine: (line) => run.read(line),
      });
      const { system, simulator } = this.#parts;
      this.#installation = new FailingInstallation(simulator, {
        fault: (fault) => run.count(fault),
        moment: () => run.moment(),
        isFailing: () => run.harness.isFailing,
      });
      progress?.("the system runs");
      await run.act(
        system,
        {
          giveUpAfterMs: GIVE_UP_AFTER_MS,
          pay: (_, answer) => this.#pay(answer),
          awaitsOperator: (account, plan) => this.#awaitsOperator(account, plan),
        },
        { onScenario: (scenario) => this.#installation.plan(plansOf(scenario, seed)) },
      );
      await this.#settle();
      const evidence = await this.#judge();
      return this.#report(evidence);
    } finally {
      await this.#parts?.close();
      run.harness.close();
    }
  }

  /** In the client area: whatever is open on the invoice. */
  async #pay(answer: string): Promise<boolean> {
    const { invoice } = JSON.parse(answer) as { invoice?: { id: number; status: string } | null };
    const { state, control } = this.#parts.simulator;
    const row = state.invoices.find(({ id }) => id === invoice?.id);
    if (row?.status === "Unpaid") control.pay(row.id);
    return row?.status === "Paid";
  }

  #awaitsOperator({ accountId }: CampaignAccount, { operation }: KeyPlan): boolean {
    return this.#run.stuck.some(
      (line) =>
        line.account === accountId &&
        line.operation === operation &&
        (line.reason === "ambiguous" || line.reason === "found_late"),
    );
  }

  /** Until the late lookups are over, and every key that can be settled is. */
  async #settle(): Promise<void> {
    const { progress } = this.#campaign;
    const { lateLookupDelaysMs, deliveryWindowMs } = TIMES.journal;
    const until = performance.now() + deliveryWindowMs + Math.max(...lateLookupDelaysMs) + 5_000;
    const isOver = () => performance.now() >= until;
    await Promise.all(this.#run.histories.map(({ customer, history }) => customer.untilSettled(history, isOver, true)));
    await wait(Math.max(0, until - performance.now()));
    progress?.("every key was asked for once more");
  }

  async #judge(): Promise<Evidence> {
    const { system, simulator } = this.#parts;
    const run = this.#run;
    const histories = run.histories.map(({ history }) => history);
    const evidence: Evidence = {
      ...(await readEvidence(system, simulator)),
      sent: this.#installation.sent,
      referencesOf: (name) => run.harness.referencesOf(name),
      mails: run.harness.mails,
      stuck: run.stuck,
      ...{ reported: this.#reported, audits: await this.#audits() },
    };
    for (const history of histories) run.violate(history.plan.key, faultsOf(history, evidence), history);
    run.violate("the installation", wholeFaults(histories, evidence), null);
    // Each can be the work of one kill.
    const left = outlived(histories, evidence);
    if (left.length > this.#campaign.kills) run.violate("the operator's list", left, null);
    return evidence;
  }

  async #audits(): Promise<Map<number, AuditEntry[]>> {
    const customers = new Map(
      this.#run.histories.map(({ customer, history }) => [history.account.accountId, customer] as const),
    );
    const audits = new Map<number, AuditEntry[]>();
    for (const [account, customer] of customers) audits.set(account, await customer.audit());
    return audits;
  }

  #read(line: LogLine): void {
    const { event, order } = line;
    if (JSON.stringify(line).includes(SECRETS.authCode))
      this.#run.violate("the log", [`a transfer code: ${event}`], null);
    if (typeof order !== "number") return;
    if (REPORTS.has(event)) this.#reported.add(order);
  }

  #report(evidence: Evidence): WhmcsReport {
    const { orders, transferMails, stuck } = evidence;
    const { histories } = this.#run;
    const ends = counted(histories.map(({ history }) => endOf(history, isFoundLate(history, { stuck }))));
    return {
      ...this.#run.report(),
      ends: Object.fromEntries(KEY_ENDS.map((end) => [end, ends[end] ?? 0])),
      orders: orders.length,
      takenBack: orders.filter(({ isCancelled }) => isCancelled).length,
      outlived: outlived(
        histories.map(({ history }) => history),
        evidence,
      ).length,
      transferCodes: transferMails.filter(({ text }) => text.includes(SECRETS.authCode)).length,
    };
  }
}
