import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SECRETS } from "../../../../dev/whmcs/actions/clients.ts";
import { randomNumbers } from "../../faults/orders/scenario.ts";
import type { CampaignAccount } from "../../faults/system/accounts.ts";
import { CampaignRun, counted, type LogLine, type RunReport } from "../../faults/system/campaign-run.ts";
import type { AuditEntry } from "../../faults/system/customer.ts";
import type { KeyPlan } from "../../faults/system/scenario.ts";
import { endOf, KEY_ENDS } from "../../faults/system/verdict.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { FailingInstallation } from "./failing-installation.ts";
import { type Mistake, RESTORED } from "./faults.ts";
import { plansOf } from "./installation-plans.ts";
import { StoredDatabase } from "./stored-database.ts";
import { TIMES } from "./times.ts";
import { falseAlarms, faultsOf, forgottenOrders, isFoundLate, outlived, wholeFaults } from "./verdict.ts";
import { openWhmcsSystem, type WhmcsCampaignSystem } from "./whmcs-system.ts";

/** How much goes wrong. */
export interface WhmcsCampaign {
  kills: number;
  /** At least. */
  faults: number;
  /** The same seed makes the same scenarios; in which order things meet is up to the machine. */
  seed: number;
  hasAddon: boolean;
  mistake?: Mistake;
  /** Says how far it is. */
  progress?: (line: string) => void;
}

export interface WhmcsReport extends RunReport {
  ends: Record<string, number>;
  /** Orders of the API in the installation, and how many of them were cancelled because of their price. */
  orders: number;
  takenBack: number;
  /** Of the orders, those that the addon placed with their references; then those that nothing accounted for, which a sweep has named, and those of them that it named within a minute. */
  byAddon: number;
  named: number;
  namedWithinMinute: number;
  transferCodes: number;
  /** Rows of the operator's list whose removal a kill has met. */
  outlived: number;
  /** Orders that were forgotten with the Worker's database, and that nothing names. */
  forgotten: number;
}

