import { beforeEach, expect, test, vi } from "vitest";
import { codeOf, valueIn } from "../billing-contract/questions.ts";
import { everyRow } from "../support/every-row.ts";
import { actingEngine, CANARY_CODE, DAY_MS } from "./support/acting.ts";
import { actingScene, loggedErrors } from "./support/scene.ts";
import { interrupted } from "./support/watched-database.ts";

const { db, sql, engine, owner, registrar, mails, at, pass } = await actingScene(
  "DELETE FROM actions",
  "UPDATE domains SET status = 'active', missing_since = NULL WHERE name = 'ana.dev'",
);
const lines = loggedErrors();
beforeEach(() => registrar.hold("ana.dev"));

const prepare = (reference?: string, domain = "ana.dev") => owner.transferDomainOut(domain, reference);
const isLocked = (domain = "ana.dev") => registrar.domains.get(domain)?.locked;
const MAIL = ["transferCode", "owner@maple.example", "en", { domain: "ana.dev", code: CANARY_CODE }];

test("a transfer out unlocks the domain and e-mails the auth code only to the owner, once for each reference", async () => {
  const prepared = await valueIn(prepare("out"));
  expect(prepared).toEqual({
    account: { id: 1001, name: "Studio Ana Inc.", currency: "CAD" },
    domain: "ana.dev",
    unlocked: true,
    sentBy: "provider",
    codeSentTo: "o•••@maple.example",
  });
  expect(isLocked()).toBe(false);
  expect(mails.sent).toEqual([MAIL]);
  expect(await valueIn(prepare("out"))).toEqual(prepared);
  expect(mails.sent).toHaveLength(1);
  const found = { state: "done", operation: "transferDomainOut", value: prepared };
  expect(await valueIn(owner.findWrite("out"))).toEqual(found);
});

test("a later transfer out with another reference mails the code again, because the owner may have lost it", async () => {
  await valueIn(prepare());
  expect(await valueIn(prepare())).toMatchObject({ unlocked: true });
  expect(mails.sent).toEqual([MAIL, MAIL]);
});

test("without an e-mail sender, a transfer out is refused and the domain stays locked", async () => {
  mails.isOn = false;
  expect(await codeOf(prepare("nowhere"))).toBe("refused");
  expect(isLocked()).toBe(true);
  expect(await valueIn(owner.findWrite("nowhere"))).toEqual({ state: "absent" });
});

test("if the e-mail fails, the action stays in progress and blocks other references until the e-mail is sent, only once", async () => {
  mails.fails = true;
  expect(await codeOf(prepare("late"))).toBe("billing_unavailable");
  expect(await valueIn(owner.findWrite("late"))).toEqual({ state: "under_way" });
  expect(await codeOf(prepare("other"))).toBe("already_requested");

  mails.fails = false;
  await pass(0);
  expect(mails.sent, "somebody is still at it").toEqual([]);
  at.now += 61_000;
  await Promise.all([engine.runScheduledJobs(), prepare("late"), prepare("late")]);
  expect(mails.sent).toEqual([MAIL]);
  expect(await codeOf(prepare("late"))).toBe("ok");
});

test("a transfer out is refused if its code could not be mailed for a day", async () => {
  mails.fails = true;
  await prepare("never-sent");
  await pass(DAY_MS + 3_600_000);
  const found = await valueIn(owner.findWrite("never-sent"));
  expect(found).toMatchObject({ state: "refused", problem: { code: "refused" } });
  expect(await codeOf(prepare("never-sent"))).toBe("refused");
});

test("a domain that has been missing for a day is marked as transferred away, and its unpaid renewal is withdrawn", async () => {
  await valueIn(prepare());
  const { invoice } = await valueIn(owner.renewDomain("ana.dev"));
  const statuses = async (ms = 0) => {
    await pass(ms);
    return [(await owner.domain("ana.dev"))?.status, (await owner.invoice(invoice?.id ?? 0))?.status];
  };
  expect(await statuses()).toEqual(["active", "unpaid"]);
  registrar.domains.delete("ana.dev");
  registrar.available = false;
  expect(await statuses()).toEqual(["active", "unpaid"]);
  registrar.available = true;
  expect(await statuses(), "it is missed for the first time").toEqual(["active", "unpaid"]);
  expect(await statuses(DAY_MS - 1)).toEqual(["active", "unpaid"]);
  expect(await statuses(1)).toEqual(["transferred_away", "cancelled"]);
});

