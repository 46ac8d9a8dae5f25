import { beforeEach, describe, expect, test, vi } from "vitest";
import { act, ageJournal, eventually, fetchAccount, newAccount, runAlarm } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";
import { resetScript, script } from "../support/scripted-billing.ts";

let account: number;
let grant: TestGrant;
beforeEach(() => {
  account = newAccount();
  grant = { accountId: account };
  resetScript();
});

const HOUR = 3_600_000;
const renew = (key: string, domain = "studio-ana.ca") => act(`/account/domains/${domain}/renew`, {}, { key, grant });
const CHANGE = { plan: "web-pro", expected_price: 10 };
const send = (path: string, body: object, key: string) => act(path, body, { key, grant });
const bodyOf = async (answering: Promise<Response>) => (await (await answering).json()) as Record<string, unknown>;
const entry = async () => {
  const { entries } = await bodyOf(fetchAccount("/account/audit", { grant }));
  return (entries as { operation: string; outcome: string }[]).find(({ operation }) => operation === "renewDomain");
};
const logged = vi.spyOn(console, "error");
/** What the operator was told about a reference. */
const alerts = (reference: string | undefined) =>
  logged.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter((line) => line.event === "action_stuck" && line.reference === reference);
const stuck = () =>
  eventually(
    () => renew("key"),
    ({ headers }) => headers.get("Retry-After") === "300",
  );

test("acts twice on one call and answers with the second after the first was found: one answer for good", async () => {
  script.moods = [{ twice: 1_500 }];
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
  const { done, asked } = script;
  expect(
    done.map(({ reference }) => reference),
    "two under one reference, of one call",
  ).toEqual([asked[0], asked[0]]);
  expect(asked).toHaveLength(1);
  expect(await entry()).toMatchObject({ outcome: "succeeded" });
});

test("acts twice on one call and answers in time: the answer that was heard stays", async () => {
  script.moods = [{ twice: 0 }];
  const first = await bodyOf(renew("key"));
  expect(first).toMatchObject({ order_id: 7002 });
  expect(await bodyOf(renew("key"))).toEqual(first);
  expect(script.asked).toHaveLength(1);
});

test("has something else under the reference: nobody is told anything is done, and a person is called", async () => {
  Object.assign(script, { moods: ["silent"], finds: "something else" });
  expect(await bodyOf(renew("key"))).toMatchObject({ code: "billing_unavailable" });
  const answer = await stuck();
  expect(answer.status).toBe(409);
  expect(answer.headers.get("Idempotent-Replayed")).toBeNull();
  expect(await answer.json()).toMatchObject({ code: "idempotency_in_progress", retry_after: 300 });
  expect(await entry()).toMatchObject({ outcome: "in_progress" });
  const { asked } = script;
  expect(asked).toHaveLength(1);

  expect((await renew("other", "ana.dev")).status, "another name goes on").toBe(201);
  await ageJournal(account, 48 * 3_600_000);
  expect((await renew("key")).headers.get("Retry-After"), "a day later as well").toBe("300");
  // It was asked about again in between.
  await runAlarm(account);
  expect(alerts(asked[0]), "the operator is told once").toHaveLength(1);
  control.shift = 25 * HOUR;
  await runAlarm(account);
  await runAlarm(account);
  control.shift = 0;
  expect(alerts(asked[0]), "and again the next day").toHaveLength(2);
  // A person put it right.
  script.finds = "the truth";
  await ageJournal(account, 26 * HOUR);
  await runAlarm(account);
  const settled = await eventually(
    () => renew("key"),
    ({ status }) => status === 201,
  );
  expect(settled.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await entry()).toMatchObject({ outcome: "succeeded" });
  expect(script.asked).toHaveLength(2);
});

