import { describe, expect, test } from "vitest";
import { act, audit, bodyOf, eachWithNewAccount, fetchAccount, renew, runAlarm } from "../support/account-api.ts";
import { control, FULL_STANDING, now } from "../support/account-world.ts";
import {
  approvalOf,
  askAbout,
  askedIn,
  connectionChanged,
  decide,
  decisions,
  linkedEntries,
  mails,
  openRequests,
  settledMailCount,
  stateOf,
  storedApprovals,
} from "../support/approvals.ts";
import { script } from "../support/scripted-billing.ts";
import { resetZones, zoneScript } from "../support/scripted-zones.ts";

eachWithNewAccount();

const mailCount = async () => (await mails()).length;
const DAY = 86_400_000;
const EVERY_ORDER = { orders: 0 };
const NAMESERVERS = { nameservers: ["ns1.ana.dev", "ns2.ana.dev"] };
const setNameservers = (nameservers = NAMESERVERS.nameservers) =>
  act("/account/domains/ana.dev/nameservers", { nameservers }, { method: "PUT" });
const RENEW = "/account/domains/studio-ana.ca/renew";
const renewFor = (years: number, key: string) => act(RENEW, { years }, { key });

const record = (name: string, address: string) => ({ name, type: "A", ttl: 3600, data: [address] });
const patch = (revision: string, ...add: object[]) =>
  act("/account/services/2101/dns-zones/studio-ana.ca", { revision, add, remove: [] }, { method: "PATCH" });

describe("a command that needs the customer's approval", () => {
  test("is refused before it is sent, and is sent once after the approval, with any key", async () => {
    askAbout(EVERY_ORDER);
    control.frozen = now();
    const refused = await renew("one");
    expect(refused.headers.get("Retry-After")).toBe("30");
    const body = await bodyOf(refused.clone());
    const id = await askedIn(refused);
    const [open] = await openRequests();
    expect(open).toMatchObject({
      ...{ id, connectionId: "connection-1", loginId: 11, state: "ASKED" },
      ...{ operation: "renewDomain", target: "domain:studio-ana.ca", decidedAt: null },
      statement: {
        ...{ operation: "renewDomain", input: { domain: "studio-ana.ca", years: 1 }, limit: 0 },
        preview: { price: { amount: 1_899, currency: "CAD" } },
      },
    });
    expect(Date.parse(open?.endsAt ?? "")).toBe(control.frozen + DAY);
    control.frozen = null;
    expect(body).toMatchObject({
      action_required: {
        message: expect.stringMatching(
          /^Approve: Renew studio-ana\.ca.*18\.99 before taxes\. Open until 20\d\d-\d\d-\d\dT[\d:]+Z\.$/,
        ),
        url: `http://localhost/connected-assistants/approvals/connection-1.${id}`,
      },
    });
    expect(script.asked).toEqual([]);

    expect(await decide(id, "approve")).toMatchObject({ id, state: "APPROVED" });
    expect((await renew("another")).status).toBe(201);
    expect(await approvalOf(id)).toMatchObject({ state: "CONSUMED", outcome: "succeeded" });
    expect(await askedIn(renew("one"))).not.toBe(id);
    expect(script.done).toHaveLength(1);
  });

  test("creates one request and one e-mail per distinct content, up to ten", async () => {
    askAbout(EVERY_ORDER);
    for (const key of ["same", "same", "another", "third"]) expect((await renew(key)).status).toBe(409);
    expect(await openRequests()).toHaveLength(1);
    expect(await settledMailCount()).toBe(1);
    for (let years = 1; years <= 10; years++) await askedIn(renewFor(years, "same"));
    expect(await openRequests()).toHaveLength(10);
    expect(await settledMailCount()).toBe(10);

    const eleventh = await bodyOf(renew("other", "ana.dev"));
    expect(eleventh).toMatchObject({
      ...{ status: 409, code: "not_allowed", retryable: true, retry_after: 30 },
      action_required: { type: "approve_action", url: "http://localhost/connected-assistants" },
    });
    expect(script.asked).toEqual([]);
    expect(await mailCount()).toBe(10);

    const [first] = await openRequests();
    await decide(first?.id ?? "", "decline");
    await askedIn(renew("other", "ana.dev"));
  });

  test("creates no request if it is refused for another reason", async () => {
    askAbout(EVERY_ORDER);
    script.refusesChecks = { code: "not_renewable", reason: { en: "It is pending", fr: "Il est en attente" } };
    expect(await bodyOf(renew("key"))).toMatchObject({ status: 409, code: "not_renewable" });
    expect(await openRequests()).toEqual([]);
    expect(await mailCount()).toBe(0);
  });
});

