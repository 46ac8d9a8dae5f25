import { AsyncLocalStorage } from "node:async_hooks";
import type { TestContext } from "vitest";

interface RunningTest {
  signal: AbortSignal;
  requests: Set<Promise<unknown>>;
}

const running = new AsyncLocalStorage<RunningTest>();

/**
 * Returns a signal that aborts when the calling test times out, or `undefined` outside tests. Requests through `fetch`
 * have this signal already.
 */
export function testSignal(): AbortSignal | undefined {
  return running.getStore()?.signal;
}

/** Runs a test. If it times out, its requests are aborted, and all have ended before the next test begins. */
export async function stopInTime(runTest: () => Promise<void>, { signal }: Pick<TestContext, "signal">): Promise<void> {
  const requests = new Set<Promise<unknown>>();
  await running.run({ signal, requests }, runTest);
  if (signal.aborted) await Promise.allSettled(requests);
}

const { fetch } = globalThis;

/** Adds the signal of the calling test to each request that is sent through `fetch`. */
globalThis.fetch = (input, init) => {
  const test = running.getStore();
  if (!test) return fetch(input, init);
  // A Request cannot be spread into an init object, because its properties are on its prototype.
  const asked = new Request(input, init);
  const request = fetch(asked, { signal: AbortSignal.any([asked.signal, test.signal]) });
  test.requests.add(request);
  const forget = () => void test.requests.delete(request);
  request.then(forget, forget);
  return request;
};
