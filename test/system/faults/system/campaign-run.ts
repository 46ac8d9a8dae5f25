import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../orders/scenario.ts";
import { Customer, type CustomerManners, type History } from "./customer.ts";
import type { CampaignTimes } from "./faults.ts";
import { Harness } from "./harness.ts";
import type { KillableSystem } from "./killable-system.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";
import { TokenMaker } from "./tokens.ts";

/** A line of the log that calls an action stuck. */
export interface StuckLine {
  account: number;
  operation: string;
  reason: "late" | "ambiguous" | "found_late" | null;
}

/** How much goes wrong in a campaign over a whole system, and what it is over. */
export interface CampaignRunOptions {
  /** Of the whole runtime, by SIGKILL. */
  kills: number;
  /** The least number of faults. */
  faults: number;
  /** The same seed makes the same scenarios; in which order things meet is up to the machine. */
  seed: number;
  times: CampaignTimes;
  /** Says how far it is. */
  progress?: (line: string) => void;
  /** What befalls a transaction of the billing Worker. */
  writeFault?: () => string | null;
  /** Takes a line that a Worker has logged, once it is read. */
  onLog?: (line: LogLine) => void;
}

/** What a Worker logs. */
export type LogLine = Record<string, unknown> & { event: string };

/** Why a violation is one, and what was told. `key`: what it is about. */
export interface Violation {
  key: string;
  faults: string[];
  told: unknown;
}

/** The part of a campaign's report that every campaign over a whole system has. */
export interface RunReport {
  seed: number;
  accounts: number;
  keys: number;
  requests: number;
  faults: number;
  byFault: Record<string, number>;
  kills: number;
  /** Kills just as an action was sent, was done, or was answered. */
  killsInAction: number;
  byOperation: Record<string, number>;
  replays: number;
  paid: number;
  /** Actions that were logged as stuck, by why. */
  stuck: Record<string, number>;
  violations: Violation[];
  seconds: number;
}

const AT_ONCE = 8;
const MAX_LIFE_MS = 7_000;
const AIMED_WAIT_MS = 8_000;

/** Customers who act while the runtime is killed under them: what was said, what was logged, and what went wrong meanwhile. */
export class CampaignRun {
  readonly histories: { customer: Customer; history: History }[] = [];
  readonly violations: Violation[] = [];
  readonly harness: Harness;
  readonly #options: CampaignRunOptions;
  readonly #random: () => number;
  readonly #started = performance.now();
  readonly #byFault = new Map<string, number>();
  readonly #stuck = new Map<string, StuckLine>();
  #kills = 0;
  #killsInAction = 0;
  #onMoment: (() => void) | null = null;
  #isOver = false;

  constructor(options: CampaignRunOptions) {
    this.#options = options;
    this.#random = randomNumbers(options.seed);
    const { writeFault } = options;
    this.harness = new Harness(
      { fault: (name) => this.count(name), moment: () => this.moment(), ...(writeFault && { writeFault }) },
      options.times,
    );
  }

  /** Lines that call an action stuck, one for each reference and reason. */
  get stuck(): StuckLine[] {
    return [...this.#stuck.values()];
  }

  /** A fault has happened. */
  count(fault: string): void {
    this.#byFault.set(fault, (this.#byFault.get(fault) ?? 0) + 1);
  }

  /** Something begins or has just happened on which a kill can be aimed. */
  moment(): void {
    this.#onMoment?.();
  }

  violate(key: string, faults: string[], history: Pick<History, "told"> | null): void {
    const told = history?.told.map(({ body, status, code, text }) => [body, status, code ?? text.slice(0, 60)]);
    if (faults.length > 0) this.violations.push({ key, faults, told: told ?? null });
  }

  /** Keeps the log lines that an operator is alarmed by. */
  read(text: string): void {
    if (!text.startsWith("{")) return;
    const line = JSON.parse(text) as LogLine;
    const { event, account, operation, reason, reference } = line as LogLine & StuckLine & { reference: string };
    if (event === "action_stuck") this.#stuck.set(`${reference} ${reason}`, { account, operation, reason });
    if (event === "internal_error" || event === "undeclared_problem") this.violate("the log", [text], null);
    this.#options.onLog?.(line);
  }

  /**
   * Lets customers act until there were as many kills and faults as asked for, and all have gone; then the system is killed once more,
   * and started.
   * @param onScenario before a customer acts
   */
  async act(
    system: KillableSystem,
    manners: CustomerManners,
    hooks: { onScenario?(scenario: Scenario): void } = {},
  ): Promise<void> {
    const { progress } = this.#options;
    this.harness.deliversTo(() => system.origin);
    const tokens = await TokenMaker.open(system);
    const customers = Array.from({ length: AT_ONCE }, (_, first) =>
      this.#serve(first, { system, tokens, manners, onScenario: hooks.onScenario }),
    );
    await Promise.all([this.#kill(system), ...customers]);
    progress?.("every customer has gone");
    await system.kill();
    await system.start();
  }

  report(): RunReport {
    const histories = this.histories.map(({ history }) => history);
    return {
      seed: this.#options.seed,
      accounts: new Set(histories.map(({ account }) => account.accountId)).size,
      keys: histories.length,
      requests: histories.reduce((sum, { told }) => sum + told.length, 0),
      faults: this.#faults,
      byFault: Object.fromEntries(this.#byFault),
      kills: this.#kills,
      killsInAction: this.#killsInAction,
      byOperation: counted(histories.map(({ plan }) => plan.operation)),
      replays: histories.filter(({ replayed }) => replayed?.isReplayed).length,
      paid: histories.filter(({ isPaid }) => isPaid).length,
      stuck: counted(this.stuck.map(({ reason }) => reason ?? "placed")),
      violations: this.violations,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }

  get #faults(): number {
    return [...this.#byFault.values()].reduce((sum, times) => sum + times, 0);
  }

  async #serve(
    first: number,
    {
      system,
      tokens,
      manners,
      onScenario,
    }: {
      system: KillableSystem;
      tokens: TokenMaker;
      manners: CustomerManners;
      onScenario: ((scenario: Scenario) => void) | undefined;
    },
  ): Promise<void> {
    const { seed } = this.#options;
    const fault = (name: string) => this.count(name);
    for (let number = first; !this.#isOver; number += AT_ONCE) {
      const scenario = scenarioOf(number, randomNumbers(seed * 1_000_003 + number));
      onScenario?.(scenario);
      const customer = new Customer(scenario, { ...manners, system, harness: this.harness, tokens, fault });
      for (const history of await customer.act()) this.histories.push({ customer, history });
    }
  }

  /** Kills the runtime: half of the times in the middle of an action, half at any moment. */
  async #kill(system: KillableSystem): Promise<void> {
    const { kills, faults, progress } = this.#options;
    while (this.#kills < kills || this.#faults < faults) {
      await wait(500 + this.#random() * MAX_LIFE_MS);
      // What is left to fail needs no more kills.
      if (this.#kills >= kills) continue;
      const isAimed = this.#killsInAction * 2 <= this.#kills;
      if (isAimed && (await this.#isInAction())) this.#killsInAction++;
      await system.kill();
      this.#kills++;
      await system.start();
      const seconds = ((performance.now() - this.#started) / 1000).toFixed(0);
      progress?.(`${this.#kills} kills, ${this.#faults} faults, ${this.histories.length} keys, ${seconds} s`);
    }
    // What is not settled yet has to be, now that nothing is in its way.
    this.#isOver = true;
    this.harness.isFailing = false;
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
}

/** How often each name is there. */
export function counted(names: string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