describe("approval requests and the commands that use them", () => {
  test.each(["as it is sent", "in flight", "answered, not written"] as const)(
    "an approved command that is interrupted at “%s” is sent at most once",
    async (point) => {
      askAbout(EVERY_ORDER);
      const id = await askedIn(renew("key"));
      await decide(id, "approve");
      const before = control.crashes;
      control.crash = point;
      await renew("key");
      await expect.poll(() => control.crashes).toBe(before + 1);
      const isUsed = (await stateOf(id)) === "CONSUMED";
      const after = await renew("another-key");
      // The write is atomic: the approval is marked as used together with the record of the sent command.
      if (isUsed) expect([409, 503]).toContain(after.status);
      else expect(after.status).toBe(201);
      expect(script.asked.length).toBeLessThanOrEqual(1);
    },
  );

  test("an unreadable connection stops the command before it is sent", async () => {
    askAbout(EVERY_ORDER);
    const id = await askedIn(renew("key"));
    Object.defineProperty(control, "standing", {
      configurable: true,
      get: () => {
        throw new Error("the connection cannot be reached");
      },
    });
    try {
      await decide(id, "approve");
      expect((await renew("key")).status).toBe(503);
    } finally {
      Object.defineProperty(control, "standing", { value: FULL_STANDING, writable: true, configurable: true });
    }
    expect(await stateOf(id)).toBe("APPROVED");
    expect(script.asked).toEqual([]);
  });

  test("an added expected price does not make a request different", async () => {
    askAbout(EVERY_ORDER);
    const guarded = (years: number, key: string) => act(RENEW, { years, expected_price: 18.99 }, { key });
    await decide(await askedIn(renewFor(1, "one")), "decline");
    expect(await bodyOf(guarded(1, "two"))).toMatchObject({ code: "refused" });
    await decide(await askedIn(renewFor(2, "three")), "approve");
    expect((await guarded(2, "four")).status).toBe(201);
    expect(await openRequests()).toEqual([]);
  });

  test("a declined transfer stays declined with another auth code", async () => {
    askAbout(EVERY_ORDER);
    const transfer = (auth_code: string) =>
      act("/account/orders/domain", { domain: "free-two.com", type: "transfer", auth_code }, { key: auth_code });
    await decide(await askedIn(transfer("first-code")), "decline");
    expect(await bodyOf(transfer("second-code"))).toMatchObject({ code: "refused" });
  });

  test("with another reason, a declined cancellation stays declined and an approved one needs a new request", async () => {
    askAbout({ cancel: true });
    const cancel = async (id: number, reason: string) => {
      const path = `/account/services/${id}/cancellation`;
      const { confirm } = await bodyOf(fetchAccount(path));
      return act(path, { confirm, reason }, { key: reason.replace(" ", "-") });
    };
    const approved = await askedIn(cancel(2101, "too big"));
    await decide(approved, "approve");
    const second = await askedIn(cancel(2101, "too small"));
    expect(await stateOf(approved)).toBe("VOID");
    await decide(second, "decline");
    expect(await bodyOf(cancel(2101, "too old"))).toMatchObject({ code: "refused" });
    expect(script.asked).toEqual([]);
  });

  test("a cancellation whose statement changed after approval is not sent and needs a new request", async () => {
    askAbout({ cancel: true });
    const path = "/account/services/2101/cancellation";
    const cancel = async (key: string) => {
      const { confirm } = await bodyOf(fetchAccount(path));
      return act(path, { confirm }, { key });
    };
    const id = await askedIn(cancel("key"));
    expect((await openRequests())[0]?.statement).toMatchObject({
      input: { id: 2101, when: "end_of_period" },
      preview: { statement: { consequences: [{ en: "Its site and mail stop." }] } },
    });
    await decide(id, "approve");
    script.consequences = "Its backups are lost as well.";
    const second = await askedIn(cancel("key"));
    expect(second).not.toBe(id);
    await decide(second, "approve");
    expect((await cancel("key")).status).toBe(201);
    expect(script.done).toHaveLength(1);
  });

  test("a change of the connection voids only that connection's open requests", async () => {
    askAbout(EVERY_ORDER);
    const id = await askedIn(renew("key"));
    const other = await askedIn(act(RENEW, { years: 1 }, { key: "key", own: { id: "connection-2" } }));
    await connectionChanged();
    expect([await stateOf(id), await stateOf(other)]).toEqual(["VOID", "ASKED"]);
  });
});

