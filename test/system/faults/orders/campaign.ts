import { setTimeout as wait } from "node:timers/promises";
import { Api } from "./account-api.ts";
import { actOut, askAgain, auditOf, type History } from "./customer.ts";
import { FAULTS, type InjectedFault, TIMING } from "./faults.ts";
import { OutsideBilling } from "./outside-billing.ts";
import { randomNumbers, type Scenario, scenarioOf } from "./scenario.ts";
import { endOf, faultsOf, type KeyEnd } from "./verdict.ts";

/** How much goes wrong. */
export interface CampaignOrder {
  /** Injected, at least, and each kind once; those of one scenario more at most. */
  faults: number;
  /** Of the whole runtime, by SIGKILL. */
  kills: number;
  /** The same seed makes the same scenarios; in which order things meet is up to the machine. */
  seed: number;
  mistake?: InjectedFault;
  /** Ends with the first violation that has such a fault. */
  stopsAt?: RegExp;
  /** Says how far it is. */
  progress?: (line: string) => void;
}

export interface CampaignReport {
  seed: number;
  scenarios: number;
  keys: number;
  requests: number;
  faults: number;
  /** How often each fault happened. */
  byFault: Record<string, number>;
  kills: number;
  /** Kills at whose moment the billing system had just been asked for something or had just done it. */
  killsInAction: number;
  orders: number;
  ends: Record<KeyEnd, number>;
  replays: number;
  foundAlone: number;
  violations: { scenario: Scenario; key: string; faults: string[]; history: History | null }[];
  seconds: number;
}

const AT_ONCE = 16;
/** A kill comes so long after the start before it, at most. */
const MAX_LIFE_MS = 700;

/** Lets customers order while everything around them fails, then compares what was said with what was done. */
export async function runCampaign(order: CampaignOrder): Promise<CampaignReport> {
  const campaign = new Campaign(order);
  return campaign.run();
}

class Campaign {
  readonly #order: CampaignOrder;
  readonly #started = performance.now();
  readonly #byFault: Record<string, number> = {};
  readonly #acted: { scenario: Scenario; histories: History[] }[] = [];
  readonly #violations: CampaignReport["violations"] = [];
  readonly #random: () => number;
  #billing!: OutsideBilling;
  #api!: Api;
  #kills = 0;
  #killsInAction = 0;
  #requests = 0;
  #onMoment: (() => void) | null = null;

  constructor(order: CampaignOrder) {
    this.#order = order;
    this.#random = randomNumbers(order.seed);
  }

