import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Pass } from "../../shared/connections/connection.ts";
import { ActingSystem, eventually } from "./support/acting-system.ts";

const system = new ActingSystem();
beforeAll(() => system.open());
afterAll(() => system.close());

let accounts = 14_000;
let pass: Partial<Pass> = {};
beforeEach(async () => {
  pass = { accountId: ++accounts };
  await system.world({ set: { moods: [], done: [], asked: [], findsNothing: false, finds: "what is so" } });
});

const renew = (key: string, domain = "studio-ana.ca") =>
  system.act(`/account/domains/${domain}/renew`, {}, { key, pass });
const bodyOf = async (answering: Promise<Response>) => (await (await answering).json()) as Record<string, unknown>;
const script = async () => (await system.world()).script;
const entry = async () => {
  const { entries } = await bodyOf(system.fetch("/account/audit", { pass }));
  return (entries as { operation: string; outcome: string }[]).find(({ operation }) => operation === "renewDomain");
};
/** What the operator was told about a reference. */
const alerts = (reference: string | undefined) =>
  system.logs().filter((line) => line.includes("action_stuck") && line.includes(String(reference)));
const stuck = () =>
  eventually(
    () => renew("key"),
    ({ headers }) => headers.get("Retry-After") === "300",
  );

test("acts twice on one call and answers with the second after the first was found: one answer for good", async () => {
  await system.moods({ twice: 1_500 });
  expect(await bodyOf(renew("key"))).toMatchObject({ code: "billing_unavailable" });
  const found = await eventually(
    () => renew("key"),
    ({ status }) => status === 201,
  );
  const first = await found.text();
  expect(JSON.parse(first)).toMatchObject({ order_id: 7001 });
  await new Promise((resolve) => setTimeout(resolve, 1_700));
  const again = await renew("key");
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await again.text()).toBe(first);
  const { done, asked } = await script();
  expect(
    done.map(({ reference }) => reference),
    "two under one reference, of one call",
  ).toEqual([asked[0], asked[0]]);
  expect(asked).toHaveLength(1);
  expect(await entry()).toMatchObject({ outcome: "succeeded" });
});

test("acts twice on one call and answers in time: the answer that was heard stays", async () => {
  await system.moods({ twice: 0 });
  const first = await bodyOf(renew("key"));
  expect(first).toMatchObject({ order_id: 7002 });
  expect(await bodyOf(renew("key"))).toEqual(first);
  expect((await script()).asked).toHaveLength(1);
});

test("has something else under the reference: nobody is told anything is done, and a person is called", async () => {
  await system.world({ set: { moods: ["silent"], finds: "something else" } });
  expect(await bodyOf(renew("key"))).toMatchObject({ code: "billing_unavailable" });
  const answer = await stuck();
  expect(answer.status).toBe(409);
  expect(answer.headers.get("Idempotent-Replayed")).toBeNull();
  expect(await answer.json()).toMatchObject({ code: "idempotency_in_progress", retry_after: 300 });
  expect(await entry()).toMatchObject({ outcome: "in_progress" });
  const { asked } = await script();
  expect(asked).toHaveLength(1);

  expect((await renew("other", "ana.dev")).status, "another name goes on").toBe(201);
  await system.world({ call: ["age", 48 * 3_600_000], account: accounts });
  expect((await renew("key")).headers.get("Retry-After"), "a day later as well").toBe("300");
  // It was asked about again in between.
  await system.world({ call: ["ring"], account: accounts });
  expect(alerts(asked[0]), "the operator is told once").toHaveLength(1);
  // A person put it right.
  await system.world({ set: { finds: "what is so" } });
  const settled = await eventually(
    () => renew("key"),
    ({ status }) => status === 201,
  );
  expect(settled.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await entry()).toMatchObject({ outcome: "succeeded" });
  expect((await script()).asked).toHaveLength(2);
});

test.each(["garbage", "a failure"] as const)(
  "says %s when it is asked what became of it: the outcome stays open",
  async (finds) => {
    await system.world({ set: { moods: ["silent"], finds } });
    expect(await bodyOf(renew("key"))).toMatchObject({ code: "billing_unavailable" });
    const before = (await script()).searched;
    await eventually(script, ({ searched }) => searched > before + 2);
    const waiting = await renew("key");
    expect(waiting.status).toBe(409);
    expect(await waiting.json()).toMatchObject({ code: "idempotency_in_progress" });
    expect(await entry()).toMatchObject({ outcome: "in_progress" });
    await system.world({ set: { finds: "what is so" } });
    expect(
      (
        await eventually(
          () => renew("key"),
          ({ status }) => status === 201,
        )
      ).status,
    ).toBe(201);
    expect((await script()).done).toHaveLength(1);
  },
);

test("answers a change without a key too late: the log says in the end what was done", async () => {
  await system.moods({ late: 2_000 });
  const lock = system.act("/account/domains/studio-ana.ca/lock", { locked: true }, { method: "PUT", pass });
  expect(await bodyOf(lock)).toMatchObject({ code: "billing_unavailable" });
  const entries = await eventually(
    async () => (await bodyOf(system.fetch("/account/audit", { pass }))).entries as { outcome: string }[],
    (found) => found.some(({ outcome }) => outcome === "succeeded"),
  );
  expect(entries.filter((each) => "operation" in each && each.operation === "setDomainLock")).toMatchObject([
    { outcome: "succeeded", status: 200, code: null },
  ]);
});

test("acts after it was said never to have acted: it is no refusal any more, and a person is called", async () => {
  await system.moods("deaf");
  await renew("key");
  const said = await eventually(
    () => renew("key"),
    ({ headers }) => headers.get("Idempotent-Replayed") === "true",
  );
  expect(await said.json()).toMatchObject({ code: "refused", detail: expect.stringContaining("new key") });
  const [reference = ""] = (await script()).asked;
  const late = { reference, operation: "renewDomain", subject: "studio-ana.ca", value: {} };
  await system.world({ set: { done: [late as never] }, shift: 3_600_000 + 60_000 });
  await system.world({ call: ["ring"], account: accounts });
  const answer = await renew("key");
  await system.world({ shift: 0 });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([409, "300"]);
  expect(alerts(reference)).toHaveLength(1);
  expect((await script()).asked).toEqual([reference]);
});