describe("approval of settings, which have no key", () => {
  test("an approval permits the same setting once", async () => {
    askAbout({ domains: true });
    const id = await askedIn(setNameservers());
    expect(await askedIn(setNameservers())).toBe(id);
    expect(await askedIn(setNameservers(["ns1.other.example", "ns2.other.example"]))).not.toBe(id);
    await decide(id, "approve");
    expect((await setNameservers()).status).toBe(200);
    expect(await askedIn(setNameservers())).not.toBe(id);
    expect(script.asked).toEqual(["change"]);
  });

  test("the request has the records of a zone change, and a changed zone is refused before a request is created", async () => {
    resetZones();
    askAbout({ domains: true });
    const added = record("WWW2.Studio-Ana.ca", "192.0.2.80");
    expect(await bodyOf(patch("7", added))).toMatchObject({ code: "zone_changed" });
    const id = await askedIn(patch("1", added));
    expect((await openRequests())[0]?.statement).toMatchObject({
      operation: "changeDnsZone",
      input: { id: 2101, zone: "studio-ana.ca", remove: [], add: [{ ...added, name: "www2.studio-ana.ca" }] },
    });
    expect(zoneScript.changes).toEqual([]);
    await decide(id, "approve");
    expect((await patch("1", added)).status).toBe(200);
    expect(zoneScript.changes).toHaveLength(1);
  });
});

describe("the same change in another form", () => {
  test("nameservers and records in another order match an open or approved request", async () => {
    resetZones();
    askAbout({ domains: true });
    const records = [record("www2.studio-ana.ca", "192.0.2.80"), record("www3.studio-ana.ca", "192.0.2.81")];
    const open = await askedIn(setNameservers());
    expect(await askedIn(setNameservers(NAMESERVERS.nameservers.toReversed()))).toBe(open);
    const zone = await askedIn(patch("1", ...records));
    expect(await askedIn(patch("1", ...records.toReversed()))).toBe(zone);
    await decide(zone, "approve");
    expect((await patch("1", ...records.toReversed())).status).toBe(200);
    expect(await stateOf(zone)).toBe("CONSUMED");
  });

  test("an approved change is sent once to a zone that has changed since, with the new revision", async () => {
    resetZones();
    askAbout({ domains: true });
    const one = record("www2.studio-ana.ca", "192.0.2.80");
    const id = await askedIn(patch("1", one));
    await decide(id, "approve");
    resetZones({ revision: 2 });
    expect((await bodyOf(patch("1", one))).code).toBe("zone_changed");
    expect((await patch("2", one)).status).toBe(200);
    expect(await stateOf(id)).toBe("CONSUMED");
    expect(zoneScript.changes).toHaveLength(1);
  });
});

