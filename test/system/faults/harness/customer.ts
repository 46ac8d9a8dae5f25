import { setTimeout as wait } from "node:timers/promises";
import type { FaultServer } from "./fault-server.ts";
import { actionName, type CALLER_FAULTS } from "./faults.ts";
import type { Pace, RunningPlug } from "./plug.ts";
import type { KeyPlan, Scenario } from "./scenario.ts";

const TERMS = "2026-09-01";

/** The parts of an API response that the verdict reads. */
export interface Told {
  /** Whether the request had the key's own target or the other target. */
  body: "own" | "other";
  status: number;
  code: string | null;
  /** The response body. */
  text: string;
  isReplayed: boolean;
  requestId: string | null;
}

/** All responses to one idempotency key. */
export interface History {
  account: Scenario["account"];
  plan: KeyPlan;
  told: Told[];
  /** The number of calls without a response. */
  unheard: number;
  /** The final response; `null` if none came. */
  settled: Told | null;
  replayed: Told | null;
  /** The response after a restart of the idle runtime; `null` if the customer did not call. */
  again: Told | null;
  /** Whether the account object looked the action up without a repeated request. */
  isFoundAlone: boolean;
  /** Whether the customer paid the invoice. */
  isPaid: boolean;
}

export interface CustomerDependencies extends Pick<RunningPlug, "system" | "tokenOf" | "pay" | "awaitsOperator"> {
  pace: Pace;
  faultServer: FaultServer;
  fault(fault: (typeof CALLER_FAULTS)[number]): void;
  /** Returns whether the campaign already has its result. Customers then abandon every key. */
  isStopped(): boolean;
}

/** A customer whose application repeats each request with its key until a final response comes. Some then pay. */
export class Customer {
  readonly #scenario: Scenario;
  readonly #dependencies: CustomerDependencies;
  /** The request of each key. The request is stored because a new quote could differ. */
  readonly #own = new Map<string, Ask>();
  #token = "";

  constructor(scenario: Scenario, dependencies: CustomerDependencies) {
    this.#scenario = scenario;
    this.#dependencies = dependencies;
  }

  /** Sends the requests of all keys until each key has its final response or is abandoned. Returns all responses. */
  async act(): Promise<History[]> {
    this.#token = await this.#dependencies.tokenOf(this.#scenario.account);
    return Promise.all(this.#scenario.keys.map((plan) => this.#pursue(plan)));
  }

  /** Builds the request of a key again and sends it once. */
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

  /** Waits for the account object to look the action up without a repeated call. */
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

  /** Builds the request of a key. Repeats the required reads until they succeed. */
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
   * Repeats a key until its final response and one response after it have come. Stops if the operator must act or the
   * time is up.
   * @param isPatient whether to repeat keys that wait for the operator, because the operator may have resolved them
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
      // A refusal before the write does not use up the key, so the same request may succeed later.
      if (told?.status === 201 && !isKept(history.settled)) history.settled = told;
      else history.replayed = told;
      if (!history.replayed) await pause(0);
    }
  }

  /** Returns the entries of the account's audit log, newest first. */
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

  /** Repeats a read until a response comes. Returns `null` for a refusal or if the time is up. */
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
        // expected: the runtime is dead
      }
      await wait(500);
    }
    return null;
  }

  /** Sends one request. Returns `null` if no response came. */
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
      // expected: the caller disconnected, or the runtime is dead
      return null;
    }
  }
}

/** The parts of an audit log entry that the verdict reads. */
export interface AuditEntry {
  operation: string;
  /** The target, such as `domain:example.com`. */
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

/** The codes of temporary problems. */
const PASSING = [
  "idempotency_in_progress",
  "billing_unavailable",
  "server_unavailable",
  "rate_limited",
  "internal_error",
];

/** The codes of refusals that every repetition with the key gets again. */
const KEPT = ["refused", "idempotency_key_reused"];

function isKept({ status, code }: Told): boolean {
  return status === 201 || KEPT.includes(code ?? "");
}

/** Returns whether the response is final: the action is done or refused, or the key belongs to another request. */
function isSettled({ status, code }: Told): boolean {
  return status === 201 || (status >= 400 && status < 500 && !PASSING.includes(code ?? ""));
}
