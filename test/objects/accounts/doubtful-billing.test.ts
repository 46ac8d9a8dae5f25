import { describe, expect, test, vi } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import {
  account,
  act,
  ageJournal,
  audit,
  bodyOf,
  eachWithNewAccount,
  eventually,
  fetchAccount,
  isReplayed,
  queued,
  runAlarm,
} from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import { script, TOO_LATE_MS } from "../support/scripted-billing.ts";

eachWithNewAccount();

const HOUR = 3_600_000;
const CANCELLATION = "/account/services/2101/cancellation";
const send = (path: string, body: object, key: string) => act(path, body, { key });
const logged = vi.spyOn(console, "error");
const linesWith = (fields: Record<string, unknown>) =>
  logged.mock.calls
    .map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
/** Expects that the lookup found no action, and that the problem text contains these words. */
const expectNotDone = async (answer: Response, words: string) =>
  expect(await answer.json()).toMatchObject({ code: "refused", detail: expect.stringContaining(words) });

test("the log shows the final outcome of a change without a key whose response comes too late", async () => {
  script.moods = [{ late: TOO_LATE_MS }];
  const lock = act("/account/domains/studio-ana.ca/lock", { locked: true }, { method: "PUT" });
  expect(await bodyOf(lock)).toMatchObject({ code: "billing_unavailable" });
  const entries = await eventually(
    () => audit("setDomainLock"),
    ([newest]) => newest?.outcome === "succeeded",
  );
  expect(entries).toMatchObject([{ outcome: "succeeded", status: 200, code: null }]);
});

test.each<[string, object, object[]]>([
  ["a plan for a site", { domain: "a.example" }, [{ domain: "b.example" }, {}]],
  ["a plan without a site", {}, [{ domain: "a.example" }, { plan: "web-pro" }]],
])(
  "an order of %s with an unknown outcome blocks only orders of the same plan for the same site",
  async (_, same, free) => {
    const order = (key: string, body: object) =>
      send("/account/orders/plan", { plan: "web-start", accept_terms: "x", ...body }, key);
    Object.assign(script, { moods: ["silent"], findsNothing: true });
    expect((await order("key", same)).status).toBe(503);
    for (const [index, other] of free.entries()) expect((await order(`free-${index}`, other)).status).toBe(201);
    const [waiting] = await queued(() => [order("held", same)]);
    expect(script.asked).toHaveLength(1 + free.length);
    script.findsNothing = false;
    expect((await waiting)?.status).toBe(201);
  },
);

describe("lost commands", () => {
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
  ])("the problem text of a lost command states: %s", async (words, send) => {
    script.moods = ["deaf"];
    expect((await send("key")).status).toBe(503);
    await expectNotDone(await eventually(() => send("key"), isReplayed), words);
  });

  test("a cancellation with the confirm value of a newer statement is the same request", async () => {
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

test("every lookup and every log line of an action has the id of the request that sent the action", async () => {
  // Only the lookup of this test runs, even on a busy machine.
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
