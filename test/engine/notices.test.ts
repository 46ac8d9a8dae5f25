import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { NO_MAILS } from "../../workers/billing/engine/mails/billing-mails.ts";
import {
  type ActingEngine,
  actingEngine,
  acts,
  domainOrder,
  forgetNotices,
  NOW,
  RecordedMails,
} from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const MINUTE_MS = 60_000;

const { db, sql } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
beforeEach(async () => {
  await forgetNotices(db);
  acting = actingEngine(db);
  for (const name of NAMES) acting.registrar.hold(name);
});

const NAMES = ["ana.dev", "studio-ana.ca", "studio-ana.quebec"];
const through = (connection?: string) => ({
  ...asks(LOGINS.owner, 1001, "domains", "managedomains"),
  ...(connection !== undefined && { connection }),
});
let servers = 0;
/** Each time to others. */
const setNameservers = async (domain: string, connection?: string, engine = acting.engine) => {
  servers++;
  const nameservers = [`ns1.s${servers}.example`, `ns2.s${servers}.example`];
  return valueIn(engine.setDomainNameservers(through(connection), { domain, nameservers }));
};
const pass = async (ms: number) => {
  await acting.pass(ms);
  await acting.settled();
};
/** The names that each mail tells of. */
const told = (of = acting) =>
  of.mails.sent.map(([, , , ...notices]) => notices.map((notice) => (notice as { domain?: string }).domain));

describe("notices of one kind and connection within ten minutes", () => {
  test("are two mails: the first at once, the others together at the end", async () => {
    expect(await setNameservers("ana.dev", "c1")).toMatchObject({ changed: true, ownerTold: true });
    expect(told()).toEqual([["ana.dev"]]);
    expect(await setNameservers("studio-ana.ca", "c1")).toMatchObject({ ownerTold: true });
    await setNameservers("studio-ana.quebec", "c1");
    await pass(10 * MINUTE_MS - 1);
    expect(told(), "not before the ten minutes are over").toEqual([["ana.dev"]]);
    await pass(1);
    expect(told()).toEqual([["ana.dev"], ["studio-ana.ca", "studio-ana.quebec"]]);
    await pass(60 * MINUTE_MS);
    expect(told()).toHaveLength(2);
  });

  test("go on being one mail in ten minutes for as long as they come", async () => {
    for (let minute = 0; minute < 60; minute++) {
      await setNameservers("ana.dev", "flood");
      await pass(MINUTE_MS);
    }
    expect(acting.mails.sent.length).toBeLessThanOrEqual(7);
    await pass(20 * MINUTE_MS);
    expect(told().flat(), "none is lost").toHaveLength(60);
  });

  test("are gathered by connection, kind and account, and none of another", async () => {
    await setNameservers("ana.dev", "c1");
    await setNameservers("studio-ana.ca", "c2");
    await setNameservers("studio-ana.quebec");
    await valueIn(acting.engine.setDomainLock(through("c1"), { domain: "ana.dev", locked: false }));
    expect(acting.mails.sent.map(([kind]) => kind)).toEqual([
      "nameserversChanged",
      "nameserversChanged",
      "nameserversChanged",
      "unlocked",
    ]);
  });

  test("each name the nameservers that were set before", async () => {
    await setNameservers("ana.dev", "c1");
    await setNameservers("ana.dev", "c1");
    await pass(10 * MINUTE_MS);
    const [, , , second] = acting.mails.sent[1] ?? [];
    expect(second).toMatchObject({ before: [`ns1.s${servers - 1}.example`, `ns2.s${servers - 1}.example`] });
  });
});

