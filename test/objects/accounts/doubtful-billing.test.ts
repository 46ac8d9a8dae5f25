import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import {
  account,
  act,
  ageJournal,
  answerUnder,
  audit,
  bodyOf,
  eachWithNewAccount,
  eventually,
  fetchAccount,
  isReplayed,
  queued,
  renew,
  runAlarm,
} from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import { script, TOO_LATE_MS } from "../support/scripted-billing.ts";

eachWithNewAccount();

const HOUR = 3_600_000;
/** Once the lookup has surely been answered, also on a busy machine: an answer before it would be the one that counts. */
const LONG_AFTER_MS = 2_000;
const CANCELLATION = "/account/services/2101/cancellation";
const send = (path: string, body: object, key: string) => act(path, body, { key });
const entry = async () => (await audit("renewDomain"))[0];
const waitOf = ({ headers }: Response) => headers.get("Retry-After");
const logged = vi.spyOn(console, "error");
const linesWith = (fields: Record<string, unknown>) =>
  logged.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
/** What the operator was told about a reference. */
const alerts = (reference: string | undefined) => linesWith({ event: "action_stuck", reference });
const unavailable = async () => expect(await bodyOf(renew("key"))).toMatchObject({ code: "billing_unavailable" });
/** It was found to have done nothing, which is said in these words. */
const expectNotDone = async (answer: Response, words: string) =>
  expect(await answer.json()).toMatchObject({ code: "refused", detail: expect.stringContaining(words) });

test("acts twice on one call and answers with the second after the first was found: one answer for good", async () => {
  script.moods = [{ twice: LONG_AFTER_MS }];
  await unavailable();
  const first = await (await answerUnder("key")).text();
  expect(JSON.parse(first)).toMatchObject({ order_id: 7001 });
  await wait(LONG_AFTER_MS + 200);
  const again = await renew("key");
  expect(isReplayed(again)).toBe(true);
  expect(await again.text()).toBe(first);
  const { done, asked } = script;
  const references = done.map(({ reference }) => reference);
  expect(references, "two under one reference, of one call").toEqual([asked[0], asked[0]]);
  expect(asked).toHaveLength(1);
  expect(await entry()).toMatchObject({ outcome: "succeeded" });
});