test("the 24 hours start again if the domain returns to the registrar and is then missing again", async () => {
  await valueIn(prepare());
  const missed = async (ms: number) => {
    registrar.domains.delete("ana.dev");
    await pass(ms);
    return (await owner.domain("ana.dev"))?.status;
  };
  expect(await missed(0)).toBe("active");
  registrar.hold("ana.dev");
  await pass(DAY_MS);
  expect(await missed(0)).toBe("active");
  expect(await missed(DAY_MS)).toBe("transferred_away");
});

test("a domain is marked as transferred away even if the e-mail sender's response was lost", async () => {
  const lost = vi.spyOn(mails, "transferCode").mockRejectedValue(new Error("no answer"));
  expect(await codeOf(prepare("unanswered"))).toBe("billing_unavailable");
  registrar.domains.delete("ana.dev");
  await pass(61_000);
  lost.mockRestore();
  expect(await valueIn(owner.findWrite("unanswered"))).toMatchObject({ state: "refused" });
  await pass(DAY_MS);
  expect(await owner.domain("ana.dev")).toMatchObject({ status: "transferred_away", nextDueDate: null });
});

test("a domain stays marked as transferred away if the response to its renewal arrives after it left", async () => {
  await valueIn(prepare());
  const { invoice, orderId } = await valueIn(owner.renewDomain("ana.dev"));
  registrar.losesAnswerTo = "renew";
  await valueIn(owner.payInvoice(invoice?.id ?? 0));
  registrar.domains.delete("ana.dev");
  await pass(0);
  await pass(DAY_MS);
  expect(await owner.domain("ana.dev")).toMatchObject({ status: "transferred_away" });
  registrar.losesAnswerTo = "";
  await pass(DAY_MS);
  expect(await valueIn(owner.readOrder(orderId))).toMatchObject({ order: { status: "completed" } });
  expect(await owner.domain("ana.dev")).toMatchObject({ status: "transferred_away", nextDueDate: null });
});

test("the code is mailed to the person who owns the account when the e-mail is sent", async () => {
  mails.fails = true;
  expect(await codeOf(prepare("handed-over"))).toBe("billing_unavailable");
  await sql.run("UPDATE account_logins SET login_id = 15 WHERE account_id = 1001 AND owner = 1");
  mails.fails = false;
  await pass(61_000);
  await sql.run("UPDATE account_logins SET login_id = 11 WHERE account_id = 1001 AND owner = 1");
  expect(mails.of("transferCode").map(([, email]) => email)).toEqual(["big@maple.example"]);
  expect(await valueIn(prepare("handed-over"))).toMatchObject({ codeSentTo: "b•••@maple.example" });
});

test("a call returns the result of another call with the same reference that ran between its two reads", async () => {
  const raced = actingEngine(interrupted(db, /json_extract\(answer/, () => valueIn(prepare("raced"))));
  expect(await valueIn(raced.owner.transferDomainOut("ana.dev", "raced"))).toMatchObject({ unlocked: true });
  expect([...mails.sent, ...raced.mails.sent]).toEqual([MAIL]);
});

test("the code is in no table, log line, error or result", async () => {
  const logs = (["log", "warn", "info", "debug"] as const).map((method) => vi.spyOn(console, method));
  mails.fails = true;
  const answers = [await prepare("canary"), await owner.findWrite("canary")];
  mails.fails = false;
  at.now += 61_000;
  answers.push(await prepare("canary"), await owner.findWrite("canary"));
  expect(mails.sent).toEqual([MAIL]);
  expect(lines).toContainEqual(expect.objectContaining({ event: "transfer_mail_not_sent" }));
  const said = logs.map(({ mock }) => mock.calls);
  expect(JSON.stringify([answers, lines, said])).not.toContain(CANARY_CODE);
  const rows = await everyRow(db);
  expect(rows).toContain("canary");
  expect(rows).not.toContain(CANARY_CODE);
});

test("a transfer out is refused if the account has no owner", async () => {
  await sql.run("UPDATE account_logins SET owner = 0 WHERE account_id = 1001");
  await sql.run("INSERT INTO account_login_permissions VALUES (11, 1001, 'domains'), (11, 1001, 'managedomains')");
  expect(await codeOf(prepare())).toBe("refused");
});