describe("automatic renewals that were switched off", () => {
  const set = async (domain: string, autoRenew: boolean) =>
    valueIn(acting.engine.setDomainAutoRenew(through("renewals"), { domain, autoRenew }));
  beforeEach(() => sql.run("UPDATE domains SET auto_renew = 1 WHERE account_id = 1001"));

  test("are told of where they are off still when the mail is sent", async () => {
    await set("ana.dev", false);
    await acting.settled();
    for (const domain of ["studio-ana.ca", "studio-ana.quebec"]) await set(domain, false);
    await set("ana.dev", true);
    await set("studio-ana.quebec", true);
    await pass(10 * MINUTE_MS);
    expect(told()).toEqual([["ana.dev"], ["studio-ana.ca"]]);
    await pass(20 * MINUTE_MS);
    expect(told(), "not later, either").toHaveLength(2);
  });

  test("are no mail where all are on again", async () => {
    for (let time = 0; time < 5; time++) {
      await set("ana.dev", false);
      await acting.settled();
      await set("ana.dev", true);
    }
    await pass(30 * MINUTE_MS);
    expect(told()).toEqual([["ana.dev"]]);
    expect(await sql.rows("SELECT 1 FROM notices WHERE sent_at IS NULL")).toEqual([]);
  });
});

describe("a notice", () => {
  test("is claimed for a minute from when its own mail is sent, however long those before took", async () => {
    const dead = actingEngine(db, { mails: NO_MAILS });
    await valueIn(dead.engine.orderDomain(acts(), domainOrder("free-slow1.com")));
    await valueIn(dead.engine.orderDomain(acts(), domainOrder("free-slow2.com")));
    const claims: number[] = [];
    const slow = new RecordedMails();
    const keep = slow.notices.bind(slow);
    slow.notices = async (to, notices) => {
      const query = "SELECT max(claimed_until) AS until FROM notices WHERE sent_at IS NULL";
      claims.push(((await sql.value<number>(query)) ?? 0) - late.at.now);
      late.at.now += 2 * MINUTE_MS;
      return keep(to, notices);
    };
    const late = actingEngine(db, { mails: slow });
    await late.engine.runScheduledJobs();
    expect(slow.sent).toHaveLength(2);
    expect(claims).toEqual([MINUTE_MS, MINUTE_MS]);
  });

  test("that is given up after its last try is logged by its id alone", async () => {
    const lines: string[] = [];
    const logged = vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    acting.mails.fails = true;
    await setNameservers("ana.dev", "c1");
    await acting.settled();
    const id = await sql.value<number>("SELECT id FROM notices");
    await sql.run("UPDATE notices SET tries = 49, claimed_until = 0");
    await pass(0);
    logged.mockRestore();
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      event: "notices_dropped",
      request_id: expect.any(String),
      account: 1001,
      kind: "nameserversChanged",
      notices: [id],
    });
    expect(lines.join()).not.toMatch(/ana\.dev|owner@/);
    expect(await sql.rows("SELECT 1 FROM notices")).toEqual([]);
  });

  test("whose mail fails is mailed later, once", async () => {
    acting.mails.fails = true;
    expect(await setNameservers("ana.dev", "c1")).toMatchObject({ ownerTold: true });
    await pass(MINUTE_MS);
    acting.mails.fails = false;
    await pass(MINUTE_MS / 2);
    expect(told(), "not at every run").toEqual([]);
    await pass(10 * MINUTE_MS);
    expect(told()).toEqual([["ana.dev"]]);
    await pass(60 * MINUTE_MS);
    expect(told()).toHaveLength(1);
  });

  test("of an order that was written is mailed though nobody went on after it", async () => {
    const dead = actingEngine(db, { mails: NO_MAILS });
    const placed = await valueIn(dead.engine.orderDomain(acts(), domainOrder("free-dead.com")));
    await pass(0);
    expect(acting.mails.sent).toMatchObject([
      ["orderPlaced", "owner@maple.example", "en", { orderId: placed.orderId }],
    ]);
  });

  test("that two runs look at is mailed by one", async () => {
    const dead = actingEngine(db, { mails: NO_MAILS });
    await valueIn(dead.engine.orderDomain(acts(), domainOrder("free-two-runs.com")));
    const other = actingEngine(db);
    await Promise.all([acting.engine.runScheduledJobs(), other.engine.runScheduledJobs()]);
    expect([...acting.mails.sent, ...other.mails.sent]).toHaveLength(1);
  });

  test("whose mark was lost after it was mailed comes again, and is not lost", async () => {
    await setNameservers("ana.dev", "c1");
    await sql.run("UPDATE notices SET sent_at = NULL");
    await pass(30_000);
    expect(told(), "somebody may be at it still").toHaveLength(1);
    await pass(30_000);
    expect(told()).toEqual([["ana.dev"], ["ana.dev"]]);
  });

  test("waits where nothing is mailed, and says so", async () => {
    acting.mails.isOn = false;
    expect(await setNameservers("ana.dev", "c1")).toMatchObject({ changed: true, ownerTold: false });
    await valueIn(acting.engine.orderDomain(acts(), domainOrder("free-no-mail.com")));
    await pass(0);
    acting.mails.isOn = true;
    await pass(0);
    expect(acting.mails.sent.map(([kind]) => kind)).toEqual(["orderPlaced"]);
  });

  test("is forgotten once it was sent and its ten minutes are over", async () => {
    await setNameservers("ana.dev", "c1");
    await pass(10 * MINUTE_MS);
    expect(await sql.rows("SELECT 1 FROM notices")).toEqual([]);
  });
});