/** Longer than the delivery window, the time until `STUCK`, and an outage of lookups. */
const GIVE_UP_AFTER_MS = 180_000;
/** How often, at a kill, the Worker's database is copied, and put back as it was at the copy. */
const KEEP_RATE = 0.3;
const RESTORE_RATE = 0.12;
/** The sweeps have come round to every account by then. */
const SWEPT_WITHIN_MS = 120_000;
/** Of sweeps once everything has ended: whatever they name now is to be there. */
const LAST_SWEEPS_MS = 20_000;

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
  readonly #random: () => number;
  /** By the order's number, when a sweep first named it: milliseconds of a watch. */
  readonly #sweptAt = new Map<number, number>();
  readonly #reported = new Set<number>();
  readonly #restored = new Set<number>();
  /** Orders that the sweeps named once everything had ended; null before. */
  #lastSwept: Set<number> | null = null;
  #parts!: WhmcsCampaignSystem;
  #installation!: FailingInstallation;

  constructor(campaign: WhmcsCampaign) {
    this.#campaign = campaign;
    this.#random = randomNumbers(campaign.seed + 2);
    this.#run = new CampaignRun({ ...campaign, times: TIMES, onLog: (line) => this.#read(line) });
  }

  async run(): Promise<WhmcsReport> {
    const { kills, faults, hasAddon, seed, mistake = null, progress } = this.#campaign;
    const run = this.#run;
    try {
      this.#parts = await openWhmcsSystem({
        accounts: 40 + kills * 6 + Math.ceil(faults / 8),
        ...{ hasAddon, mistake, harness: await run.harness.open() },
        onLine: (line) => run.read(line),
      });
      const { system, simulator } = this.#parts;
      this.#installation = new FailingInstallation(simulator, {
        fault: (fault) => run.count(fault),
        moment: () => run.moment(),
        isFailing: () => run.harness.isFailing,
      });
      progress?.("the system runs");
      const database = StoredDatabase.find(system.folder, join(system.folder, "copies"));
      await run.act(
        system,
        {
          giveUpAfterMs: GIVE_UP_AFTER_MS,
          pay: (_, answer) => this.#pay(answer),
          awaitsOperator: (account, plan) => this.#awaitsOperator(account, plan),
        },
        {
          onScenario: (scenario) => this.#installation.plan(plansOf(scenario, seed)),
          onKill: async () => this.#meddle(database),
        },
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

  /** While nothing has the database open: it is copied now and then, and now and then put back as it was. */
  #meddle(database: StoredDatabase): void {
    const chance = this.#random();
    if (chance < RESTORE_RATE) {
      const accounts = database.restore();
      if (!accounts) return;
      for (const account of accounts) this.#restored.add(account);
      this.#run.count(RESTORED);
    } else if (chance < RESTORE_RATE + KEEP_RATE) database.keep();
  }

  /** Until the late lookups are over, every key that can be settled is, and the sweeps have named what is too many. */
  async #settle(): Promise<void> {
    const { progress } = this.#campaign;
    const { lateLookupDelaysMs, deliveryWindowMs } = TIMES.journal;
    const until = performance.now() + deliveryWindowMs + Math.max(...lateLookupDelaysMs) + 5_000;
    const isOver = () => performance.now() >= until;
    await Promise.all(this.#run.histories.map(({ customer, history }) => customer.untilSettled(history, isOver, true)));
    await wait(Math.max(0, until - performance.now()));
    progress?.("every key was asked for once more");
    const end = performance.now() + SWEPT_WITHIN_MS;
    while (performance.now() < end && (await this.#hasUnnamed())) await wait(2_000);
    this.#lastSwept = new Set();
    await wait(LAST_SWEEPS_MS);
  }

  async #hasUnnamed(): Promise<boolean> {
    const { system, simulator } = this.#parts;
    const { orders, rows } = await readEvidence(system, simulator);
    const accounted = new Set(rows.map(({ orderId }) => orderId));
    return orders.some(({ id, account, isCancelled }) => {
      const isNamed = accounted.has(id) || this.#sweptAt.has(id);
      return !isCancelled && !isNamed && !this.#restored.has(account);
    });
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
      swept: new Set(this.#sweptAt.keys()),
      ...{ reported: this.#reported, restored: this.#restored, audits: await this.#audits() },
    };
    for (const history of histories) run.violate(history.plan.key, faultsOf(history, evidence), history);
    const whole = [...wholeFaults(histories, evidence), ...falseAlarms(this.#lastSwept ?? new Set(), evidence)];
    run.violate("the installation", whole, null);
    const isByAddon = evidence.rows.some((row) => row.isByAddon === 1);
    if (isByAddon !== this.#campaign.hasAddon)
      run.violate("the addon", ["it is used, or not, against the order"], null);
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
    if (event !== "billing_order_unaccounted") return;
    if (!this.#sweptAt.has(order)) this.#sweptAt.set(order, performance.now());
    this.#lastSwept?.add(order);
  }

  #report(evidence: Evidence): WhmcsReport {
    const { orders, mails, stuck, swept } = evidence;
    const { histories } = this.#run;
    const ends = counted(histories.map(({ history }) => endOf(history, isFoundLate(history, { stuck }))));
    const named = orders.filter(({ id }) => swept.has(id));
    const isSoon = (id: number) => (this.#sweptAt.get(id) ?? 0) - (this.#installation.madeAt.get(id) ?? 0) < 60_000;
    return {
      ...this.#run.report(),
      ends: Object.fromEntries(KEY_ENDS.map((end) => [end, ends[end] ?? 0])),
      orders: orders.length,
      byAddon: evidence.rows.filter(({ isByAddon, orderId }) => isByAddon === 1 && orderId !== null).length,
      takenBack: orders.filter(({ isCancelled }) => isCancelled).length,
      named: named.length,
      namedWithinMinute: named.filter(({ id }) => isSoon(id)).length,
      outlived: outlived(
        histories.map(({ history }) => history),
        evidence,
      ).length,
      forgotten: forgottenOrders(
        histories.map(({ history }) => history),
        evidence,
      ).length,
      transferCodes: mails.filter(({ text }) => text.includes(SECRETS.authCode)).length,
    };
  }
}
