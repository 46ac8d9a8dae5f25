import { describe, expect, test } from "vitest";
import { act, eachWithNewAccount, renew, runAlarm } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import {
  askAbout,
  askedIn,
  decide,
  digestsSent,
  mails,
  nextDigests,
  openRequests,
  settledMailCount,
  storedApprovals,
} from "../support/approvals.ts";

eachWithNewAccount();

const HOUR = 3_600_000;
const mailCount = async () => (await mails()).length;
const renewFor = (years: number, key: string) => act("/account/domains/studio-ana.ca/renew", { years }, { key });

describe("a mail about one request", () => {
  test("a mail that cannot be sent is tried again while the request is open, and never sent twice", async () => {
    askAbout({ orders: 0 });
    control.mailFails = true;
    const [one, other] = [await askedIn(renewFor(1, "key")), await askedIn(renewFor(2, "key"))];
    await decide(other, "approve");
    await runAlarm();
    await expect.poll(async () => (await storedApprovals()).map(({ mail }) => mail)).toEqual(["failed", "failed"]);
    control.mailFails = false;
    control.shift = 11 * 60_000;
    await runAlarm();
    await expect.poll(mailCount).toBe(1);
    expect(await mails(), "what is decided needs no mail").toMatchObject([{ id: one }]);
    control.shift = 60 * 60_000;
    await runAlarm();
    await renewFor(1, "key");
    await expect.poll(mailCount).toBe(1);
  });

  test.each(["as it is asked", "whom to mail is read", "as it is mailed", "mailed, not written"] as const)(
    "stopped %s: one request, and one mail",
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
      expect(["sent", "sending"]).toContain((await storedApprovals())[0]?.mail);
      expect(await mailCount(), "none is sent twice").toBe(1);
    },
  );
});

describe("more than ten requests of a connection in a day", () => {
  const onAna = (years: number) => act("/account/domains/ana.dev/renew", { years }, { key: `ana-${years}` });

  /** The connection asks ten times, and has ten mails; all is declined. */
  async function useUpMails(): Promise<void> {
    askAbout({ orders: 0 });
    for (let years = 1; years <= 10; years++) await askedIn(renewFor(years, `key-${years}`));
    expect(await settledMailCount()).toBe(10);
    for (const { id } of await openRequests()) await decide(id, "decline");
  }

  /** Waits for the digests that were sent so far, in which every request is listed. */
  async function expectDigests(expected: string[][]): Promise<void> {
    await expect.poll(async () => (await storedApprovals()).filter(({ mail }) => mail === "capped")).toEqual([]);
    expect((await digestsSent()).map((ids) => ids.toSorted())).toEqual(expected.map((ids) => ids.toSorted()));
  }

  test("the eleventh is told in a digest at once, what follows within the hour in the next one, and none has a mail of its own", async () => {
    await useUpMails();
    control.frozen = Date.now();
    const eleventh = await askedIn(onAna(1));
    await expectDigests([[eleventh]]);
    const [second, third] = [await askedIn(onAna(2)), await askedIn(onAna(3))];
    control.shift = HOUR - 1_000;
    const next = await nextDigests();
    await runAlarm();
    expect(await nextDigests(), "none is tried").toEqual(next);
    expect(await digestsSent()).toHaveLength(1);
    control.shift = HOUR;
    await runAlarm();
    await expectDigests([[eleventh], [second, third]]);
    control.shift = 3 * HOUR;
    await runAlarm();
    await askedIn(onAna(2));
    await expectDigests([[eleventh], [second, third]]);
    expect(await mailCount()).toBe(10);
    control.frozen = null;
  });

  test("another connection of the login still has a mail of its own", async () => {
    await useUpMails();
    const other = { id: "connection-2" };
    const id = await askedIn(act("/account/domains/ana.dev/renew", { years: 1 }, { key: "other", own: other }));
    await expect.poll(async () => (await mails()).map((mail) => mail.id)).toContain(id);
    expect(await digestsSent()).toEqual([]);
  });

  test("a day later the connection has mails again", async () => {
    await useUpMails();
    control.shift = 24 * HOUR + 1_000;
    const id = await askedIn(onAna(1));
    await expect.poll(async () => (await mails()).map((mail) => mail.id)).toContain(id);
    expect(await digestsSent()).toEqual([]);
  });

  test("what is decided before its digest is in none", async () => {
    await useUpMails();
    const first = await askedIn(onAna(1));
    await expectDigests([[first]]);
    const [second, third] = [await askedIn(onAna(2)), await askedIn(onAna(3))];
    await decide(second, "decline");
    control.shift = HOUR;
    await runAlarm();
    await expect.poll(digestsSent).toHaveLength(2);
    expect((await digestsSent())[1]).toEqual([third]);
  });

  test("a digest that cannot be sent is tried again", async () => {
    await useUpMails();
    control.mailFails = true;
    const before = control.mailsFailed;
    const id = await askedIn(onAna(1));
    await expect.poll(() => control.mailsFailed).toBe(before + 1);
    control.mailFails = false;
    expect(await digestsSent()).toEqual([]);
    control.shift = 11 * 60_000;
    await runAlarm();
    await expectDigests([[id]]);
  });

  test.each([
    ["whom to mail is read", 1],
    ["as it is mailed", 1],
    ["mailed, not written", 2],
  ] as const)("stopped %s: told all the same, no two digests within an hour", async (point, count) => {
    await useUpMails();
    const before = control.crashes;
    control.crash = point;
    await onAna(1);
    await expect.poll(() => control.crashes).toBe(before + 1);
    const id = await askedIn(onAna(1));
    control.shift = 11 * 60_000;
    await runAlarm();
    await expect.poll(digestsSent).toHaveLength(1);
    control.shift = 2 * HOUR;
    await runAlarm();
    await expectDigests(Array.from({ length: count }, () => [id]));
  });
});
