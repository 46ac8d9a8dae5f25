import { beforeEach, describe, expect, test } from "vitest";
import { LOGINS, valueIn, writes } from "../billing-contract/questions.ts";
import { actingEngine, DAY_MS, MINUTE_MS, RecordedMails } from "./support/acting.ts";
import { customerOf } from "./support/customer.ts";
import { NO_MAILS } from "./support/engine.ts";
import { actingScene, loggedErrors } from "./support/scene.ts";

const { db, sql, engine, owner, registrar, mails, at, pass, settled } = await actingScene();
beforeEach(() => {
  for (const name of ["ana.dev", "studio-ana.ca", "studio-ana.quebec"]) registrar.hold(name);
});

/** Returns the owner as a customer who acts through a connection. */
const through = (connection: string) => customerOf(engine, { ...owner.query, connection });
let servers = 0;
/** Sets nameservers that differ from all earlier ones. */
const setNameservers = async (domain: string, by = through("c1")) => {
  servers++;
  return valueIn(by.setDomainNameservers(domain, [`ns1.s${servers}.example`, `ns2.s${servers}.example`]));
};
/** Places an order but sends no e-mail about it, as if the engine had stopped right after the order. */
const orderUntold = (domain: string) => valueIn(actingEngine(db, { mails: NO_MAILS }).owner.orderDomain(domain));
const kinds = () => mails.sent.map(([kind]) => kind);
/** Returns the domains in each e-mail. */
const told = () =>
  mails.sent.map(([, , , ...notices]) => notices.map((notice) => (notice as { domain?: string }).domain));

describe("notices of one kind and connection within ten minutes", () => {
  test("are sent in two e-mails: the first immediately, the others together at the end", async () => {
    expect(await setNameservers("ana.dev")).toMatchObject({ changed: true, ownerTold: true });
    expect(told()).toEqual([["ana.dev"]]);
    expect(await setNameservers("studio-ana.ca")).toMatchObject({ ownerTold: true });
    await setNameservers("studio-ana.quebec");
    await pass(10 * MINUTE_MS - 1);
    expect(told(), "not before the ten minutes are over").toEqual([["ana.dev"]]);
    await pass(1);
    expect(told()).toEqual([["ana.dev"], ["studio-ana.ca", "studio-ana.quebec"]]);
    await pass(60 * MINUTE_MS);
    expect(told()).toHaveLength(2);
  });

  test("cause at most one e-mail per ten minutes while changes continue", async () => {
    for (let minute = 0; minute < 60; minute++) {
      await setNameservers("ana.dev");
      await pass(MINUTE_MS);
    }
    expect(mails.sent.length).toBeLessThanOrEqual(7);
    await pass(20 * MINUTE_MS);
    expect(told().flat(), "none is lost").toHaveLength(60);
  });

  test("are grouped by connection, kind and account", async () => {
    await setNameservers("ana.dev");
    await setNameservers("studio-ana.ca", through("c2"));
    await setNameservers("studio-ana.quebec", owner);
    await valueIn(through("c1").setDomainLock("ana.dev", false));
    expect(kinds()).toEqual([...Array(3).fill("nameserversChanged"), "unlocked"]);
  });

  test("each name the previous nameservers", async () => {
    await setNameservers("ana.dev");
    await setNameservers("ana.dev");
    await pass(10 * MINUTE_MS);
    const before = [`ns1.s${servers - 1}.example`, `ns2.s${servers - 1}.example`];
    expect(mails.sent[1]?.[3]).toMatchObject({ before });
  });
});

