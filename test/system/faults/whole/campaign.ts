import { setTimeout as wait } from "node:timers/promises";
import { textOf } from "../../../support/page-visitor.ts";
import { payInvoice } from "../../../support/pay-invoice.ts";
import { randomNumbers } from "../orders/scenario.ts";
import { type CampaignAccount, emailOf, passwordOf } from "../system/accounts.ts";
import { CampaignRun, counted, type RunReport } from "../system/campaign-run.ts";
import { endOf, KEY_ENDS } from "../system/verdict.ts";
import { FailingRegistrar } from "./failing-registrar.ts";
import { DATABASE_FAULTS, type Mistake, TIMES } from "./faults.ts";
import { doneTo, type Ledger, readLedger } from "./ledger.ts";
import { faultsOf, isFoundLate, misleading, unexplained } from "./verdict.ts";
import { openWholeSystem, type WholeSystem } from "./whole-system.ts";

/** How much goes wrong. */
export interface WholeCampaign {
  /** Of the whole runtime, by SIGKILL. */
  kills: number;
  /** The same seed makes the same scenarios; in which order things meet is up to the machine. */
  seed: number;
  mistake?: Mistake;
  /** Says how far it is. */
  progress?: (line: string) => void;
}

export interface WholeReport extends RunReport {
  ends: Record<string, number>;
  mails: number;
  /** Keys that were free again after their time. */
  forgotten: number;
}

/** How often a transaction goes wrong. */
const DATABASE_FAULT_RATE = 0.1;
/** A transfer away whose registrar did not answer, or that was killed, is tried again after a minute, and fails again. */
const GIVE_UP_AFTER_MS = 360_000;
const PAY_TRIES = 40;
/** What is under way at the registrar is claimed for a minute, and tried again after one. */
const SETTLES_WITHIN_MS = 200_000;
/** Keys that are used again after their time, at most. */
const MAX_FORGOTTEN = 24;
/** A caller may hear of an outcome so long after it was written. */
const FOUND_AND_ASKED_MS = 5_000;

/** Lets customers act while everything around them fails, then compares what was said with what stands in the database. */
export async function runWholeCampaign(campaign: WholeCampaign): Promise<WholeReport> {
  return new Campaign(campaign).run();
}

class Campaign {
  readonly #campaign: WholeCampaign;
  readonly #run: CampaignRun;
  readonly #registrar: FailingRegistrar;
  #whole!: WholeSystem;
  #forgotten = 0;

