import { afterEach, expect, test } from "vitest";
import { act, bodyOf, changeGrant, eachWithNewAccount, renew, runAlarm } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import { askAbout, askedIn, countedAmounts, decide, openRequests } from "../support/approvals.ts";
import { type Mood, script } from "../support/scripted-billing.ts";

eachWithNewAccount();
afterEach(() => {
  control.frozen = null;
});

/** One renewal costs 18.99 before taxes. */
const PRICE = 1_899;
const refusedWith = (code: "refused" | "not_renewable"): Mood => ({
  refuses: { code, reason: { en: "The registry refuses", fr: "Le registre refuse" } },
});

test("orders of a month are sent up to the limit and asked about above it", async () => {
  askAbout({ orders: 2 * PRICE });
  expect((await renew("one")).status).toBe(201);
  expect((await renew("two")).status).toBe(201);
  const id = await askedIn(renew("three"));
  expect((await openRequests())[0]?.statement).toMatchObject({ limit: 2 * PRICE, monthSum: 2 * PRICE });
  await decide(id, "approve");
  expect((await renew("three")).status).toBe(201);
  expect(await countedAmounts()).toEqual([PRICE, PRICE, PRICE]);
});

test("another connection's orders count towards its own limit", async () => {
  askAbout({ orders: PRICE });
  expect((await renew("one")).status).toBe(201);
  changeGrant({ id: "connection-2" });
  expect((await renew("two")).status).toBe(201);
  await askedIn(renew("three"));
});

test("what was ordered before anything was asked counts, by the invoice", async () => {
  expect((await renew("before")).status).toBe(201);
  expect(await countedAmounts()).toEqual([PRICE]);
  askAbout({ orders: PRICE });
  await askedIn(renew("after"));
});

test("two orders at once that only together pass the limit: one is asked about", async () => {
  askAbout({ orders: PRICE });
  const answers = await Promise.all([renew("one", "ana.dev"), renew("two", "ana.ca")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(script.done).toHaveLength(1);
});

test("an order whose outcome is not known counts with its price", async () => {
  askAbout({ orders: PRICE });
  script.moods = ["silent"];
  expect((await renew("one", "ana.dev")).status).toBe(503);
  await askedIn(renew("two", "ana.ca"));
});

test("an order without a known price whose outcome is not known is above every limit", async () => {
  Object.assign(script, { moods: ["silent"], findsNothing: true });
  expect((await renew("one", "ana.dev")).status).toBe(503);
  expect(await countedAmounts()).toEqual([null]);
  askAbout({ orders: 1_000_000 });
  await askedIn(renew("two", "ana.ca"));
  expect((await openRequests())[0]?.statement).toMatchObject({ monthSum: null });
  script.findsNothing = false;
  await expect
    .poll(async () => {
      control.shift += 1_000;
      await runAlarm();
      return countedAmounts();
    })
    .toEqual([PRICE]);
  await decide((await openRequests())[0]?.id ?? "", "decline");
  expect((await renew("two", "ana.com")).status).toBe(201);
});

test.each<[string, Mood, number[]]>([
  ["for good", refusedWith("refused"), [0]],
  ["for now", refusedWith("not_renewable"), []],
])("what was refused %s counts nothing", async (_, mood, counted) => {
  askAbout({ orders: PRICE });
  script.moods = [mood];
  expect((await renew("one")).status).toBe(409);
  expect(await countedAmounts()).toEqual(counted);
  expect((await renew("two")).status).toBe(201);
});

test("what never arrived counts nothing, and again with an unknown amount where it is found after all", async () => {
  askAbout({ orders: PRICE });
  script.moods = ["deaf"];
  expect((await renew("one")).status).toBe(503);
  await expect
    .poll(async () => {
      control.shift += 1_000;
      await runAlarm();
      return (await bodyOf(renew("one"))).code;
    })
    .toBe("refused");
  expect(await countedAmounts()).toEqual([0]);
  script.finds = "several";
  control.shift += 3_700_000;
  await runAlarm();
  expect(await countedAmounts()).toEqual([null]);
});

test("the month is that of sending, where the provider is", async () => {
  askAbout({ orders: PRICE });
  // America/Toronto is four hours behind on 31 October, and five from the second Sunday of November on.
  control.frozen = Date.parse("2026-11-01T03:30:00Z");
  expect((await renew("october")).status).toBe(201);
  const id = await askedIn(renew("still-october"));
  control.frozen = Date.parse("2026-11-01T04:00:00Z");
  expect((await renew("november")).status).toBe(201);
  // Sent in a month in which it needed none: the approval that was asked for is left for nothing else.
  expect(await openRequests()).toEqual([]);
  expect(await decide(id, "approve")).toMatchObject({ state: "UNNEEDED" });
  await askedIn(renew("again"));
});

test("an approval given in one month is good in the next", async () => {
  askAbout({ orders: 0 });
  control.frozen = Date.parse("2026-12-01T04:59:00Z");
  await decide(await askedIn(renew("key")), "approve");
  control.frozen = Date.parse("2026-12-01T05:01:00Z");
  expect((await renew("key")).status).toBe(201);
});

test("with 0 a free order is asked about too, and one that makes no invoice is none", async () => {
  askAbout({ orders: 0 });
  script.preview.price = 0;
  await askedIn(renew("key"));
  const cancelled = await act("/account/domains/ana.dev/transfer-out", { confirm_domain: "ana.dev" }, { key: "out" });
  expect(cancelled.status).toBe(201);
  expect(await countedAmounts()).toEqual([]);
});

test("rows go after 62 days", async () => {
  expect((await renew("key")).status).toBe(201);
  control.shift = 61 * 86_400_000;
  await runAlarm();
  expect(await countedAmounts()).toHaveLength(1);
  control.shift = 62 * 86_400_000 + 1_000;
  await runAlarm();
  expect(await countedAmounts()).toEqual([]);
});