test("keeps no record of references: it is asked with what was sent, as the journal has it", async () => {
  script.moods = ["silent"];
  await unavailable();
  await answerUnder("key");
  const { actor, sent } = script.searchedFor ?? expect.fail("not asked");
  expect(actor).toMatchObject({ loginId: 11, accountId: account });
  expect(sent).toEqual({
    operation: "renewDomain",
    target: "domain:studio-ana.ca",
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test("acts twice on one call and answers in time: the answer that was heard stays", async () => {
  script.moods = [{ twice: 0 }];
  const first = await bodyOf(renew("key"));
  expect(first).toMatchObject({ order_id: 7002 });
  expect(await bodyOf(renew("key"))).toEqual(first);
  expect(script.asked).toHaveLength(1);
});

test.each(["something else", "several"] as const)(
  "has %s under the reference: nobody is told anything is done, and a person is called",
  async (finds) => {
    Object.assign(script, { moods: ["silent"], finds });
    await unavailable();
    const answer = await answerUnder("key", (response) => waitOf(response) === "300");
    expect([answer.status, isReplayed(answer)]).toEqual([409, false]);
    expect(await answer.json()).toMatchObject({ code: "idempotency_in_progress", retry_after: 300 });
    expect(await entry()).toMatchObject({ outcome: "in_progress" });
    const { asked } = script;
    expect(asked).toHaveLength(1);

    expect((await renew("other", "ana.dev")).status, "another name goes on").toBe(201);
    await ageJournal(48 * HOUR);
    expect(waitOf(await renew("key")), "a day later as well").toBe("300");
    // It was asked about again in between.
    await runAlarm();
    expect(alerts(asked[0]), "the operator is told once").toHaveLength(1);
    control.shift = 25 * HOUR;
    await runAlarm();
    await runAlarm();
    control.shift = 0;
    expect(alerts(asked[0]), "and again the next day").toHaveLength(2);
    // A person put it right.
    script.finds = "the truth";
    await ageJournal(26 * HOUR);
    await runAlarm();
    expect(isReplayed(await answerUnder("key"))).toBe(true);
    expect(await entry()).toMatchObject({ outcome: "succeeded" });
    expect(script.asked).toHaveLength(2);
  },
);

test.each(["garbage", "a failure"] as const)("says %s when it is asked what became of it: open", async (finds) => {
  Object.assign(script, { moods: ["silent"], finds });
  await unavailable();
  const before = script.searched;
  await eventually(
    async () => script.searched,
    (searched) => searched > before + 2,
  );
  const waiting = await renew("key");
  expect(waiting.status).toBe(409);
  expect(await waiting.json()).toMatchObject({ code: "idempotency_in_progress" });
  expect(await entry()).toMatchObject({ outcome: "in_progress" });
  script.finds = "the truth";
  await answerUnder("key");
  expect(script.done).toHaveLength(1);
});

test("answers a change without a key too late: the log says in the end what was done", async () => {
  script.moods = [{ late: TOO_LATE_MS }];
  const lock = act("/account/domains/studio-ana.ca/lock", { locked: true }, { method: "PUT" });
  expect(await bodyOf(lock)).toMatchObject({ code: "billing_unavailable" });
  const entries = await eventually(
    () => audit("setDomainLock"),
    ([newest]) => newest?.outcome === "succeeded",
  );
  expect(entries).toMatchObject([{ outcome: "succeeded", status: 200, code: null }]);
});

test("acts after it was said never to have acted: it is no refusal any more, and a person is called", async () => {
  script.moods = ["deaf"];
  await renew("key");
  await expectNotDone(await answerUnder("key", isReplayed), "new key");
  const [reference = ""] = script.asked;
  const late = { reference, operation: "renewDomain", subject: "studio-ana.ca", value: {} };
  script.done = [late as never];
  control.shift += HOUR + 60_000;
  await runAlarm();
  const answer = await renew("key");
  expect([answer.status, waitOf(answer)]).toEqual([409, "300"]);
  expect(alerts(reference)).toHaveLength(1);
  expect(script.asked).toEqual([reference]);
});

describe("silent for longer than an hour", () => {
  /** The account has an action of which nobody knows, sent long ago. */
  async function stuckByLateness(mood: "deaf" | "silent"): Promise<void> {
    Object.assign(script, { moods: [mood], findsNothing: true });
    expect((await renew("key")).status).toBe(503);
    await ageJournal(HOUR);
    await runAlarm();
    expect(waitOf(await renew("key"))).toBe("300");
  }

  test("the operator is told whom and what it concerns, and nothing that was sent", async () => {
    await stuckByLateness("deaf");
    const [reference] = script.asked;
    const { request_id } = (await entry()) ?? expect.fail("no entry");
    const concerns = {
      account,
      login: 11,
      operation: "renewDomain",
      target: "domain:studio-ana.ca",
      request_id,
    };
    const sent_at = expect.stringMatching(/^\d{4}-.*Z$/);
    const stuck = { event: "action_stuck", state: "STUCK", reason: "late", sent_at, reference };
    expect(alerts(reference)).toEqual([{ ...concerns, ...stuck }]);
  });

  test("then says that nothing is there: not placed, and what waited goes on", async () => {
    await stuckByLateness("deaf");
    const [waiting] = await queued(() => [renew("other")]);
    expect(script.asked, "what is stuck holds back the same name").toHaveLength(1);
    expect((await renew("third", "ana.dev")).status, "and no other one").toBe(201);

    script.findsNothing = false;
    await runAlarm();
    expect((await waiting)?.status).toBe(201);
    await expectNotDone(await answerUnder("key", isReplayed), "nothing was renewed");
    expect(script.done).toHaveLength(2);
  });

  test("then says that it was done: done", async () => {
    await stuckByLateness("silent");
    script.findsNothing = false;
    expect(isReplayed(await answerUnder("key"))).toBe(true);
    expect(script.done).toHaveLength(1);
  });
});

test.each<[string, object, object[]]>([
  ["a plan for a site", { domain: "a.example" }, [{ domain: "b.example" }, {}]],
  ["a plan without a site", {}, [{ domain: "a.example" }, { plan: "web-pro" }]],
])("an outcome that is unknown holds back %s: the same plan for the same site alone", async (_, same, free) => {
  const order = (key: string, body: object) =>
    send("/account/orders/plan", { plan: "web-start", accept_terms: "x", ...body }, key);
  Object.assign(script, { moods: ["silent"], findsNothing: true });
  expect((await order("key", same)).status).toBe(503);
  for (const [index, other] of free.entries()) expect((await order(`free-${index}`, other)).status).toBe(201);
  const [waiting] = await queued(() => [order("held", same)]);
  expect(script.asked).toHaveLength(1 + free.length);
  script.findsNothing = false;
  expect((await waiting)?.status).toBe(201);
});

test("what never arrived was sent: it counts towards the hour", async () => {
  script.moods = ["deaf"];
  expect((await renew("key")).status).toBe(503);
  await expectNotDone(await answerUnder("key", isReplayed), "nothing was renewed");
  expect((await renew("other")).headers.get("RateLimit")).toContain('"orders";r=18');
});

describe("what never arrived is told by its name", () => {
  const cancel = async (key: string) => {
    const { confirm } = await bodyOf(fetchAccount(CANCELLATION));
    return send(CANCELLATION, { confirm }, key);
  };
  const TRANSFER = ["/account/domains/ana.dev/transfer-out", { confirm_domain: "ana.dev" }] as const;
  const CHANGE = ["/account/services/2101/plan-change", { plan: "web-pro", expected_price: 10 }] as const;
  const PLAN = ["/account/orders/plan", { plan: "web-start", accept_terms: "x" }] as const;

  test.each<[string, (key: string) => Promise<Response>]>([
    ["nothing was cancelled", cancel],
    ["no transfer was prepared", (key) => send(...TRANSFER, key)],
    ["the plan was not changed", (key) => send(...CHANGE, key)],
    ["nothing was ordered", (key) => send(...PLAN, key)],
  ])("%s", async (words, send) => {
    script.moods = ["deaf"];
    expect((await send("key")).status).toBe(503);
    await expectNotDone(await eventually(() => send("key"), isReplayed), words);
  });

  test("a cancellation is the same one with the confirm of a newer statement", async () => {
    script.moods = ["silent"];
    expect((await cancel("key")).status).toBe(503);
    const again = await eventually(
      () => cancel("key"),
      ({ status }) => status !== 409,
    );
    expect([again.status, isReplayed(again)]).toEqual([201, true]);
    const { confirm } = await bodyOf(fetchAccount(`${CANCELLATION}?when=immediately`));
    const other = await send(CANCELLATION, { confirm, when: "immediately" }, "key");
    expect(other.status, "another one is not").toBe(422);
    expect(script.done).toHaveLength(1);
  });
});

test("whatever is asked about an action, and whatever is logged, has the id of the request that sent it", async () => {
  // No lookup but that of this test, however busy the machine is.
  control.timing = { ...TIMING, stuckAfterMs: 60_000, lookupDelaysMs: [HOUR] };
  script.moods = ["breaks before"];
  const order = { domain: "free-name.com", accept_terms: "2026-01-01" };
  const { status, headers } = await send("/account/orders/domain", order, "key");
  expect(status).toBe(503);
  const requestId = headers.get("X-Request-Id");
  script.finds = "a failure";
  await ageJournal(HOUR);
  await runAlarm();
  const asked = ["checkNameNow", "orderDomain", "findWrite"];
  expect(script.requestIds).toEqual(asked.map((name) => [name, requestId]));
  const found = linesWith({ request_id: requestId });
  const events = ["billing_unreachable", "server_problem", "billing_unreachable", "action_stuck"];
  expect(found.map(({ event, operation }) => [event, operation])).toEqual(
    events.map((event) => [event, "orderDomain"]),
  );
  expect(new Set(found.map((line) => line.account))).toEqual(new Set([account]));
});