  constructor(campaign: WholeCampaign) {
    this.#campaign = campaign;
    const random = randomNumbers(campaign.seed + 1);
    const writeFault = () =>
      random() < DATABASE_FAULT_RATE ? (DATABASE_FAULTS[Math.floor(random() * DATABASE_FAULTS.length)] ?? null) : null;
    this.#run = new CampaignRun({ ...campaign, faults: 0, times: TIMES, writeFault });
    this.#registrar = new FailingRegistrar({
      random,
      isFailing: () => this.#run.harness.isFailing,
      fault: (fault) => this.#run.count(fault),
    });
  }

  async run(): Promise<WholeReport> {
    const { kills, mistake = null, progress } = this.#campaign;
    const run = this.#run;
    try {
      this.#whole = await openWholeSystem({
        accounts: 20 + kills * 6,
        harness: await run.harness.open(),
        registrarThrough: (endpoint) => this.#registrar.through(endpoint),
        mistake,
        onLine: (line) => run.read(line),
      });
      progress?.("the system runs");
      const pay = (account: CampaignAccount, answer: string) => this.#pay(account, answer);
      await run.act(this.#whole.system, { giveUpAfterMs: GIVE_UP_AFTER_MS, pay });
      await this.#settle();
      await this.#judge();
      await this.#useForgottenKeys();
      const ends = counted(run.histories.map(({ history }) => endOf(history, isFoundLate(history, run.stuck))));
      return {
        ...run.report(),
        ends: Object.fromEntries(KEY_ENDS.map((end) => [end, ends[end] ?? 0])),
        mails: run.harness.mails.length,
        forgotten: this.#forgotten,
      };
    } finally {
      await this.#whole?.close();
      run.harness.close();
      this.#registrar.close();
    }
  }

  /** Until the page says so, or has nothing to pay. */
  async #pay(account: CampaignAccount, answer: string): Promise<boolean> {
    const url = (JSON.parse(answer) as { action_required?: { url: string } | null }).action_required?.url;
    if (!url) return false;
    const credentials = { email: emailOf(account), password: passwordOf(account) };
    for (let tries = 0; tries < PAY_TRIES; tries++) {
      try {
        const page = await payInvoice(this.#whole.system.origin, url, credentials);
        if (textOf(page.html).includes("the invoice is paid")) return true;
      } catch (error) {
        // expected: the runtime is dead just now. Where the answer was lost, there is nothing to pay any more.
        if (error instanceof Error && /^nothing to pay[\s\S]*\bPaid\b/.test(error.message)) return true;
      }
      await wait(1_000);
    }
    return false;
  }

  /** Waits until nothing is under way any more and every notice was sent. */
  async #settle(): Promise<void> {
    const waiting = `SELECT (SELECT count(*) FROM actions WHERE state = 'under_way') +
      (SELECT count(*) FROM orders WHERE status = 'paid' AND account_id >= 20000) +
      (SELECT count(*) FROM notices WHERE sent_at IS NULL AND due_at <= ${Date.now()} AND account_id >= 20000)`;
    for (const end = Date.now() + SETTLES_WITHIN_MS; ; ) {
      const [[left = 0] = []] = await this.#whole.system.query("billing", waiting);
      if (left === 0) break;
      if (Date.now() > end) {
        this.#run.violate("the billing system", [`${left} things never ended`], null);
        break;
      }
      await wait(1_000);
    }
    // The late lookups, but for the last.
    await wait((TIMES.journal.lateLookupDelaysMs[1] ?? 0) + 2_000);
  }

  async #judge(): Promise<void> {
    const { system, registry } = this.#whole;
    const { histories, harness, stuck } = this.#run;
    const ledger = await readLedger(system);
    const evidence = { ledger, registry, mails: harness.mails, stuck };
    for (const { history } of histories) this.#run.violate(history.plan.key, faultsOf(history, evidence), history);
    const whole = [
      ...ledger.faults,
      ...misleading(ledger, stuck),
      ...unexplained(
        ledger.actions,
        histories.map(({ history }) => history),
      ),
    ];
    this.#run.violate("the database", whole, null);
  }

  /** After its time a key stands for nothing: what it comes with is decided anew, and done at most once more. */
  async #useForgottenKeys(): Promise<void> {
    const { system } = this.#whole;
    const settled = this.#run.histories
      .filter(({ history }) => history.settled?.status === 201)
      .toSorted((one, other) => (one.history.settled?.at ?? 0) - (other.history.settled?.at ?? 0))
      .slice(0, MAX_FORGOTTEN);
    const last = Math.max(...settled.map(({ history }) => history.settled?.at ?? 0), 0);
    await wait(Math.max(0, last + TIMES.journal.retentionMs + FOUND_AND_ASKED_MS - Date.now()));
    const before = await readLedger(system);
    const answers = await Promise.all(
      settled.map(async ({ customer, history: { plan } }) => ({ plan, again: await customer.askAgain(plan) })),
    );
    const after = await readLedger(system);
    for (const { plan, again } of answers) {
      const timesIn = (ledger: Ledger) => doneTo(ledger, plan.operation, plan.target).times;
      const times = timesIn(after) - timesIn(before);
      const faults = [
        ...(again && !again.isReplayed ? [] : ["a key is still known after its time"]),
        ...(times <= (again?.status === 201 ? 1 : 0) ? [] : [`used again after its time, and done ${times} times`]),
      ];
      this.#run.violate(plan.key, faults, { told: again ? [again] : [] });
      if (faults.length === 0) this.#forgotten++;
    }
  }
}
