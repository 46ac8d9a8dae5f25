import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Grant } from "../../../durable-objects/connection/grant.ts";
import { ActingSystem, eventually } from "./support/acting-system.ts";

const system = new ActingSystem();
beforeAll(() => system.open());
afterAll(() => system.close());

let accounts = 14_000;
let grant: Partial<Grant> = {};
beforeEach(async () => {
  grant = { accountId: ++accounts };
  await system.world({ set: { moods: [], done: [], asked: [], findsNothing: false, finds: "what is so" } });
});

const HOUR = 3_600_000;
const renew = (key: string, domain = "studio-ana.ca") =>
  system.act(`/account/domains/${domain}/renew`, {}, { key, pass: grant });
const CHANGE = { plan: "web-pro", expected_price: 10 };
const act = (path: string, body: object, key: string) => system.act(path, body, { key, pass: grant });
const bodyOf = async (answering: Promise<Response>) => (await (await answering).json()) as Record<string, unknown>;
const script = async () => (await system.world()).script;
const entry = async () => {
  const { entries } = await bodyOf(system.fetch("/account/audit", { pass: grant }));
  return (entries as { operation: string; outcome: string }[]).find(({ operation }) => operation === "renewDomain");
};
/** What the operator was told about a reference. */
const alerts = (reference: string | undefined) =>
  system
    .logs()
    .filter((line) => line.includes("action_stuck") && line.includes(String(reference)))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
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
  await system.world({ shift: 25 * HOUR, call: ["ring"], account: accounts });
  await system.world({ call: ["ring"], account: accounts });
  await system.world({ shift: 0 });
  expect(alerts(asked[0]), "and again the next day").toHaveLength(2);
  // A person put it right.
  await system.world({ set: { finds: "what is so" }, account: accounts, call: ["age", 26 * HOUR] });
  await system.world({ call: ["ring"], account: accounts });
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
  const lock = system.act("/account/domains/studio-ana.ca/lock", { locked: true }, { method: "PUT", pass: grant });
  expect(await bodyOf(lock)).toMatchObject({ code: "billing_unavailable" });
  const entries = await eventually(
    async () => (await bodyOf(system.fetch("/account/audit", { pass: grant }))).entries as { outcome: string }[],
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

describe("silent for longer than an hour", () => {
  /** The account has an action of which nobody knows, sent long ago. */
  async function stuckByLateness(act: (key: string) => Promise<Response>, mood: "deaf" | "silent"): Promise<void> {
    await system.world({ set: { moods: [mood], findsNothing: true } });
    expect((await act("key")).status).toBe(503);
    await system.world({ account: accounts, call: ["age", HOUR] });
    await system.world({ account: accounts, call: ["ring"] });
    expect((await act("key")).headers.get("Retry-After")).toBe("300");
  }

  test("the operator is told whom and what it concerns, and nothing that was sent", async () => {
    await stuckByLateness((key) => renew(key), "deaf");
    const { asked } = await script();
    const { entries } = await bodyOf(system.fetch("/account/audit", { pass: grant }));
    const [entry] = (entries as { operation: string; request_id: string }[]).filter(
      ({ operation }) => operation === "renewDomain",
    );
    expect(alerts(asked[0])).toEqual([
      {
        event: "action_stuck",
        account: accounts,
        login: 11,
        operation: "renewDomain",
        target: "domain:studio-ana.ca",
        request_id: entry?.request_id,
        state: "STUCK",
        reason: "late",
        sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
        reference: asked[0],
      },
    ]);
  });

  test("then says that nothing is there: not placed, and what waited goes on", async () => {
    await stuckByLateness((key) => renew(key), "deaf");
    const waiting = renew("other");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await script()).asked, "what is stuck holds back the same name").toHaveLength(1);
    expect((await renew("third", "ana.dev")).status, "and no other one").toBe(201);

    await system.world({ set: { findsNothing: false } });
    await system.world({ account: accounts, call: ["ring"] });
    expect((await waiting).status).toBe(201);
    const said = await eventually(
      () => renew("key"),
      ({ headers }) => headers.get("Idempotent-Replayed") === "true",
    );
    expect(await said.json()).toMatchObject({
      code: "refused",
      detail: expect.stringContaining("nothing was renewed"),
    });
    expect((await script()).done).toHaveLength(2);
  });

  test("then says that it was done: done", async () => {
    await stuckByLateness((key) => renew(key), "silent");
    await system.world({ set: { findsNothing: false } });
    expect(
      (
        await eventually(
          () => renew("key"),
          ({ status }) => status === 201,
        )
      ).headers.get("Idempotent-Replayed"),
    ).toBe("true");
    expect((await script()).done).toHaveLength(1);
  });
});

