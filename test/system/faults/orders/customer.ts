import { setTimeout as wait } from "node:timers/promises";
import type { Api } from "./account-api.ts";
import { DISCONNECTION } from "./faults.ts";
import type { OutsideBilling } from "./outside-billing.ts";
import type { KeyPlan, Scenario } from "./scenario.ts";

/** Every key has to be settled before the runtime has served for so long. */
const GIVE_UP_AFTER_MS = 30_000;
const CALL_MS = 5_000;
/** So long somebody who was told to wait leaves a key alone. */
const ALONE_MS = 4_000;
const ROUNDS_BETWEEN_MS = [20, 30, 45, 70, 100, 150];

/** One answer, as far as it matters. */
export interface Told {
  /** Whether the key came with what it stands for, or with something else. */
  body: "own" | "other";
  status: number;
  code: string | null;
  /** As it was sent. */
  text: string;
  orderId: number | null;
  isReplayed: boolean;
}

/** Everything that was said of one key. */
export interface History {
  plan: KeyPlan;
  told: Told[];
  /** What it ended with, and what was said when it was asked for once more; null where that never came. */
  settled: Told | null;
  replayed: Told | null;
  /** The account found out what became of it, with nobody asking. */
  isFoundAlone: boolean;
}

/** What a customer takes from the harness. */
export interface CustomerDependencies {
  api: Api;
  billing: OutsideBilling;
  fault(fault: typeof DISCONNECTION): void;
  /** Every key is given up, because the campaign has found what it looks for. */
  isOver(): boolean;
}

/** Acts out a scenario as applications do: asks with a key, and repeats it until there is an answer. */
export async function actOut(scenario: Scenario, dependencies: CustomerDependencies): Promise<History[]> {
  const customer = new Customer(scenario, dependencies);
  return Promise.all(scenario.keys.map((plan) => customer.pursue(plan)));
}

/** What an account's log says of its actions. */
export async function auditOf(api: Api, accountId: number): Promise<{ target: string; outcome: string }[]> {
  const response = await fetch(`${api.address}/api/v1/account/audit?limit=100`, { headers: credential(accountId) });
  if (response.status !== 200) throw new Error(`the log of ${accountId} is not to be had: ${response.status}`);
  return ((await response.json()) as { entries: { target: string; outcome: string }[] }).entries;
}

/** One more call with a key that was settled. */
export function askAgain(api: Api, accountId: number, plan: KeyPlan): Promise<Told | null> {
  return call(api, accountId, plan, "own", null);
}

class Customer {
  readonly #scenario: Scenario;
  readonly #dependencies: CustomerDependencies;

  constructor(scenario: Scenario, dependencies: CustomerDependencies) {
    this.#scenario = scenario;
    this.#dependencies = dependencies;
  }

  async pursue(plan: KeyPlan): Promise<History> {
    const { billing } = this.#dependencies;
    billing.plan(plan.domain, plan.actionFaults, plan.questionFaults);
    const history: History = { plan, told: [], settled: null, replayed: null, isFoundAlone: false };

    const { otherDomain, isOtherFirst, callers, leavesAfter } = plan;
    const first = Array.from({ length: callers }, (_, caller) => ["own", caller === 0 ? leavesAfter : null] as const);
    const other = otherDomain ? [["other", null] as const] : [];
    const calls = isOtherFirst ? [...other, ...first] : [...first, ...other];
    const answers = await Promise.all(calls.map(([body, leaves]) => this.#ask(history, body, leaves)));
    if (plan.isLeftAlone && !answers.some((told) => told?.body === "own" && isSettled(told)))
      await this.#leaveAlone(history);

    const { api, isOver } = this.#dependencies;
    const end = api.upMs + GIVE_UP_AFTER_MS;
    for (let round = 0; !history.settled && api.upMs < end && !isOver(); round++) {
      const told = await this.#ask(history, "own", null);
      if (told && isSettled(told)) history.settled = told;
      else await wait(ROUNDS_BETWEEN_MS[Math.min(round, ROUNDS_BETWEEN_MS.length - 1)]);
    }
    while (history.settled && !history.replayed && api.upMs < end + GIVE_UP_AFTER_MS && !isOver()) {
      const told = await this.#ask(history, "own", null);
      if (told && isSettled(told)) history.replayed = told;
      else await wait(50);
    }
    return history;
  }

  /** Waits for the account to ask by itself what became of what was sent. */
  async #leaveAlone(history: History): Promise<void> {
    const { billing, isOver } = this.#dependencies;
    const searches = () =>
      billing.referencesOf(history.plan.domain).reduce((sum, one) => sum + (billing.searched.get(one) ?? 0), 0);
    const before = searches();
    for (const end = Date.now() + ALONE_MS; Date.now() < end && !history.isFoundAlone && !isOver(); ) {
      await wait(50);
      history.isFoundAlone = searches() > before;
    }
  }

  async #ask(history: History, body: Told["body"], leavesAfter: number | null): Promise<Told | null> {
    const { api, fault } = this.#dependencies;
    const told = await call(api, this.#scenario.accountId, history.plan, body, leavesAfter);
    if (told) history.told.push(told);
    else if (leavesAfter !== null) fault(DISCONNECTION);
    return told;
  }
}

/** Something was said that stays so: it was done, it was refused for good, or the key stands for something else. */
function isSettled({ status, code }: Told): boolean {
  return status === 201 || code === "refused" || code === "idempotency_key_reused";
}

function credential(accountId: number): Record<string, string> {
  return { Authorization: `Bearer ${encodeURIComponent(JSON.stringify({ accountId }))}` };
}

/** One call; null where no answer came. */
async function call(
  api: Api,
  accountId: number,
  plan: KeyPlan,
  body: Told["body"],
  leavesAfter: number | null,
): Promise<Told | null> {
  const domain = body === "own" ? plan.domain : plan.otherDomain;
  const [path, content] =
    plan.operation === "renewDomain"
      ? [`/account/domains/${domain}/renew`, {}]
      : ["/account/orders/domain", { domain, accept_terms: "2026-01-01" }];
  try {
    const response = await fetch(`${api.address}/api/v1${path}`, {
      method: "POST",
      headers: { ...credential(accountId), "Content-Type": "application/json", "Idempotency-Key": plan.key },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(leavesAfter ?? CALL_MS),
    });
    const text = await response.text();
    const said = JSON.parse(text) as { code?: string; order_id?: number };
    return {
      body,
      status: response.status,
      code: said.code ?? null,
      text,
      orderId: said.order_id ?? null,
      isReplayed: response.headers.get("Idempotent-Replayed") === "true",
    };
  } catch {
    return null;
  }
}
