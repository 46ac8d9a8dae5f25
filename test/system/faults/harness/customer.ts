import { setTimeout as wait } from "node:timers/promises";
import type { FaultServer } from "./fault-server.ts";
import { actionName, type CALLER_FAULTS } from "./faults.ts";
import type { Pace, RunningPlug } from "./plug.ts";
import type { KeyPlan, Scenario } from "./scenario.ts";

const TERMS = "2026-09-01";

/** One answer, as far as it matters. */
export interface Told {
  /** Whether the key came with what it stands for, or with something else. */
  body: "own" | "other";
  status: number;
  code: string | null;
  /** As it was sent. */
  text: string;
  isReplayed: boolean;
  requestId: string | null;
}

/** Everything that was said of one key. */
export interface History {
  account: Scenario["account"];
  plan: KeyPlan;
  told: Told[];
  /** Calls whose answer never came. */
  unheard: number;
  /** What it ended with, and what was said when it was asked for once more; null where that never came. */
  settled: Told | null;
  replayed: Told | null;
  /** What was said when everything was quiet and the runtime started anew; null where nobody asked. */
  again: Told | null;
  /** The account asked what became of it while its caller left it alone. */
  isFoundAlone: boolean;
  /** The invoice's number was found paid by the customer. */
  isPaid: boolean;
}

export interface CustomerDependencies extends Pick<RunningPlug, "system" | "tokenOf" | "pay" | "awaitsOperator"> {
  pace: Pace;
  faultServer: FaultServer;
  fault(fault: (typeof CALLER_FAULTS)[number]): void;
  /** Every key is given up, because the campaign has found what it looks for. */
  isStopped(): boolean;
}

/** Acts as applications do: asks with a key, and repeats it until there is an answer; then the customer pays. */
export class Customer {
  readonly #scenario: Scenario;
  readonly #dependencies: CustomerDependencies;
  /** What each key was sent with: asked for anew it would be something else. */
  readonly #own = new Map<string, Ask>();
  #token = "";

  constructor(scenario: Scenario, dependencies: CustomerDependencies) {
    this.#scenario = scenario;
    this.#dependencies = dependencies;
  }

  /** What was said of each key, once it is settled or given up. */
  async act(): Promise<History[]> {
    this.#token = await this.#dependencies.tokenOf(this.#scenario.account);
    return Promise.all(this.#scenario.keys.map((plan) => this.#pursue(plan)));
  }

  /** One more call with a key, decided anew. */
  async askAgain(plan: KeyPlan): Promise<Told | null> {
    return this.#call(plan, "own", await this.#body(plan, "own"), null);
  }

  async #pursue(plan: KeyPlan): Promise<History> {
    const { system, faultServer, fault, pace, pay } = this.#dependencies;
    const { account } = this.#scenario;
    const name = actionName(plan.operation, plan.target);
    faultServer.plan(name, plan.actionFaults, plan.lookupFaults);
    const ends = { settled: null, replayed: null, again: null, isFoundAlone: false, isPaid: false };
    const history: History = { account, plan, told: [], unheard: 0, ...ends };
    const own = await this.#body(plan, "own");
    this.#own.set(plan.key, own);
    const other = plan.otherTarget === null ? null : await this.#body(plan, "other");

    const firsts = () =>
      Array.from({ length: plan.callers }, (_, caller) =>
        this.#ask(history, "own", own, caller === 0 ? plan.leavesAfter : null),
      );
    const others = () => (other ? [this.#ask(history, "other", other, null)] : []);
    if (other) fault("the key comes with something else");
    await Promise.all(plan.isOtherFirst ? [...others(), ...firsts()] : [...firsts(), ...others()]);
    if (plan.isLeftAlone && !history.told.some((told) => told.body === "own" && isSettled(told)))
      await this.#leaveAlone(history, name);

    const end = system.upMs + pace.giveUpAfterMs;
    await this.untilSettled(history, () => system.upMs >= end);
    if (plan.isPaid && pay && history.settled?.status === 201) {
      history.isPaid = await pay(account, history.settled.text);
    }
    return history;
  }

  /** Waits for the account to ask by itself what became of what was sent. */
  async #leaveAlone(history: History, name: string): Promise<void> {
    const { faultServer, pace, isStopped } = this.#dependencies;
    const before = faultServer.lookupsOf(name);
    for (const end = Date.now() + pace.aloneMs; Date.now() < end && !history.isFoundAlone && !isStopped(); ) {
      await wait(50);
      history.isFoundAlone = faultServer.lookupsOf(name) > before;
    }
  }

  async #ask(history: History, body: Told["body"], request: Ask, leavesAfter: number | null): Promise<Told | null> {
    const told = await this.#call(history.plan, body, request, leavesAfter);
    if (told) {
      history.told.push(told);
      return told;
    }
    history.unheard++;
    if (leavesAfter !== null) this.#dependencies.fault("the caller goes away");
    return null;
  }

