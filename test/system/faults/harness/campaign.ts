import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../../../support/random-numbers.ts";
import { testSignal } from "../../../support/test-signal.ts";
import { Customer, type History } from "./customer.ts";
import { FaultServer } from "./fault-server.ts";
import type { AccountMistake } from "./mistakes.ts";
import type { BillingPlug, CampaignOptions, PartyEvents, RunningPlug, Truth } from "./plug.ts";
import type { PrintedReport } from "./print-report.ts";
import { scenarioOf } from "./scenario.ts";
import { endOf, KEY_ENDS, keyFaults } from "./verdict.ts";

export interface RunOptions extends CampaignOptions {
  /** The seed of the scenarios. The order in which customers act still depends on the machine. */
  seed: number;
  /** The name of the mistake to seed. */
  mistake?: string;
  progress?: (line: string) => void;
}

/** The result of a campaign: the report that all campaigns have, and counts that depend on the plug. */
export interface CampaignResult {
  report: PrintedReport;
  facts: Record<string, number>;
}

/** A stuck action, from a log line or a row of the operator's list. */
export interface StuckLine {
  account: number;
  operation: string;
  reason: "late" | "ambiguous" | "found_late" | null;
}

/** A log line of a Worker. */
export type LogLine = Record<string, unknown> & { event: string };

/** Runs customers through faults and kills. Then compares the responses that they got with the completed actions. */
export function runCampaign(plug: BillingPlug, options: RunOptions): Promise<CampaignResult> {
  return new CampaignRun(plug, options).run();
}

/** A running campaign, with the responses, log lines and faults so far. */
export class CampaignRun {
  readonly acted: { customer: Customer; history: History }[] = [];
  readonly faultServer: FaultServer;
  readonly events: PartyEvents = {
    fault: (name) => this.#byFault.set(name, (this.#byFault.get(name) ?? 0) + 1),
    moment: () => this.#onMoment?.(),
    isFailing: () => this.#isFailing,
  };
  /** Called for each log line of a Worker. */
  onLog: (line: LogLine) => void = () => undefined;
  readonly #plug: BillingPlug;
  readonly #options: RunOptions;
  readonly #random: () => number;
  readonly #started = performance.now();
  readonly #byFault = new Map<string, number>();
  readonly #stuck = new Map<string, StuckLine>();
  readonly #violations: PrintedReport["violations"] = [];
  #running!: RunningPlug;
  #kills = 0;
  #killsInAction = 0;
  #onMoment: (() => void) | null = null;
  #isFailing = true;
  #isServing = true;
  #accounts = 0;
  #isStopped = false;

  constructor(plug: BillingPlug, options: RunOptions) {
    this.#plug = plug;
    this.#options = options;
    this.#random = randomNumbers(options.seed);
    const isLateUntilLookedUp = options.mistake === ("no delivery window" satisfies AccountMistake);
    this.faultServer = new FaultServer(this.events, {
      ...plug.times,
      ...(isLateUntilLookedUp && { isLateUntilLookedUp }),
    });
  }

  get histories(): History[] {
    return this.acted.map(({ history }) => history);
  }