describe("e-mails about automatic renewals", () => {
  const set = (domain: string, autoRenew: boolean) => valueIn(through("c1").setDomainAutoRenew(domain, autoRenew));
  const switchOn = (domain: string) => sql.run("UPDATE domains SET auto_renew = 1 WHERE name = ?", domain);
  beforeEach(() => sql.run("UPDATE domains SET auto_renew = 1 WHERE account_id = 1001"));

  test("list the domains whose auto-renewal was switched off and is still off when the e-mail is sent", async () => {
    await set("ana.dev", false);
    await settled();
    for (const domain of ["studio-ana.ca", "studio-ana.quebec"]) await set(domain, false);
    for (const domain of ["ana.dev", "studio-ana.quebec"]) await switchOn(domain);
    await pass(10 * MINUTE_MS);
    expect(told()).toEqual([["ana.dev"], ["studio-ana.ca"]]);
    await pass(20 * MINUTE_MS);
    expect(told(), "not later, either").toHaveLength(2);
  });

  test("list the domains whose auto-renewal was switched on by an application and is still on when the e-mail is sent", async () => {
    await sql.run("UPDATE domains SET auto_renew = 0 WHERE account_id = 1001");
    await set("ana.dev", true);
    await set("studio-ana.ca", true);
    await sql.run("UPDATE domains SET auto_renew = 0 WHERE name = 'studio-ana.ca'");
    await pass(10 * MINUTE_MS);
    expect([kinds(), told()]).toEqual([["autoRenewOn"], [["ana.dev"]]]);
    const { connection: _, ...inArea } = writes(owner.query, true);
    await valueIn(engine.setDomainAutoRenew(inArea, { domain: "studio-ana.quebec", autoRenew: true }));
    await pass(10 * MINUTE_MS);
    expect(mails.sent).toHaveLength(1);
  });

  test("are not sent again if auto-renewal is switched back on each time", async () => {
    for (let time = 0; time < 5; time++) {
      await set("ana.dev", false);
      await settled();
      await switchOn("ana.dev");
    }
    await pass(30 * MINUTE_MS);
    expect(told()).toEqual([["ana.dev"]]);
    expect(await sql.count("notices WHERE sent_at IS NULL")).toBe(0);
  });
});

describe("a notice", () => {
  const lines = loggedErrors();

  test("is claimed for a minute just before its e-mail is sent, even if earlier e-mails took long", async () => {
    for (const domain of ["free-slow1.com", "free-slow2.com"]) await orderUntold(domain);
    const claims: number[] = [];
    const slow = new RecordedMails();
    const keep = slow.notices.bind(slow);
    slow.notices = async (to, notices) => {
      const until = await sql.value<number>("SELECT max(claimed_until) FROM notices WHERE sent_at IS NULL");
      claims.push((until ?? 0) - late.at.now);
      late.at.now += 2 * MINUTE_MS;
      return keep(to, notices);
    };
    const late = actingEngine(db, { mails: slow });
    await late.engine.runScheduledJobs();
    expect(slow.sent).toHaveLength(2);
    expect(claims).toEqual([MINUTE_MS, MINUTE_MS]);
  });

  test("is logged without its content if it is abandoned after its last attempt", async () => {
    mails.fails = true;
    await setNameservers("ana.dev");
    await settled();
    const id = await sql.value<number>("SELECT id FROM notices");
    await sql.run("UPDATE notices SET tries = 49, claimed_until = 0");
    await pass(0);
    const dropped = { event: "notices_dropped", account: 1001, kind: "nameserversChanged", notices: [id] };
    expect(lines).toContainEqual({ ...dropped, request_id: expect.any(String) });
    expect(JSON.stringify(lines)).not.toMatch(/ana\.dev|owner@/);
    expect(await sql.count("notices")).toBe(0);
  });

  test("is mailed later, and only once, if its e-mail fails", async () => {
    mails.fails = true;
    expect(await setNameservers("ana.dev")).toMatchObject({ ownerTold: true });
    await pass(MINUTE_MS);
    mails.fails = false;
    await pass(MINUTE_MS / 2);
    expect(told(), "not at every run").toEqual([]);
    await pass(10 * MINUTE_MS);
    expect(told()).toEqual([["ana.dev"]]);
    await pass(60 * MINUTE_MS);
    expect(told()).toHaveLength(1);
  });

  test("is mailed by one of two runs if the engine stopped right after the order", async () => {
    const { orderId } = await orderUntold("free-dead.com");
    const other = actingEngine(db);
    await Promise.all([engine.runScheduledJobs(), other.engine.runScheduledJobs()]);
    const sent = [...mails.sent, ...other.mails.sent];
    expect(sent).toMatchObject([["orderPlaced", "owner@maple.example", "en", { orderId }]]);
  });

  test("is mailed again if the engine could not record that it was sent", async () => {
    await setNameservers("ana.dev");
    await sql.run("UPDATE notices SET sent_at = NULL");
    await pass(30_000);
    expect(told(), "a run may still send it").toHaveLength(1);
    await pass(30_000);
    expect(told()).toEqual([["ana.dev"], ["ana.dev"]]);
  });

  test("waits for an e-mail sender if it is about an order, and is not stored if it is about a setting", async () => {
    mails.isOn = false;
    expect(await setNameservers("ana.dev")).toMatchObject({ changed: true, ownerTold: false });
    await valueIn(owner.orderDomain("free-no-mail.com"));
    await pass(0);
    mails.isOn = true;
    await pass(0);
    expect(kinds()).toEqual(["orderPlaced"]);
  });

  test("is deleted once it is sent and its ten minutes are over", async () => {
    await setNameservers("ana.dev");
    await pass(10 * MINUTE_MS);
    expect(await sql.count("notices")).toBe(0);
  });
});

