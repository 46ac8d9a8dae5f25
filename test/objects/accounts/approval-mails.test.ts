import { describe, expect, test } from "vitest";
import { act, eachWithNewAccount, renew, runAlarm } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import {
  askAbout,
  askedIn,
  decide,
  mails,
  openRequests,
  settledMailCount,
  storedApprovals,
} from "../support/approvals.ts";

eachWithNewAccount();

const HOUR = 3_600_000;
/** A time at a quarter past the hour. */
const QUARTER_PAST = Date.parse("2026-11-24T14:15:00Z");
const mailCount = async () => (await mails()).length;
const mailedIds = async () => (await mails()).map((requests) => requests.map(({ id }) => id));
const renewFor = (years: number, key: string) => act("/account/domains/studio-ana.ca/renew", { years }, { key });

describe("an e-mail about one approval request", () => {
  test("a failed e-mail is retried while the request is open, and never sent twice", async () => {
    askAbout({ orders: 0 });
    control.mailFails = true;
    const before = control.mailsFailed;
    const [one, other] = [await askedIn(renewFor(1, "key")), await askedIn(renewFor(2, "key"))];
    await decide(other, "approve");
    await runAlarm();
    await expect.poll(() => control.mailsFailed).toBe(before + 2);
    control.mailFails = false;
    control.shift = 11 * 60_000;
    await runAlarm();
    await expect.poll(mailCount).toBe(1);
    expect(await mailedIds(), "a decided request needs no mail").toEqual([[one]]);
    control.shift = 60 * 60_000;
    await runAlarm();
    await renewFor(1, "key");
    await expect.poll(mailCount).toBe(1);
  });

  test.each(["as it is requested", "whom to mail is read", "as it is mailed", "mailed, not written"] as const)(
    "a request with its e-mail interrupted at “%s” still produces one request and one e-mail",
    async (point) => {
      askAbout({ orders: 0 });
      const before = control.crashes;
      control.crash = point;
      const first = await renew("key");
      expect([409, 503]).toContain(first.status);
      await expect.poll(() => control.crashes).toBe(before + 1);
      const id = await askedIn(renew("key"));
      expect(await openRequests()).toMatchObject([{ id }]);
      control.shift = 60 * 60_000;
      await runAlarm();
      await expect.poll(mailCount).toBe(1);
      control.shift = 2 * 60 * 60_000;
      await runAlarm();
      await decide(id, "approve");
      expect((await renew("key")).status).toBe(201);
      expect(await storedApprovals()).toMatchObject([{ mail_at: null }]);
      expect(await mailCount(), "none is sent twice").toBe(1);
    },
  );
});

describe("more than ten approval requests from a connection in a day", () => {
  const onAna = (years: number) => act("/account/domains/ana.dev/renew", { years }, { key: `ana-${years}` });

  /** Makes ten requests that cause ten e-mails. The customer declines all of them. */
  async function useUpMails(): Promise<void> {
    control.frozen = QUARTER_PAST;
    askAbout({ orders: 0 });
    for (let years = 1; years <= 10; years++) await askedIn(renewFor(years, `key-${years}`));
    expect(await settledMailCount()).toBe(10);
    for (const { id } of await openRequests()) await decide(id, "decline");
  }

  /** Waits until all e-mails are sent. Returns the request ids of each e-mail after the first ten. */
  async function gathered(): Promise<string[][]> {
    await settledMailCount();
    return (await mailedIds()).slice(10).map((ids) => ids.toSorted());
  }

  test("requests after the tenth share one e-mail at the start of the next hour", async () => {
    await useUpMails();
    const ids = [await askedIn(onAna(1)), await askedIn(onAna(2)), await askedIn(onAna(3))];
    control.shift = 44 * 60_000;
    await runAlarm();
    expect(await mailCount()).toBe(10);
    control.shift = 45 * 60_000;
    await runAlarm();
    expect(await gathered()).toEqual([ids.toSorted()]);
    const next = await askedIn(onAna(4));
    control.shift += HOUR;
    await runAlarm();
    expect(await gathered()).toEqual([ids.toSorted(), [next]]);
    control.shift += 3 * HOUR;
    await runAlarm();
    await askedIn(onAna(2));
    expect(await mailCount()).toBe(12);
  });

  test("another connection of the same login still causes an immediate e-mail", async () => {
    await useUpMails();
    const other = { id: "connection-2" };
    const id = await askedIn(act("/account/domains/ana.dev/renew", { years: 1 }, { key: "other", own: other }));
    expect(await gathered()).toEqual([[id]]);
  });

  test("a shared e-mail that fails is retried", async () => {
    await useUpMails();
    const id = await askedIn(onAna(1));
    control.mailFails = true;
    const before = control.mailsFailed;
    control.shift = HOUR;
    await runAlarm();
    await expect.poll(() => control.mailsFailed).toBe(before + 1);
    control.mailFails = false;
    control.shift += 11 * 60_000;
    await runAlarm();
    expect(await gathered()).toEqual([[id]]);
  });
});