test("does not answer the last sweep of a key of yesterday: the alarm is set for later, not for now", async () => {
  await system.moods("deaf");
  await renew("key");
  await eventually(
    () => renew("key"),
    ({ headers }) => headers.get("Idempotent-Replayed") === "true",
  );
  await system.world({ set: { findsNothing: true }, account: accounts, call: ["age", 48 * HOUR] });
  const before = (await system.world({ account: accounts, call: ["ring"] })).control.alarms;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // The last of the checks repeats, every 200 ms here.
  expect((await system.world()).control.alarms - before).toBeLessThan(12);
});

describe("an outcome that is unknown holds back", () => {
  const order = (key: string, body: object) =>
    system.act("/account/orders/plan", { plan: "web-start", accept_terms: "x", ...body }, { key, pass: grant });

  test.each<[string, object, object[], object[]]>([
    ["a plan for a site", { domain: "a.example" }, [{ domain: "a.example" }], [{ domain: "b.example" }, {}]],
    ["a plan without a site", {}, [{}], [{ domain: "a.example" }, { plan: "web-pro" }]],
  ])("%s: the same plan for the same site alone", async (_, first, held, free) => {
    await system.world({ set: { moods: ["silent"], findsNothing: true } });
    expect((await order("key", first)).status).toBe(503);
    for (const [index, other] of free.entries()) expect((await order(`free-${index}`, other)).status).toBe(201);
    const waiting = held.map((other, index) => order(`held-${index}`, other));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await script()).asked).toHaveLength(1 + free.length);
    await system.world({ set: { findsNothing: false } });
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(201);
  });
});

describe("what never arrived is told by its name", () => {
  const cancel = async (key: string) => {
    const path = "/account/services/2101/cancellation";
    const { confirm } = await bodyOf(system.fetch(path, { pass: grant }));
    return system.act(path, { confirm }, { key, pass: grant });
  };
  test.each<[string, (key: string) => Promise<Response>]>([
    ["nothing was cancelled", cancel],
    [
      "no transfer was prepared",
      (key) => act("/account/domains/ana.dev/transfer-out", { confirm_domain: "ana.dev" }, key),
    ],
    ["the plan was not changed", (key) => act("/account/services/2101/plan-change", CHANGE, key)],
    ["nothing was ordered", (key) => act("/account/orders/plan", { plan: "web-start", accept_terms: "x" }, key)],
  ])("%s", async (words, send) => {
    await system.moods("deaf");
    expect((await send("key")).status).toBe(503);
    const said = await eventually(
      () => send("key"),
      ({ headers }) => headers.get("Idempotent-Replayed") === "true",
    );
    expect(await said.json()).toMatchObject({ code: "refused", detail: expect.stringContaining(words) });
  });

  test("a cancellation is the same one with the confirm of a newer statement", async () => {
    await system.moods("silent");
    expect((await cancel("key")).status).toBe(503);
    const again = await eventually(
      () => cancel("key"),
      ({ status }) => status !== 409,
    );
    expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
    const path = "/account/services/2101/cancellation";
    const { confirm } = await bodyOf(system.fetch(`${path}?when=immediately`, { pass: grant }));
    expect((await act(path, { confirm, when: "immediately" }, "key")).status, "another one is not").toBe(422);
    expect((await script()).done).toHaveLength(1);
  });
});
