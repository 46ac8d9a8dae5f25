import { BillingHost } from "../../../../durable-objects/billing-host/billing-host.ts";
import type { HostCall, HostReply } from "../../../../durable-objects/billing-host/billing-host-port.ts";
import { WaitBudget } from "../../../../workers/billing-whmcs/bridge/wait-budget.ts";
import { Outcomes } from "./outcomes.ts";
import { Random } from "./random.ts";
import { SingleThread, type ThreadLimits } from "./single-thread.ts";
import { VirtualTime } from "./virtual-time.ts";

/** A Durable Object as the platform documents it: 1,000 calls a second, a soft limit. Its longest queue is not published. */
const OBJECT: ThreadLimits = { serviceMs: () => 1, networkMs: 20, maxQueued: 1_000 };

/** Customers who ask a WHMCS that takes so many calls at a time. */
export interface BillingHostScenario {
  seed: number;
  forMs: number;
  /** Questions of customers a second, each about one of so many accounts. */
  questionsPerSecond: number;
  accounts: number;
  /** Calls that a question makes, one after another. */
  callsPerQuestion: number;
  /** Orders a second, each one call that acts. */
  actionsPerSecond: number;
  concurrency: number;
  /** Of an answer, in milliseconds: between the two. */
  answerMs: [least: number, most: number];
}

export interface BillingHostResult {
  questions: Outcomes;
  actions: Outcomes;
  /** The most calls that were at WHMCS at the same time. */
  mostAtOnce: number;
  object: SingleThread;
  shortestRetryAfterS: number;
}

/** Eight calls at the same time, each 0.2 to 2 seconds, asked by 1,000 accounts. */
export const EIGHT_CALLS: BillingHostScenario = {
  ...{ seed: 17, forMs: 120_000, accounts: 1_000 },
  ...{ questionsPerSecond: 2, callsPerQuestion: 2, actionsPerSecond: 0.2 },
  concurrency: 8,
  answerMs: [200, 2_000],
};

const DEADLINE_MS = 8_000;

/** Runs the real slots, queues and circuit of a billing host on simulated time. */
export async function simulateBillingHost(scenario: BillingHostScenario): Promise<BillingHostResult> {
  const { seed, forMs, questionsPerSecond, accounts, callsPerQuestion, actionsPerSecond, concurrency, answerMs } =
    scenario;
  const time = new VirtualTime(Date.UTC(2026, 0, 1, 12));
  const start = time.now;
  const random = new Random(seed);
  let atOnce = 0;
  let mostAtOnce = 0;
  const host = new BillingHost(
    { get: () => undefined, put: () => {}, delete: () => true },
    {
      concurrency,
      async send(_, deadlineMs): Promise<HostReply> {
        atOnce++;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        const takesMs = random.between(...answerMs);
        await time.wait(Math.min(takesMs, deadlineMs));
        atOnce--;
        return takesMs > deadlineMs
          ? { kind: "failed", reason: "timeout", retryAfter: 5 }
          : { kind: "answered", status: 200, body: "{}" };
      },
      judge: (reply) => (reply.kind === "failed" ? "failed" : "answered"),
      trial: "trial",
    },
  );
  const object = new SingleThread(time, random, OBJECT);
  const send = (call: HostCall) => object.call(() => host.send(call));
  const questions = new Outcomes();
  const actions = new Outcomes();
  let shortestRetryAfterS = Number.POSITIVE_INFINITY;
  let calls = 0;
  const ended = (of: Outcomes, began: number, reply: HostReply) => {
    of.add(reply.kind === "failed" ? reply.reason : "answered", time.now - began);
    if (reply.kind === "failed") shortestRetryAfterS = Math.min(shortestRetryAfterS, reply.retryAfter);
  };
  const question = async () => {
    const began = time.now;
    const accountId = random.below(accounts);
    const budget = new WaitBudget();
    for (let call = 1; ; call++) {
      const sentAt = time.now;
      const text = `read ${calls++}`;
      const reply = await send({ text, kind: "read", accountId, deadlineMs: DEADLINE_MS, ...budget.terms });
      budget.replied(reply, sentAt);
      if (reply.kind === "failed" || call === callsPerQuestion) return ended(questions, began, reply);
    }
  };
  const action = async () => {
    const began = time.now;
    const text = `action ${calls++}`;
    const reply = await send({ text, kind: "action", accountId: random.below(accounts), deadlineMs: 20_000 });
    ended(actions, began, reply);
  };
  const come = async (perSecond: number, what: () => Promise<void>) => {
    if (perSecond === 0) return;
    while (time.now - start < forMs) {
      await time.wait(random.untilNext(perSecond / 1_000));
      void what();
    }
  };
  const begin = () => {
    void come(questionsPerSecond, question);
    void come(actionsPerSecond, action);
  };
  await time.run(begin, forMs);
  return { questions, actions, mostAtOnce, object, shortestRetryAfterS };
}