test.each(["garbage", "a failure"] as const)(
  "says %s when it is asked what became of it: the outcome stays open",
  async (finds) => {
    Object.assign(script, { moods: ["silent"], finds });
    expect(await bodyOf(renew("key"))).toMatchObject({ code: "billing_unavailable" });
    const before = script.searched;
    await eventually(
      async () => script,
      ({ searched }) => searched > before + 2,
    );
    const waiting = await renew("key");
    expect(waiting.status).toBe(409);
    expect(await waiting.json()).toMatchObject({ code: "idempotency_in_progress" });
    expect(await entry()).toMatchObject({ outcome: "in_progress" });
    Object.assign(script, { finds: "the truth" });
    expect(
      (
        await eventually(
          () => renew("key"),
          ({ status }) => status === 201,
        )
      ).status,
    ).toBe(201);
    expect(script.done).toHaveLength(1);
  },
);

test("answers a change without a key too late: the log says in the end what was done", async () => {
  script.moods = [{ late: 2_000 }];
  const lock = act("/account/domains/studio-ana.ca/lock", { locked: true }, { method: "PUT", grant });
  expect(await bodyOf(lock)).toMatchObject({ code: "billing_unavailable" });
  const entries = await eventually(
    async () => (await bodyOf(fetchAccount("/account/audit", { grant }))).entries as { outcome: string }[],
    (found) => found.some(({ outcome }) => outcome === "succeeded"),
  );
  expect(entries.filter((each) => "operation" in each && each.operation === "setDomainLock")).toMatchObject([
    { outcome: "succeeded", status: 200, code: null },
  ]);
});

test("acts after it was said never to have acted: it is no refusal any more, and a person is called", async () => {
  script.moods = ["deaf"];
  await renew("key");
  const said = await eventually(
    () => renew("key"),
    ({ headers }) => headers.get("Idempotent-Replayed") === "true",
  );
  expect(await said.json()).toMatchObject({ code: "refused", detail: expect.stringContaining("new key") });
  const [reference = ""] = script.asked;
  const late = { reference, operation: "renewDomain", subject: "studio-ana.ca", value: {} };
  script.done = [late as never];
  control.shift = HOUR + 60_000;
  await runAlarm(account);
  const answer = await renew("key");
  control.shift = 0;
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([409, "300"]);
  expect(alerts(reference)).toHaveLength(1);
  expect(script.asked).toEqual([reference]);
});

