import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostThrottle } from "../../../durable-objects/registry/host-throttle.ts";
import { QuestionQueue } from "../../../durable-objects/registry/question-queue.ts";
import type { CallerClass } from "../../../durable-objects/registry/registry-port.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";

// Waits end immediately and advance the clock.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

/** All callers share one token every 100 ms. At first, each half has only one token. */
const RATE = { perMinute: 600, burst: 2, concurrency: 10 };
const TAKEN = verdict("taken", "registered");

function atHost(rate = RATE) {
  const queue = new QuestionQueue();
  const throttle = new HostThrottle(rate, Date.now());
  const served: string[] = [];
  return {
    served,
    queue,
    throttle,
    ask: async (what: string, caller: CallerClass, deadlineMs = 5_000) => {
      const acquired = await queue.acquire(throttle, caller, Date.now() + deadlineMs);
      if ("caller" in acquired) served.push(what);
      return acquired;
    },
  };
}

test("the queries of each class are served in order, and signed-in callers are done before the others", async () => {
  const { ask, served } = atHost();
  const callers = ["a1", "s1", "a2", "a3", "s2", "s3", "a4"];
  await Promise.all(callers.map((caller) => ask(caller, caller.startsWith("a") ? "anonymous" : "signed_in")));
  expect(served.slice(0, 2)).toEqual(["a1", "s1"]);
  expect(served.filter((what) => what.startsWith("a"))).toEqual(["a1", "a2", "a3", "a4"]);
  expect(served.filter((what) => what.startsWith("s"))).toEqual(["s1", "s2", "s3"]);
  expect(served.indexOf("s3")).toBeLessThan(served.indexOf("a4"));
});

test("a caller that waits for a slot continues when a query ends, and is otherwise denied at its deadline", async () => {
  const { ask, queue, throttle } = atHost({ perMinute: 6_000, burst: 100, concurrency: 1 });
  const acquired = await ask("first", "anonymous");
  const patient = ask("second", "anonymous");
  const hasty = ask("third", "anonymous", 100);
  expect(await hasty).toMatchObject({ reason: "budget" });
  expect([queue.lengthOf("anonymous"), vi.getTimerCount()], "its own deadline alone wakes it").toEqual([1, 1]);
  if (!("caller" in acquired)) throw new Error("denied");
  throttle.completed(acquired, "a.example", TAKEN, Date.now());
  queue.next();
  expect(await patient).toMatchObject({ caller: "anonymous" });
});

test("a caller whose wait failed gets a realistic wait time", async () => {
  const { ask } = atHost({ perMinute: 6_000, burst: 100, concurrency: 1 });
  await ask("first", "anonymous");
  const denied = await ask("second", "anonymous", 600);
  expect("inMs" in denied && denied.inMs).toBeGreaterThanOrEqual(590);
  expect("inMs" in denied && denied.inMs).toBeLessThan(5_000);
});

test("a signed-in caller counts only on its own half while others wait", async () => {
  const slow = { perMinute: 60, burst: 2, concurrency: 10 };
  const among = atHost(slow);
  for (const caller of ["signed_in", "anonymous"] as const) await among.ask("first", caller);
  const alone = atHost(slow);
  for (const caller of ["signed_in", "anonymous"] as const) await alone.ask("first", caller);
  const waiting = among.ask("waits", "anonymous", 2_500);
  // One token per second is created for all callers. In 1.5 seconds, this is enough for one caller but not for two.
  const denied = await among.ask("second", "signed_in", 1_500);
  expect("inMs" in denied && denied.inMs).toBeGreaterThan(1_500);
  expect(await alone.ask("alone", "signed_in", 1_500)).toMatchObject({ caller: "signed_in" });
  await waiting;
});

test("a caller that arrives when a token becomes free is served after those who already wait", async () => {
  const { ask, served } = atHost({ perMinute: 60, burst: 2, concurrency: 10 });
  for (const caller of ["signed_in", "anonymous"] as const) await ask("first", caller);
  const waiting = ask("waits", "anonymous");
  await Promise.resolve();
  // The token is available, but its timer has not fired yet.
  vi.setSystemTime(Date.now() + 2_000);
  await Promise.all([ask("comes", "anonymous"), waiting]);
  expect(served.slice(2)).toEqual(["waits", "comes"]);
});

test("all waiting queries share one timer for the next token, and no timer remains after the last query", async () => {
  const { ask } = atHost({ perMinute: 60, burst: 2, concurrency: 10 });
  for (const caller of ["signed_in", "anonymous"] as const) await ask("first", caller);
  const waiting = [1, 2, 3].map(() => ask("waits", "anonymous", 20_000));
  await Promise.resolve();
  expect(vi.getTimerCount(), "with three deadlines").toBe(4);
  await Promise.all(waiting);
  expect(vi.getTimerCount()).toBe(0);
});
