import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../orders/scenario.ts";
import { Customer, type History } from "./customer.ts";
import { FAULTS, type InjectedFault, type Mistake, TIMING } from "./faults.ts";
import { Harness } from "./harness.ts";
import { doneTo, type Ledger, readLedger } from "./ledger.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";
import { TokenMaker } from "./tokens.ts";
import { endOf, faultsOf, KEY_ENDS, type KeyEnd, misleading, type StuckLine, unexplained } from "./verdict.ts";
import { WholeSystem } from "./whole-system.ts";

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

export interface WholeReport {
  seed: number;
  accounts: number;
  keys: number;
  requests: number;
  faults: number;
  byFault: Partial<Record<InjectedFault, number>>;
  kills: number;
  /** Kills just as an action was sent, written or done, or its mail was sent. */
  killsInAction: number;
  ends: Record<KeyEnd, number>;
  byOperation: Record<string, number>;
  replays: number;
  paid: number;
  mails: number;
  /** Actions that were logged as stuck, by why. */
  stuck: Record<string, number>;
  /** Keys that were free again after their time. */
  forgotten: number;
  violations: { key: string; faults: string[]; told: unknown }[];
  seconds: number;
}

const AT_ONCE = 8;
const MAX_LIFE_MS = 7_000;
const AIMED_WAIT_MS = 8_000;
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
  readonly #started = performance.now();
  readonly #random: () => number;
  readonly #byFault: Partial<Record<InjectedFault, number>> = {};
  readonly #histories: { customer: Customer; history: History }[] = [];
  readonly #stuck = new Map<string, StuckLine>();
  readonly #violations: WholeReport["violations"] = [];
  readonly #harness: Harness;
  #system!: WholeSystem;
  #kills = 0;
  #killsInAction = 0;
  #forgotten = 0;
  #isOver = false;
  #onMoment: (() => void) | null = null;

  constructor(campaign: WholeCampaign) {
    this.#campaign = campaign;
    this.#random = randomNumbers(campaign.seed);
    const fault = (name: InjectedFault) => this.#count(name);
    this.#harness = new Harness({ fault, moment: () => this.#onMoment?.() }, randomNumbers(campaign.seed + 1));
  }

  async run(): Promise<WholeReport> {
    const { kills, mistake = null, progress } = this.#campaign;
    try {
      this.#system = await WholeSystem.open({
        accounts: 20 + kills * 6,
        harness: await this.#harness.open(),
        registrarThrough: (endpoint) => this.#harness.registrarThrough(endpoint),
        mistake,
        onLine: (line) => this.#read(line),
      });
      this.#harness.deliversTo(() => this.#system.origin);
      progress?.("the system runs");
      const tokens = await TokenMaker.open(this.#system);
      const customers = Array.from({ length: AT_ONCE }, (_, index) => this.#serve(index, tokens));
      await Promise.all([this.#kill(), ...customers]);
      progress?.("every customer has gone");
      await this.#system.kill();
      await this.#system.start();
      await this.#settle();
      await this.#judge();
      await this.#useForgottenKeys();
      return this.#report();
    } finally {
      await this.#system?.close();
      this.#harness.close();
    }
  }

  async #serve(first: number, tokens: TokenMaker): Promise<void> {
    const { seed } = this.#campaign;
    const dependencies = {
      ...{ system: this.#system, harness: this.#harness, tokens, isOver: () => false },
      fault: (name: InjectedFault) => this.#count(name),
    };
    for (let number = first; !this.#isOver; number += AT_ONCE) {
      const scenario: Scenario = scenarioOf(number, randomNumbers(seed * 1_000_003 + number));
      const customer = new Customer(scenario, dependencies);
      for (const history of await customer.act()) this.#histories.push({ customer, history });
    }
  }

  /** Kills the runtime: half of the times as an action is sent, written or done, half at any moment. */
  async #kill(): Promise<void> {
    const { kills, progress } = this.#campaign;
    while (this.#kills < kills) {
      await wait(500 + this.#random() * MAX_LIFE_MS);
      const isAimed = this.#killsInAction * 2 <= this.#kills;
      if (isAimed && (await this.#isInAction())) this.#killsInAction++;
      await this.#system.kill();
      this.#kills++;
      await this.#system.start();
      const seconds = ((performance.now() - this.#started) / 1000).toFixed(0);
      progress?.(`${this.#kills} kills, ${this.#histories.length} keys, ${seconds} s`);
    }
    // What is not settled yet has to be, now that nothing is in its way.
    this.#isOver = true;
    this.#harness.isFailing = false;
    progress?.("nothing fails any more");
  }

  /** Waits for one of the next moments of an action; false where there was none for long. */
  async #isInAction(): Promise<boolean> {
    const moment = Promise.withResolvers<boolean>();
    const skipped = Math.floor(this.#random() * 6);
    let moments = 0;
    this.#onMoment = () => {
      if (moments++ >= skipped) moment.resolve(true);
    };
    const isInAction = await Promise.race([moment.promise, wait(AIMED_WAIT_MS, false)]);
    this.#onMoment = null;
    return isInAction;
  }

  /** Waits until nothing is under way any more and every notice was sent. */
  async #settle(): Promise<void> {
    const waiting = `SELECT (SELECT count(*) FROM actions WHERE state = 'under_way') +
      (SELECT count(*) FROM orders WHERE status = 'paid' AND account_id >= 20000) +
      (SELECT count(*) FROM notices WHERE sent_at IS NULL AND due_at <= ${Date.now()} AND account_id >= 20000)`;
    for (const end = Date.now() + SETTLES_WITHIN_MS; ; ) {
      const [[left = 0] = []] = await this.#system.query(waiting);
      if (left === 0) break;
      if (Date.now() > end) {
        this.#violate("the billing system", [`${left} things never ended`], null);
        break;
      }
      await wait(1_000);
    }
    // The late lookups, but for the last.
    await wait((TIMING.lateLookupDelaysMs[1] ?? 0) + 2_000);
  }

  async #judge(): Promise<void> {
    const ledger = await readLedger(this.#system);
    const { registry } = this.#system;
    const evidence = { ledger, registry, mails: this.#harness.mails, stuck: [...this.#stuck.values()] };
    for (const { history } of this.#histories) {
      const faults = faultsOf(history, evidence);
      if (faults.length > 0) this.#violate(history.plan.key, faults, history);
    }
    const whole = [
      ...ledger.faults,
      ...misleading(ledger, evidence.stuck),
      ...unexplained(
        ledger.actions,
        this.#histories.map(({ history }) => history),
      ),
    ];
    if (whole.length > 0) this.#violate("the database", whole, null);
  }

  /** After its time a key stands for nothing: what it comes with is decided anew, and done at most once more. */
  async #useForgottenKeys(): Promise<void> {
    const settled = this.#histories
      .filter(({ history }) => history.settled?.status === 201)
      .toSorted((one, other) => (one.history.settled?.at ?? 0) - (other.history.settled?.at ?? 0))
      .slice(0, MAX_FORGOTTEN);
    const last = Math.max(...settled.map(({ history }) => history.settled?.at ?? 0), 0);
    await wait(Math.max(0, last + TIMING.retentionMs + FOUND_AND_ASKED_MS - Date.now()));
    const before = await readLedger(this.#system);
    const answers = await Promise.all(
      settled.map(async ({ customer, history: { plan } }) => ({ plan, again: await customer.askAgain(plan) })),
    );
    const after = await readLedger(this.#system);
    for (const { plan, again } of answers) {
      const timesIn = (ledger: Ledger) => doneTo(ledger, plan.operation, plan.target).times;
      const times = timesIn(after) - timesIn(before);
      const faults = [
        ...(again && !again.isReplayed ? [] : ["a key is still known after its time"]),
        ...(times <= (again?.status === 201 ? 1 : 0) ? [] : [`used again after its time, and done ${times} times`]),
      ];
      if (faults.length > 0) this.#violate(plan.key, faults, { told: again ? [again] : [] });
      else this.#forgotten++;
    }
  }

  /** Keeps the log lines that an operator is alarmed by. */
  #read(line: string): void {
    if (!line.startsWith("{")) return;
    const { event, account, operation, reason, reference } = JSON.parse(line) as StuckLine & {
      event: string;
      reference: string;
    };
    if (event === "action_stuck") this.#stuck.set(`${reference} ${reason}`, { account, operation, reason });
    if (event === "internal_error" || event === "undeclared_problem") this.#violate("the log", [line], null);
  }

  #violate(key: string, faults: string[], history: Pick<History, "told"> | null): void {
    const told = history?.told.map(({ body, status, code, text }) => [body, status, code ?? text.slice(0, 60)]);
    this.#violations.push({ key, faults, told: told ?? null });
  }

  #count(fault: InjectedFault): void {
    this.#byFault[fault] = (this.#byFault[fault] ?? 0) + 1;
  }

  #report(): WholeReport {
    const histories = this.#histories.map(({ history }) => history);
    const lines = [...this.#stuck.values()];
    const count = <Name extends string>(names: Name[]) =>
      Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
    const ends = count(histories.map((history) => endOf(history, lines)));
    return {
      seed: this.#campaign.seed,
      accounts: new Set(histories.map(({ account }) => account.accountId)).size,
      keys: histories.length,
      requests: histories.reduce((sum, { told }) => sum + told.length, 0),
      faults: Object.values(this.#byFault).reduce((sum, times) => sum + times, 0),
      byFault: Object.fromEntries(FAULTS.map((fault) => [fault, this.#byFault[fault] ?? 0])),
      kills: this.#kills,
      killsInAction: this.#killsInAction,
      ends: Object.fromEntries(KEY_ENDS.map((end) => [end, ends[end] ?? 0])) as Record<KeyEnd, number>,
      byOperation: count(histories.map(({ plan }) => plan.operation)),
      replays: histories.filter(({ replayed }) => replayed?.isReplayed).length,
      paid: histories.filter(({ isPaid }) => isPaid).length,
      mails: this.#harness.mails.length,
      stuck: count(lines.map(({ reason }) => reason ?? "placed")),
      forgotten: this.#forgotten,
      violations: this.#violations,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}
