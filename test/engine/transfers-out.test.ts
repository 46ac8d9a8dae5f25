import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ActingEngine, actingEngine, CANARY_CODE, NOW } from "./support/acting.ts";
import { asks, LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { db, sql } = await seededBilling(new Date(NOW));
let acting: ActingEngine;
const said: string[] = [];
beforeEach(async () => {
  await sql.run("DELETE FROM actions");
  acting = actingEngine(db);
  acting.registrar.hold("ana.dev");
  for (const method of ["log", "warn", "error", "info", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void said.push(words.join(" ")));
  }
});
afterEach(() => vi.restoreAllMocks());

const actor = { loginId: LOGINS.owner, accountId: 1001 };
const action = (reference: string) => ({ ...asks(LOGINS.owner, 1001, "domains", "managedomains"), reference });
const prepare = (reference: string, domain = "ana.dev") => acting.engine.prepareTransferOut(action(reference), domain);
const MAIL = ["transferCode", "owner@maple.example", "en", { domain: "ana.dev", code: CANARY_CODE }];

test("unlocks, and mails the code to the owner alone; the same reference again mails nothing", async () => {
  const prepared = await valueIn(prepare("out"));
  expect(prepared).toEqual({
    account: { id: 1001, name: "Studio Ana Inc.", currency: "CAD" },
    domain: "ana.dev",
    unlocked: true,
    codeSentTo: "o•••@maple.example",
  });
  expect(acting.registrar.domains.get("ana.dev")?.locked).toBe(false);
  expect(acting.mails.sent).toEqual([MAIL]);
  expect(await valueIn(prepare("out"))).toEqual(prepared);
  expect(acting.mails.sent).toHaveLength(1);
  expect(await acting.engine.findAction(actor, "out")).toMatchObject({
    value: { state: "done", operation: "transferDomainOut", value: prepared },
  });
});

test("another reference, once the first has ended, mails the code again: the owner may have lost it", async () => {
  await valueIn(prepare("first"));
  expect(await valueIn(prepare("lost the mail"))).toMatchObject({ unlocked: true });
  expect(acting.mails.sent).toEqual([MAIL, MAIL]);
});

test.each<[string, string, object]>([
  ["60 days", "studio-ana.ca", { registeredOn: "2026-10-01" }],
  ["transferred less than 60 days", "studio-ana.ca", { transferredOn: "2026-10-01" }],
  ["registry", "ana.dev", { transferProhibited: true }],
  ["unlocked", "ana.dev", { lockSupported: false }],
])("is not_allowed: %s", async (words, name, held) => {
  acting.registrar.hold(name, held);
  const result = await prepare("never", name);
  expect(result).toMatchObject({ problem: { code: "not_allowed", reason: { en: expect.stringContaining(words) } } });
  expect(acting.mails.sent).toEqual([]);
  expect(await acting.engine.findAction(actor, "never")).toMatchObject({ value: { state: "absent" } });
});

test("is not_allowed in redemption, before anything is asked of the registrar", async () => {
  acting.registrar.hold("studio-ana.com");
  const result = await acting.engine.prepareTransferOut(action("restore-first"), "studio-ana.com");
  expect(result).toMatchObject({
    problem: { code: "not_allowed", reason: { en: expect.stringContaining("redemption") } },
  });
  expect(acting.registrar.domains.get("studio-ana.com")?.locked).toBe(true);
  expect(acting.mails.sent).toEqual([]);
});

test("where nothing can be mailed it is refused, and the name stays locked", async () => {
  acting.mails.isOn = false;
  expect(await prepare("nowhere")).toMatchObject({ problem: { code: "refused" } });
  expect(acting.registrar.domains.get("ana.dev")?.locked).toBe(true);
  expect(await acting.engine.findAction(actor, "nowhere")).toMatchObject({ value: { state: "absent" } });
});

test("a mail that is not sent leaves it under way; the clock ends it, once, and another one waits for it", async () => {
  acting.mails.fails = true;
  expect(await prepare("late")).toMatchObject({ problem: { code: "billing_unavailable" } });
  expect(await acting.engine.findAction(actor, "late")).toEqual({ ok: true, value: { state: "under_way" } });
  expect(await prepare("other")).toMatchObject({ problem: { code: "already_requested" } });

  acting.mails.fails = false;
  await acting.engine.runScheduledJobs();
  expect(acting.mails.sent, "somebody is still at it").toEqual([]);
  acting.at.now += 61_000;
  await Promise.all([acting.engine.runScheduledJobs(), prepare("late"), prepare("late")]);
  expect(acting.mails.sent).toEqual([MAIL]);
  expect(await prepare("late")).toMatchObject({ ok: true });
});

test("what nobody could send is given up after a day, and says so", async () => {
  acting.mails.fails = true;
  await prepare("never-sent");
  await acting.pass(25 * 3_600_000);
  expect(await acting.engine.findAction(actor, "never-sent")).toMatchObject({
    value: { state: "refused", problem: { code: "refused" } },
  });
  expect(await prepare("never-sent")).toMatchObject({ problem: { code: "refused" } });
});

test("a name that left is transferred away, and its unpaid renewal is withdrawn", async () => {
  await valueIn(prepare("left"));
  const renewal = { domain: "ana.dev", years: 1, expectedPrice: null };
  const { invoice } = await valueIn(acting.engine.renewDomain(action("renewal"), renewal));
  const state = () =>
    sql.row(
      "SELECT d.status, i.status AS invoice FROM domains d, invoices i WHERE d.name = 'ana.dev' AND i.id = ?",
      invoice?.id,
    );
  await acting.engine.runScheduledJobs();
  expect(await state()).toEqual({ status: "active", invoice: "unpaid" });
  acting.registrar.domains.delete("ana.dev");
  acting.registrar.available = false;
  await acting.engine.runScheduledJobs();
  expect(await state()).toEqual({ status: "active", invoice: "unpaid" });
  acting.registrar.available = true;
  await acting.engine.runScheduledJobs();
  expect(await state()).toEqual({ status: "transferred_away", invoice: "cancelled" });
  await sql.run("UPDATE domains SET status = 'active' WHERE name = 'ana.dev'");
});

test("twenty times at once is one mail", async () => {
  await Promise.all(Array.from({ length: 20 }, () => prepare("many")));
  expect(acting.mails.sent).toEqual([MAIL]);
});

test("the code is in no table, log, error or answer", async () => {
  acting.mails.fails = true;
  const answers = [await prepare("canary"), await acting.engine.findAction(actor, "canary")];
  acting.mails.fails = false;
  acting.at.now += 61_000;
  answers.push(await prepare("canary"), await acting.engine.findAction(actor, "canary"));
  expect(acting.mails.sent).toEqual([MAIL]);
  expect(JSON.stringify(answers)).not.toContain(CANARY_CODE);
  expect(said.join("\n")).toContain("transfer_mail_not_sent");
  expect(said.join("\n")).not.toContain(CANARY_CODE);

  const tables = await sql.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*' AND name NOT GLOB 'sqlite*'",
  );
  expect(tables.length).toBeGreaterThan(25);
  for (const { name } of tables) {
    const rows = await sql.rows(`SELECT * FROM ${name}`);
    expect(JSON.stringify(rows), name).not.toContain(CANARY_CODE);
  }
});

test("an account that nobody owns has nobody to write to", async () => {
  await sql.run("UPDATE account_logins SET owner = 0 WHERE account_id = 1001");
  for (const permission of ["domains", "managedomains"]) {
    await sql.run("INSERT INTO account_login_permissions VALUES (11, 1001, ?)", permission);
  }
  expect(await prepare("nobody")).toMatchObject({ problem: { code: "refused" } });
  await sql.run("UPDATE account_logins SET owner = 1 WHERE account_id = 1001 AND login_id = 11");
});