  /** What a key is sent with; what it has to be told before is asked until it is. */
  async #body(plan: KeyPlan, body: Told["body"]): Promise<Ask> {
    const target = (body === "own" ? plan.target : plan.otherTarget) ?? "";
    switch (plan.operation) {
      case "orderDomain":
        return { path: "/account/orders/domain", content: { domain: target, accept_terms: TERMS } };
      case "orderPlan":
        return {
          path: "/account/orders/plan",
          content: { plan: "web-start", domain: target, accept_terms: TERMS },
        };
      case "renewDomain":
        return { path: `/account/domains/${target}/renew`, content: { years: 1 } };
      case "transferDomainOut":
        return { path: `/account/domains/${target}/transfer-out`, content: { confirm_domain: target } };
      case "changePlan": {
        const path = `/account/services/${target}/plan-change`;
        const quote = await this.#read<{ due_now: { amount: number } }>(`${path}?plan=${plan.plan}`);
        return { path, content: { plan: plan.plan, expected_price: quote?.due_now.amount ?? 0 } };
      }
      case "cancelService": {
        const path = `/account/services/${target}/cancellation`;
        const statement = await this.#read<{ confirm: string }>(`${path}?when=${plan.when}`);
        return { path, content: { when: plan.when, confirm: statement?.confirm ?? "" } };
      }
    }
  }

  /**
   * Repeats a key until it is settled and was answered once more, or waits for the operator, or the time is over.
   * @param isPatient also one that waited for the operator is asked for: it may be settled by now
   */
  async untilSettled(history: History, isOver: () => boolean, isPatient = false): Promise<void> {
    const { awaitsOperator, isStopped, pace } = this.#dependencies;
    const { plan, account } = history;
    const isLeft = () => isStopped() || (!isPatient && awaitsOperator?.(account, plan) === true);
    const own = this.#own.get(plan.key) ?? (await this.#body(plan, "own"));
    const ask = async () => {
      const told = await this.#ask(history, "own", own, null);
      return told && isSettled(told) ? told : null;
    };
    const pause = (round: number) => wait(pace.pausesMs[Math.min(round, pace.pausesMs.length - 1)]);
    for (let round = 0; !history.settled && !isOver() && !isLeft(); round++) {
      history.settled = await ask();
      if (!history.settled) await pause(round);
    }
    while (history.settled && !history.replayed && !isOver() && !isStopped()) {
      const told = await ask();
      // What was refused before anything was sent leaves the key free: the same request may be done by now.
      if (told?.status === 201 && !isKept(history.settled)) history.settled = told;
      else history.replayed = told;
      if (!history.replayed) await pause(0);
    }
  }

  /** What the account's log says of its actions, newest first. */
  async audit(): Promise<AuditEntry[]> {
    const found: AuditEntry[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ limit: "100", ...(cursor !== "" && { cursor }) });
      const page: AuditPage | null = await this.#read<AuditPage>(`/account/audit?${query}`);
      found.push(...(page?.entries ?? []));
      cursor = page?.next_cursor ?? null;
    }
    return found;
  }

  /** The answer to a read, once there is one; null for a refusal. */
  async #read<Answer>(path: string): Promise<Answer | null> {
    const { system, pace, isStopped } = this.#dependencies;
    const end = system.upMs + pace.giveUpAfterMs;
    while (system.upMs < end && !isStopped()) {
      try {
        const response = await fetch(`${system.origin}/api/v1${path}`, {
          headers: { Authorization: `Bearer ${this.#token}` },
          signal: AbortSignal.timeout(pace.callMs),
        });
        const text = await response.text();
        if (response.status === 200) return JSON.parse(text) as Answer;
        if (response.status < 429) return null;
      } catch {
        // expected: the runtime is dead just now
      }
      await wait(500);
    }
    return null;
  }

  /** One call; null where no answer came. */
  async #call(
    { key }: KeyPlan,
    body: Told["body"],
    { path, content }: Ask,
    leavesAfter: number | null,
  ): Promise<Told | null> {
    const { system, pace } = this.#dependencies;
    try {
      const response = await fetch(`${system.origin}/api/v1${path}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${this.#token}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body: JSON.stringify(content),
        signal: AbortSignal.timeout(leavesAfter ?? pace.callMs),
      });
      const text = await response.text();
      const { code = null } = JSON.parse(text) as { code?: string };
      const isReplayed = response.headers.get("Idempotent-Replayed") === "true";
      const requestId = response.headers.get("X-Request-Id");
      return { body, status: response.status, code, text, isReplayed, requestId };
    } catch {
      // expected: the caller went away, or the runtime is dead just now
      return null;
    }
  }
}

/** An entry of the account's log, as far as it matters. */
export interface AuditEntry {
  operation: string;
  /** `domain:example.com` */
  target: string;
  outcome: string;
  request_id: string;
}

interface AuditPage {
  entries: AuditEntry[];
  next_cursor: string | null;
}

interface Ask {
  path: string;
  content: object;
}

/** Said for a while, not for good. */
const PASSING = [
  "idempotency_in_progress",
  "billing_unavailable",
  "server_unavailable",
  "rate_limited",
  "internal_error",
];

/** Refusals that a key keeps: of what was sent, and of another request. */
const KEPT = ["refused", "idempotency_key_reused"];

function isKept({ status, code }: Told): boolean {
  return status === 201 || KEPT.includes(code ?? "");
}

/** Something was said that stays so: it was done, it was refused, or the key stands for something else. */
function isSettled({ status, code }: Told): boolean {
  return status === 201 || (status >= 400 && status < 500 && !PASSING.includes(code ?? ""));
}