describe("the storage and display of approval requests", () => {
  test("a request never stores the auth code, and keeps the registry data and the statement only while it is open", async () => {
    askAbout(EVERY_ORDER);
    const order = {
      ...{ domain: "free-one.com", type: "transfer", auth_code: "S3cr3t-Auth-Code", accept_terms: "2026-01-01" },
      fields: { legal_type: "CCT-planted" },
    };
    const id = await askedIn(act("/account/orders/domain", order, { key: "key" }));
    const kept = JSON.stringify([await storedApprovals(), await mails()]);
    for (const shown of ["free-one.com", "CCT-planted"]) expect(kept).toContain(shown);
    expect(kept).not.toContain("S3cr3t");
    await decide(id, "decline");
    expect(await storedApprovals()).toMatchObject([{ statement: null }]);
    expect(JSON.stringify(await storedApprovals())).not.toContain("planted");
  });

  test("the log shows the approval request's status on refused entries but not on sent entries", async () => {
    askAbout(EVERY_ORDER);
    const contents = [1, 2, 3, 4].map((years) => async () => askedIn(renewFor(years, "key")));
    const ids: string[] = [];
    for (const ask of contents) ids.push(await ask());
    await decide(ids[1] ?? "", "approve");
    await renewFor(2, "key");
    await decide(ids[2] ?? "", "decline");
    script.preview.price = 2_199;
    await renewFor(4, "other");
    expect((await audit("renewDomain")).map(({ outcome, code, approval }) => [outcome, code, approval])).toEqual([
      ["refused", "not_allowed", "asked"],
      ["succeeded", null, null],
      ["refused", "not_allowed", "void"],
      ["refused", "not_allowed", "declined"],
      ["refused", "not_allowed", "approved"],
      ["refused", "not_allowed", "asked"],
    ]);
    control.shift = DAY;
    expect((await audit("renewDomain"))[0]).toMatchObject({ approval: "lapsed" });
    await runAlarm();
    expect((await storedApprovals()).map(({ statement }) => statement)).toEqual([null, null, null, null, null]);
  });

  test("the requesting connection receives each decision once, in order, for 30 days", async () => {
    askAbout(EVERY_ORDER);
    control.frozen = now();
    const ids = [
      await askedIn(renewFor(1, "key")),
      await askedIn(renewFor(2, "key")),
      await askedIn(renewFor(3, "key")),
    ];
    const [first = "", second = ""] = ids;
    await decide(second, "decline");
    expect((await decisions()).events, "in the millisecond of the decision").toEqual([]);
    control.frozen++;
    await decide(first, "approve");
    control.frozen++;
    const told = [
      { id: (control.frozen - 2) * 1000, approvalId: second, decision: "declined" },
      { id: (control.frozen - 1) * 1000, approvalId: first, decision: "approved" },
    ];
    expect(await decisions()).toMatchObject({ events: told, hasMore: false, truncated: false });
    expect(await decisions({ limit: 1 })).toMatchObject({ events: told.slice(0, 1), hasMore: true });
    expect((await decisions({ after: told[0]?.id })).events).toEqual(told.slice(1));
    expect((await decisions({ connection: "connection-2" })).events).toEqual([]);
    await renewFor(1, "other");
    expect((await decisions()).events, "once the approval was used").toEqual(told);
    control.frozen += 30 * DAY + 1;
    expect((await decisions()).events).toEqual([]);
  });

  test("two decisions in the same millisecond are two events, also across pages", async () => {
    askAbout(EVERY_ORDER);
    control.frozen = now();
    const ids = [await askedIn(renewFor(1, "key")), await askedIn(renewFor(2, "key"))];
    for (const id of ids) await decide(id, "decline");
    control.frozen++;
    const { events: first, hasMore } = await decisions({ limit: 1 });
    expect(hasMore).toBe(true);
    const { events: second } = await decisions({ after: first[0]?.id, limit: 1 });
    expect([...first, ...second].map(({ approvalId }) => approvalId).toSorted()).toEqual(ids.toSorted());
  });

  test("a request and its refused log entry are kept for 180 days", async () => {
    askAbout(EVERY_ORDER);
    await askedIn(renew("key"));
    for (const [days, count] of [
      [179, 1],
      [181, 0],
    ] as const) {
      control.shift = days * DAY;
      await runAlarm();
      expect(await storedApprovals()).toHaveLength(count);
      expect(await linkedEntries()).toHaveLength(count);
    }
  });
});