  async run(): Promise<CampaignReport> {
    const { mistake = null } = this.#order;
    const fault = (name: string) => {
      this.#byFault[name] = (this.#byFault[name] ?? 0) + 1;
    };
    this.#billing = new OutsideBilling({ fault, moment: () => this.#onMoment?.() });
    const outside = await this.#billing.open();
    try {
      this.#api = await Api.open(outside, mistake, (line) => {
        const happened = /^fault: (.+)$/.exec(line)?.[1];
        if (happened) fault(happened);
      });
      await Promise.all([this.#kill(), ...Array.from({ length: AT_ONCE }, (_, index) => this.#serve(index, fault))]);
      if (!this.#isOver()) throw new Error("the campaign ended before its time");
      if (!this.#isViolated()) await this.#lookBack();
      return this.#report();
    } finally {
      await this.#api?.close();
      this.#billing.close();
    }
  }

  /** Every scenario that one in so many has to act out. */
  async #serve(first: number, fault: (name: string) => void): Promise<void> {
    for (let number = first; !this.#isOver(); number += AT_ONCE) {
      const scenario = scenarioOf(number, randomNumbers(this.#order.seed * 1_000_003 + number));
      await this.#planObject(scenario);
      const isOver = () => this.#isViolated();
      const histories = await actOut(scenario, { api: this.#api, billing: this.#billing, fault, isOver });
      // What is given up says nothing.
      if (this.#isViolated()) return;
      this.#acted.push({ scenario, histories });
      for (const history of histories) {
        this.#requests += history.told.length;
        this.#judge(scenario, history, null);
      }
      if (number % 50 === 0) this.#order.progress?.(`${this.#faults()} faults, ${this.#kills} kills`);
    }
  }

  async #planObject({ accountId, crashes, storage }: Scenario): Promise<void> {
    // Where the runtime is dead just now, that is fault enough.
    const body = JSON.stringify({ accountId, crashes, storage });
    await fetch(`${this.#api.address}/faults`, { method: "POST", body }).catch(() => undefined);
  }

  /** Kills the runtime: half of the times as the billing system is asked or has acted, half at any moment. */
  async #kill(): Promise<void> {
    const { kills } = this.#order;
    while (this.#kills < kills && !this.#isViolated()) {
      await wait(this.#random() * MAX_LIFE_MS);
      const isAimed = this.#random() < 0.5;
      if (isAimed) {
        const moment = Promise.withResolvers<boolean>();
        const skipped = Math.floor(this.#random() * 4);
        let moments = 0;
        this.#onMoment = () => moments++ >= skipped && moment.resolve(true);
        const isInAction = await Promise.race([moment.promise, wait(1_000, false)]);
        this.#onMoment = null;
        if (isInAction) this.#killsInAction++;
      }
      await this.#api.kill();
      this.#kills++;
      await this.#api.start();
    }
  }

  /** With everything quiet and the runtime started anew, every key is asked for once more, and every log is read. */
  async #lookBack(): Promise<void> {
    await this.#api.kill();
    await this.#api.start();
    await wait(TIMING.deliveryWindowMs);
    for (const { scenario, histories } of this.#acted) {
      for (const history of histories) {
        if (history.settled)
          this.#judge(scenario, history, await askAgain(this.#api, scenario.accountId, history.plan));
      }
      const entries = await auditOf(this.#api, scenario.accountId);
      const faults = histories.flatMap(({ plan, settled }) => {
        const own = entries.filter(({ target }) => target === `domain:${plan.domain}`);
        const done = own.filter(({ outcome }) => outcome === "succeeded").length;
        const actions = this.#billing.actions.filter(({ domain }) => domain === plan.domain).length;
        return [
          ...(done === actions ? [] : [`${plan.key}: the log tells of ${done}, done were ${actions}`]),
          ...(settled && own.some(({ outcome }) => outcome === "in_progress")
            ? [`${plan.key}: an entry never ended`]
            : []),
        ];
      });
      if (faults.length > 0) this.#violations.push({ scenario, key: "log", faults, history: null });
    }
  }

  #judge(scenario: Scenario, history: History, repeated: Parameters<typeof faultsOf>[2]): void {
    const faults = faultsOf(history, this.#billing.actions, repeated);
    if (faults.length > 0) this.#violations.push({ scenario, key: history.plan.key, faults, history });
  }

  #faults(): number {
    return Object.values(this.#byFault).reduce((sum, count) => sum + count, 0);
  }

  #isViolated(): boolean {
    const { stopsAt } = this.#order;
    return stopsAt !== undefined && this.#violations.some(({ faults }) => faults.some((fault) => stopsAt.test(fault)));
  }

  #isOver(): boolean {
    const { faults, kills } = this.#order;
    const hasAll = FAULTS.every((fault) => this.#byFault[fault]);
    return this.#isViolated() || (this.#faults() >= faults && this.#kills >= kills && hasAll);
  }

  #report(): CampaignReport {
    const histories = this.#acted.flatMap(({ histories }) => histories);
    const ends: Record<KeyEnd, number> = { done: 0, refused: 0, "not placed": 0, "another's": 0, open: 0 };
    for (const history of histories) ends[endOf(history)]++;
    return {
      seed: this.#order.seed,
      scenarios: this.#acted.length,
      keys: histories.length,
      requests: this.#requests,
      faults: this.#faults(),
      byFault: this.#byFault,
      kills: this.#kills,
      killsInAction: this.#killsInAction,
      orders: this.#billing.actions.length,
      ends,
      replays: histories.filter(({ replayed }) => replayed?.isReplayed).length,
      foundAlone: histories.filter(({ isFoundAlone }) => isFoundAlone).length,
      violations: this.#violations,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}