describe("silent for longer than an hour", () => {
  /** The account has an action of which nobody knows, sent long ago. */
  async function stuckByLateness(act: (key: string) => Promise<Response>, mood: "deaf" | "silent"): Promise<void> {
    Object.assign(script, { moods: [mood], findsNothing: true });
    expect((await act("key")).status).toBe(503);
    await ageJournal(account, HOUR);
    await runAlarm(account);
    expect((await act("key")).headers.get("Retry-After")).toBe("300");
  }

  test("the operator is told whom and what it concerns, and nothing that was sent", async () => {
    await stuckByLateness((key) => renew(key), "deaf");
    const { asked } = script;
    const { entries } = await bodyOf(fetchAccount("/account/audit", { grant }));
    const [entry] = (entries as { operation: string; request_id: string }[]).filter(
      ({ operation }) => operation === "renewDomain",
    );
    expect(alerts(asked[0])).toEqual([
      {
        event: "action_stuck",
        account,
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
    expect(script.asked, "what is stuck holds back the same name").toHaveLength(1);
    expect((await renew("third", "ana.dev")).status, "and no other one").toBe(201);

    Object.assign(script, { findsNothing: false });
    await runAlarm(account);
    expect((await waiting).status).toBe(201);
    const said = await eventually(
      () => renew("key"),
      ({ headers }) => headers.get("Idempotent-Replayed") === "true",
    );
    expect(await said.json()).toMatchObject({
      code: "refused",
      detail: expect.stringContaining("nothing was renewed"),
    });
    expect(script.done).toHaveLength(2);
  });

  test("then says that it was done: done", async () => {
    await stuckByLateness((key) => renew(key), "silent");
    Object.assign(script, { findsNothing: false });
    expect(
      (
        await eventually(
          () => renew("key"),
          ({ status }) => status === 201,
        )
      ).headers.get("Idempotent-Replayed"),
    ).toBe("true");
    expect(script.done).toHaveLength(1);
  });
});

test("does not answer the last sweep of a key of yesterday: the alarm is set for later, not for now", async () => {
  script.moods = ["deaf"];
  await renew("key");
  await eventually(
    () => renew("key"),
    ({ headers }) => headers.get("Idempotent-Replayed") === "true",
  );
  script.findsNothing = true;
  await ageJournal(account, 48 * HOUR);
  await runAlarm(account);
  const before = control.alarms;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // The last of the checks repeats, every 200 ms here.
  expect(control.alarms - before).toBeLessThan(12);
});

describe("an outcome that is unknown holds back", () => {
  const order = (key: string, body: object) =>
    act("/account/orders/plan", { plan: "web-start", accept_terms: "x", ...body }, { key, grant });

  test.each<[string, object, object[], object[]]>([
    ["a plan for a site", { domain: "a.example" }, [{ domain: "a.example" }], [{ domain: "b.example" }, {}]],
    ["a plan without a site", {}, [{}], [{ domain: "a.example" }, { plan: "web-pro" }]],
  ])("%s: the same plan for the same site alone", async (_, first, held, free) => {
    Object.assign(script, { moods: ["silent"], findsNothing: true });
    expect((await order("key", first)).status).toBe(503);
    for (const [index, other] of free.entries()) expect((await order(`free-${index}`, other)).status).toBe(201);
    const waiting = held.map((other, index) => order(`held-${index}`, other));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(script.asked).toHaveLength(1 + free.length);
    Object.assign(script, { findsNothing: false });
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(201);
  });
});

describe("what never arrived is told by its name", () => {
  const cancel = async (key: string) => {
    const path = "/account/services/2101/cancellation";
    const { confirm } = await bodyOf(fetchAccount(path, { grant }));
    return act(path, { confirm }, { key, grant });
  };
  test.each<[string, (key: string) => Promise<Response>]>([
    ["nothing was cancelled", cancel],
    [
      "no transfer was prepared",
      (key) => send("/account/domains/ana.dev/transfer-out", { confirm_domain: "ana.dev" }, key),
    ],
    ["the plan was not changed", (key) => send("/account/services/2101/plan-change", CHANGE, key)],
    ["nothing was ordered", (key) => send("/account/orders/plan", { plan: "web-start", accept_terms: "x" }, key)],
  ])("%s", async (words, send) => {
    script.moods = ["deaf"];
    expect((await send("key")).status).toBe(503);
    const said = await eventually(
      () => send("key"),
      ({ headers }) => headers.get("Idempotent-Replayed") === "true",
    );
    expect(await said.json()).toMatchObject({ code: "refused", detail: expect.stringContaining(words) });
  });

  test("a cancellation is the same one with the confirm of a newer statement", async () => {
    script.moods = ["silent"];
    expect((await cancel("key")).status).toBe(503);
    const again = await eventually(
      () => cancel("key"),
      ({ status }) => status !== 409,
    );
    expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
    const path = "/account/services/2101/cancellation";
    const { confirm } = await bodyOf(fetchAccount(`${path}?when=immediately`, { grant }));
    expect((await send(path, { confirm, when: "immediately" }, "key")).status, "another one is not").toBe(422);
    expect(script.done).toHaveLength(1);
  });
});

test("whatever is asked about an action, and whatever is logged, has the id of the request that sent it", async () => {
  script.moods = ["breaks before"];
  const order = { domain: "free-name.com", accept_terms: "2026-01-01" };
  const { status, headers } = await send("/account/orders/domain", order, "key");
  expect(status).toBe(503);
  const requestId = headers.get("X-Request-Id");
  script.finds = "a failure";
  await ageJournal(account, HOUR);
  await runAlarm(account);
  const asked = ["authorize", "checkNameNow", "orderDomain", "findAction"];
  expect(script.requestIds).toEqual(asked.map((name) => [name, requestId]));
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  const found = lines.filter((line) => line.request_id === requestId);
  expect(found.map(({ event, operation }) => [event, operation])).toEqual([
    ["billing_unreachable", "orderDomain"],
    ["server_problem", "orderDomain"],
    ["billing_unreachable", "orderDomain"],
    ["action_stuck", "orderDomain"],
  ]);
  expect(new Set(found.map((line) => line.account))).toEqual(new Set([account]));
});