describe("the owner is told, in the language of the login", () => {
  const owner = (connection: string) => ({
    ...asks(LOGINS.owner, 1001, "orders", "products"),
    reference: connection,
    connection,
  });
  beforeEach(() => sql.run("UPDATE logins SET language = 'fr' WHERE id = 11"));
  afterAll(() => sql.run("UPDATE logins SET language = 'en' WHERE id = 11"));

  test("of a cancellation", async () => {
    await valueIn(acting.engine.cancelService(owner("k1"), { serviceId: 2101, when: "immediately", reason: null }));
    await acting.settled();
    expect(acting.mails.sent).toMatchObject([
      ["serviceCancelled", "owner@maple.example", "fr", { when: "immediately", effectiveOn: "2026-11-20" }],
    ]);
  });

  test("of a plan that was changed at once, by one mail, and of one that was paid for", async () => {
    await sql.run(`UPDATE services SET plan_id = 'web-max', plan_name = 'Web Max', status = 'active', billing_cycle = 'annually',
         next_due_on = '2027-06-20', recurring_price = 30000 WHERE id = 2101`);
    await sql.run("DELETE FROM cancellations WHERE service_id = 2101");
    const change = { serviceId: 2101, planId: "web-start", billingCycle: null, expectedPrice: null };
    await valueIn(acting.engine.changePlan(owner("k2"), change));
    await acting.settled();
    expect(acting.mails.sent).toMatchObject([
      [
        "planChanged",
        "owner@maple.example",
        "fr",
        {
          before: expect.stringContaining("Web Max"),
          plan: expect.any(String),
          credit: { amount: expect.any(Number) },
        },
      ],
    ]);
    const up = await valueIn(acting.engine.changePlan(owner("k3"), { ...change, planId: "web-pro" }));
    acting.at.now += 10 * MINUTE_MS;
    await valueIn(acting.engine.payInvoice(asks(LOGINS.owner, 1001, "invoices"), up.invoice?.id ?? 0));
    await acting.settled();
    expect(acting.mails.sent.map(([kind]) => kind)).toEqual(["planChanged", "orderPlaced", "planChanged"]);
  });

  test("of an order that lapsed unpaid", async () => {
    const placed = await valueIn(acting.engine.orderDomain(owner("k4"), domainOrder("free-lapses.com")));
    await acting.settled();
    await pass(15 * 24 * 60 * MINUTE_MS);
    const lapsed = acting.mails.sent.flatMap(([kind, , language, ...notices]) =>
      kind === "orderLapsed" ? [language, ...notices] : [],
    );
    expect(lapsed[0]).toBe("fr");
    expect(lapsed).toContainEqual(
      expect.objectContaining({ orderId: placed.orderId, order: "register", subject: "free-lapses.com" }),
    );
  });
});