  /** The log lines that report a stuck action, one for each reference and reason. */
  get stuck(): StuckLine[] {
    return [...this.#stuck.values()];
  }

  violate(key: string, faults: string[], history: Pick<History, "told"> | null = null): void {
    const told = history?.told.map(({ body, status, code, text }) => [body, status, code ?? text.slice(0, 60)]);
    if (faults.length > 0) this.#violations.push({ key, faults, told: told ?? null });
  }

  /** Reads a line of Worker output. Counts the faults that occurred and collects the alerts for the operator. */
  read(text: string): void {
    const happened = /^fault: (.+)$/.exec(text)?.[1];
    if (happened) this.events.fault(happened);
    if (!text.startsWith("{")) return;
    const line = JSON.parse(text) as LogLine;
    const { event, account, operation, reason, reference } = line as LogLine & StuckLine & { reference: string };
    if (event === "action_stuck") this.#stuck.set(`${reference} ${reason}`, { account, operation, reason });
    if (event === "internal_error" || event === "undeclared_problem") this.violate("the log", [text]);
    this.onLog(line);
  }

  async run(): Promise<CampaignResult> {
    const { kills, faults, seed, mistake = null } = this.#options;
    const plug = this.#plug;
    testSignal()?.addEventListener("abort", () => {
      this.#isStopped = true;
    });
    try {
      const harness = await this.faultServer.open();
      this.#accounts = plug.accountsFor({ kills, faults });
      this.#running = await plug.open({ run: this, harness, accounts: this.#accounts, seed, kills, mistake });
      const { system } = this.#running;
      this.faultServer.deliversTo(() => system.origin);
      this.#say("the system runs");
      const customers = Array.from({ length: plug.pace.atOnce }, (_, first) => this.#serve(first));
      const served = Promise.all(customers).finally(() => {
        this.#isServing = false;
      });
      await Promise.all([this.#kill(), served]);
      if (!this.#isStopped && !this.#hasEnough()) {
        throw new Error(
          `All ${this.#accounts} accounts are used, after ${this.#kills} kills and ${this.#faults} faults.`,
        );
      }
      this.#say("every customer has gone");
      if (this.#isStopped) return this.#result(await this.#running.truth());
      await system.kill();
      await system.start();
      await this.#running.settle();
      const truth = await this.#running.truth();
      for (const history of this.histories) this.violate(history.plan.key, keyFaults(history, truth), history);
      for (const [key, found] of Object.entries(truth.wholeFaults(this.histories))) this.violate(key, found);
      return this.#result(truth);
    } finally {
      await this.#running?.close();
      this.faultServer.close();
    }
  }

  /** Runs scenarios one after the other, starting with `first`. The other customers run the scenarios in between. */
  async #serve(first: number): Promise<void> {
    const { seed } = this.#options;
    const { pace } = this.#plug;
    const { system, tokenOf, pay, awaitsOperator, plan } = this.#running;
    for (let number = first; this.#isFailing && !this.#isStopped; number += pace.atOnce) {
      if (this.#accounts > 0 && number >= this.#accounts) return;
      const scenario = scenarioOf(number, randomNumbers(seed * 1_000_003 + number), this.#plug);
      await plan?.(scenario);
      const customer = new Customer(scenario, {
        ...{ system, tokenOf, pace, faultServer: this.faultServer, fault: this.events.fault },
        ...{ isStopped: () => this.#isStopped, ...(pay && { pay }), ...(awaitsOperator && { awaitsOperator }) },
      });
      for (const history of await customer.act()) {
        // The customer abandoned this scenario, so it proves nothing.
        if (this.#isStopped) return;
        this.acted.push({ customer, history });
        await this.#judgeAtOnce(history);
      }
    }
  }

  /** Checks a key right after it ends. Stops a run with a seeded mistake once a violation reveals the mistake. */
  async #judgeAtOnce(history: History): Promise<void> {
    const shows = this.#plug.mistakes[this.#options.mistake ?? ""];
    const faults = (shows && (await this.#running.signs?.(history))) ?? [];
    this.#isStopped ||= faults.some((fault) => shows?.test(fault));
    this.violate(history.plan.key, faults, history);
  }

  /**
   * Kills the runtime repeatedly until enough kills and faults have occurred, then ends all faults. At least half of
   * the kills aim at an action in progress.
   */
  async #kill(): Promise<void> {
    const { system } = this.#running;
    const { kills } = this.#options;
    const { lifeMs } = this.#plug.pace;
    while (this.#isServing && !this.#hasEnough() && !this.#isStopped) {
      await wait(lifeMs / 14 + this.#random() * lifeMs);
      // Enough kills have occurred, but not enough faults.
      if (this.#kills >= kills) continue;
      const isAimed = this.#killsInAction * 2 <= this.#kills;
      if (isAimed && (await this.#isInAction())) this.#killsInAction++;
      await system.kill();
      this.#kills++;
      await system.start();
      const seconds = this.#seconds.toFixed(0);
      this.#say(`${this.#kills} kills, ${this.#faults} faults, ${this.acted.length} keys, ${seconds} s`);
    }
    // From here on no fault occurs, so each key must get its final response.
    this.#isFailing = false;
    this.#say("no more faults");
  }

  #hasEnough(): boolean {
    const { kills, faults } = this.#options;
    const { meetsEachFault, faults: all } = this.#plug;
    const hasMet = !meetsEachFault || all.every((fault) => this.#byFault.has(fault));
    return this.#kills >= kills && this.#faults >= faults && hasMet;
  }

  /** Waits for a random moment of an action. Returns `false` if none comes in time. */
  async #isInAction(): Promise<boolean> {
    const moment = Promise.withResolvers<boolean>();
    const skipped = Math.floor(this.#random() * 6);
    let moments = 0;
    this.#onMoment = () => {
      if (moments++ >= skipped) moment.resolve(true);
    };
    const isInAction = await Promise.race([moment.promise, wait(this.#plug.pace.aimedMs, false)]);
    this.#onMoment = null;
    return isInAction;
  }

  get #faults(): number {
    return [...this.#byFault.values()].reduce((sum, times) => sum + times, 0);
  }

  get #seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  #say(line: string): void {
    this.#options.progress?.(line);
  }

  #result(truth: Truth): CampaignResult {
    const { histories } = this;
    const ends = counted(histories.map((history) => endOf(history, truth)));
    const reasons = histories.flatMap((history) =>
      endOf(history, truth) === "a person's" ? [`a person's by design: ${truth.personsReason(history)}`] : [],
    );
    const report: PrintedReport = {
      ...{ faults: this.#faults, byFault: Object.fromEntries(this.#byFault) },
      ...{ kills: this.#kills, killsInAction: this.#killsInAction, keys: histories.length },
      requests: histories.reduce((sum, { told }) => sum + told.length, 0),
      ends: Object.fromEntries(KEY_ENDS.map((end) => [end, ends[end] ?? 0])),
      replays: histories.filter(({ replayed }) => replayed?.isReplayed).length,
      violations: this.#violations,
      seconds: this.#seconds,
    };
    const facts = {
      accounts: new Set(histories.map(({ account }) => account.accountId)).size,
      ...counted(histories.map(({ plan }) => plan.operation)),
      "outcomes found without a repeated request": histories.filter(({ isFoundAlone }) => isFoundAlone).length,
      ...counted(this.stuck.map(({ reason }) => `logged as stuck: ${reason ?? "placed"}`)),
      ...counted(reasons),
      ...this.#running.facts(),
    };
    return { report, facts };
  }
}

function counted(names: string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