test("an owner who acts on a page gets e-mails in the page's language; other callers do not change the language", async () => {
  const on = (query: Partial<typeof owner.query> & { language?: "fr" }) =>
    customerOf(engine, { ...owner.query, ...query });
  await setNameservers("ana.dev", on({ language: "fr" }));
  await setNameservers("ana.dev", on({ language: "fr", loginId: LOGINS.contact, connection: "c1" }));
  await setNameservers("ana.dev", on({ connection: "c2" }));
  expect(mails.sent.map(([, , language]) => language)).toEqual(["fr", "en", "en"]);
});

describe("e-mails to the owner in the login's language", () => {
  const MAIL = ["owner@maple.example", "fr"];
  beforeEach(() => sql.run("UPDATE logins SET language = 'fr' WHERE id = 11"));

  test("report a cancellation", async () => {
    await valueIn(owner.cancelService(2101, "immediately"));
    await settled();
    const cancelled = { when: "immediately", effectiveOn: "2026-11-20" };
    expect(mails.sent).toMatchObject([["serviceCancelled", ...MAIL, cancelled]]);
  });

  test("report an immediate plan change in one e-mail, and a paid plan change once it is done", async () => {
    await sql.run(`UPDATE services SET plan_id = 'web-max', plan_name = 'Web Max', status = 'active', billing_cycle = 'annually',
         next_due_on = '2027-06-20', recurring_price = 30000 WHERE id = 2101`);
    await sql.run("DELETE FROM cancellations WHERE service_id = 2101");
    await valueIn(owner.changePlan(2101, "web-start"));
    await settled();
    const before = expect.stringContaining("Web Max");
    const changed = { before, plan: expect.any(String), credit: { amount: expect.any(Number) } };
    expect(mails.sent).toMatchObject([["planChanged", ...MAIL, changed]]);
    const up = await valueIn(owner.changePlan(2101, "web-pro"));
    at.now += 10 * MINUTE_MS;
    await valueIn(owner.payInvoice(up));
    await settled();
    expect(kinds()).toEqual(["planChanged", "orderPlaced", "invoicePaid", "planChanged"]);
    expect(mails.sent.at(-1)?.[3]).toMatchObject({ before: expect.stringContaining("Web Start") });
  });

  test("report an unpaid order that lapsed", async () => {
    const { orderId } = await valueIn(owner.orderDomain("free-lapses.com"));
    await settled();
    await pass(15 * DAY_MS);
    const lapsed = mails.of("orderLapsed").flat();
    expect(lapsed.slice(1, 3)).toEqual(MAIL);
    const order = { orderId, order: "register", subject: "free-lapses.com" };
    expect(lapsed).toContainEqual(expect.objectContaining(order));
  });
});
