import { expect, test } from "vitest";
import { RegistryHost } from "../../../durable-objects/registry/registry-host.ts";
import type { CallerClass, RegistryQuestion } from "../../../durable-objects/registry/registry-port.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";

const TAKEN = verdict("taken", "registered");
const FREE = verdict("available", "no_registration_found");
const rate = { perMinute: 600, burst: 100, concurrency: 40 };

/** Creates a host whose source responds when the test resolves its promise. */
function hostOf() {
  const stored = new Map<string, unknown>();
  const store = {
    get: <Value>(key: string) => stored.get(key) as Value | undefined,
    put: (key: string, value: unknown) => void stored.set(key, value),
    delete: (key: string) => stored.delete(key),
  };
  const waiting: ((verdict: Verdict) => void)[] = [];
  const host = new RegistryHost(store, () => undefined, {
    askSource: () => new Promise((resolve) => waiting.push(resolve)),
    healthOf: () => ({ report: async () => undefined }),
  });
  const ask = (caller: CallerClass = "anonymous", maxAgeMs = 60_000) => {
    const question: RegistryQuestion = {
      ...{ name: "name.test", endpointOverride: null, deadlineMs: 60_000, maxAgeMs, caller, requestId: "r" },
      source: {
        ...{ kind: "rdap", host: "rdap.test", port: 443, base: "https://rdap.test/", trusted404: true },
        ...{ rate, origin: "operator" },
      },
    };
    return host.ask(question);
  };
  return { host, ask, waiting };
}

/** Lets all pending promises continue. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test("callers who arrive during a query or at the moment of its response share one query", async () => {
  const { ask, waiting } = hostOf();
  const together = Array.from({ length: 40 }, () => ask());
  await settle();
  // Each of these callers arrives when an earlier caller gets its reply.
  const late = together.map((reply) => reply.then(() => ask()));
  expect(waiting).toHaveLength(1);
  waiting[0]?.(TAKEN);
  await settle();
  expect(waiting).toHaveLength(1);
  const replies = await Promise.all([...together, ...late]);
  for (const reply of replies) expect(reply).toEqual(replies[0]);
  expect(replies[0]).toMatchObject({ verdict: TAKEN, asked: true });
});

test("an order does not share an earlier query, and later checks use its response", async () => {
  const { ask, waiting } = hostOf();
  const check = ask("signed_in");
  const order = ask("signed_in", 0);
  await settle();
  expect(waiting).toHaveLength(2);
  waiting[1]?.(TAKEN);
  expect((await order).verdict).toEqual(TAKEN);
  waiting[0]?.(FREE);
  expect((await check).verdict).toEqual(FREE);
  expect((await ask()).verdict).toEqual(TAKEN);
});

test.each<[string, Verdict, (host: RegistryHost) => unknown]>([
  ["a response that proves nothing", verdict("unknown", "bad_answer"), () => undefined],
  ["the response for a domain that was forgotten during the query", TAKEN, (host) => host.forget("name.test")],
])("the host does not cache %s", async (_, answer, meanwhile) => {
  const { host, ask, waiting } = hostOf();
  const first = ask();
  await settle();
  await meanwhile(host);
  waiting[0]?.(answer);
  await first;
  void ask();
  await settle();
  expect(waiting).toHaveLength(2);
});
