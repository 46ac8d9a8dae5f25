import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { saveCard } from "../../workers/billing/engine/payments/saved-cards.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { CALL, codeOf, valueIn, writes } from "../billing-contract/questions.ts";
import { NO_HOLDS } from "../support/memory-holds.ts";
import { actingEngine, quickHash as deriveKey, MINUTE_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";
import { interrupted } from "./support/watched-database.ts";

const PASSWORD = "a long enough password";
const [address, formToken] = ["203.0.113.7", "of-the-session"];
const DETAILS = {
  ...{ firstName: "Nina", lastName: "Roy", company: null, street: ["12 rue Principale"], city: "Québec" },
  ...{ postalCode: "G1R 1A1", province: "QC", country: "CA", businessNumber: null, phone: "+14185550199" },
};

const { db, sql } = await actingScene("DELETE FROM mailed_codes");
const { engine, mails, at, settled, renew, customer } = actingEngine(db, { deriveKey }, { ORDERS_NEED_CARD: "false" });
beforeEach(renew);

const ask = async (purpose: "sign_up" | "new_password", email: string) => {
  const token = crypto.randomUUID();
  const mailed = await valueIn(engine.mailCode(CALL, { purpose, email, address, language: "fr", formToken: token }));
  await settled();
  return "id" in mailed ? mailed.id : expect.fail("no code was mailed");
};
const newestCode = () => (mails.of("code").at(-1)?.[3] as { code: string } | undefined)?.code ?? "";
const signUp = async (email: string, password = PASSWORD) => {
  const id = await ask("sign_up", email);
  await engine.confirmCode(CALL, { purpose: "sign_up", id, code: newestCode() });
  const chosen = { id, password, brand: "Maple Hosting", details: DETAILS, address } as const;
  const created = await valueIn(engine.createAccount(CALL, { ...chosen, currency: "CAD", language: "fr" }));
  if (created.outcome !== "created") return expect.fail(created.outcome);
  const loginId = created.login.id;
  const [account] = await valueIn(engine.listManagedAccounts({ ...CALL, loginId }));
  if (!account) return expect.fail("no account was opened");
  return { loginId, accountId: account.id };
};
let people = 0;
const newOwner = async () => {
  const email = `owner-${++people}@closing.example`;
  const { loginId, accountId } = await signUp(email);
  return { ...customer(loginId, accountId), email, loginId, accountId };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

const close = ({ query }: Pick<Owner, "query">, given: object = {}, by = engine) =>
  by.closeAccount(writes(query, true), { present: PASSWORD, code: "", address, formToken, ...given });
const signIn = async (email: string, password = PASSWORD) =>
  (await valueIn(engine.signIn(CALL, { email, password, address, marks: [] }))).outcome;
const closedAt = (accountId: number) => sql.value("SELECT closed_at FROM accounts WHERE id = ?", accountId);
const holdings = async (loginId: number) =>
  (await valueIn(engine.listHoldings({ ...CALL, loginId }))).map(({ id }) => id);

describe("an account with nothing open", () => {
  test("closes immediately: logins lose access, the card is deleted, the owner gets an e-mail, and the operator sees it", async () => {
    const owner = await newOwner();
    const { accountId, loginId, email } = owner;
    await sql.run("INSERT INTO saved_cards VALUES (?, 'cus_1', 'demonstration', '2026-11-01', 1, NULL)", accountId);
    await sql.run(
      "INSERT INTO invoices (account_id, number, status, issued_on, due_on, subtotal) VALUES (?, ?, 'paid', '2026-11-01', '2026-11-08', 500)",
      ...[accountId, `C-${accountId}`],
    );
    expect(await valueIn(engine.readClosing(owner.query))).toEqual([]);
    expect(await valueIn(close(owner))).toEqual({ outcome: "closed", logins: [loginId] });
    await settled();
    expect(await closedAt(accountId)).toBe("2026-11-20T15:00:00Z");
    expect(await holdings(loginId)).toEqual([]);
    expect(await codeOf(engine.readAccount(owner.query))).toBe("access_lost");
    expect(await codeOf(owner.orderPlan("web-start"))).toBe("access_lost");
    expect(await codeOf(close(owner))).toBe("access_lost");
    expect(await signIn(email)).toBe("refused");
    // This card comes from a page at Stripe that the customer completed while the account was being closed.
    const card = { customer: "cus_2", paymentMethod: "pm_2", agreement: "2026-11-01", agreedAt: at.now, details: null };
    await saveCard(db, accountId, card).run();
    expect(await sql.value("SELECT count(*) FROM saved_cards WHERE account_id = ?", accountId)).toBe(0);
    expect(await sql.value("SELECT count(*) FROM invoices WHERE account_id = ?", accountId)).toBe(1);
    expect(mails.of("accountClosed")).toEqual([["accountClosed", email, "fr", { account: "Nina Roy" }]]);
    const [shown] = await engineOperator(db, () => at.now, NO_HOLDS).findAccount(accountId);
    expect(shown).toMatchObject({ closedAt: "2026-11-20T15:00:00Z", owner: String(loginId) });
  });

  test("closes only with the current password, and with a code if the login has a second step", async () => {
    const owner = await newOwner();
    expect(await valueIn(close(owner, { present: "a guess" }))).toEqual({ outcome: "refused" });
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    await sql.run("UPDATE logins SET totp_secret = ? WHERE id = ?", secret, owner.loginId);
    expect(await valueIn(close(owner))).toEqual({ outcome: "wrong_code" });
    expect(await closedAt(owner.accountId)).toBeNull();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.now });
    expect(await valueIn(close(owner, { code }))).toMatchObject({ outcome: "closed" });
  });

  test("can be closed only by its owner; a contact with another account keeps that account", async () => {
    const [owner, contact] = [await newOwner(), await newOwner()];
    await sql.run("INSERT INTO account_logins VALUES (?, ?, 0)", contact.loginId, owner.accountId);
    const asContact = customer(contact.loginId, owner.accountId);
    expect(await codeOf(close(asContact))).toBe("not_allowed");
    expect(await codeOf(engine.readClosing(asContact.query))).toBe("not_allowed");
    expect(await valueIn(close(owner))).toEqual({ outcome: "closed", logins: [owner.loginId] });
    expect(await holdings(contact.loginId)).toEqual([contact.accountId]);
    expect(await signIn(contact.email)).toBe("signed_in");
  });

  test("can be erased by the operator after it is closed", async () => {
    const owner = await newOwner();
    await valueIn(close(owner));
    const operator = engineOperator(db, () => at.now, NO_HOLDS);
    for (const [kind, id] of [
      ["account", owner.accountId],
      ["login", owner.loginId],
    ] as const)
      expect((await operator.erase({ kind, id }, null)).isKept).toBeUndefined();
    expect(await sql.value("SELECT name FROM accounts WHERE id = ?", owner.accountId)).toBe(
      `Erased account ${owner.accountId}`,
    );
  });
});

describe("obstacles to closing an account", () => {
  const insert = (table: string, row: Record<string, string | number>) =>
    sql.run(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`,
      ...Object.values(row),
    );
  const service = (status: string) => ({
    plan_name: "Web",
    domain: "a.example",
    status,
    billing_cycle: "monthly",
    recurring_price: 1,
  });
  const name = (status: string) => ({ name: `closing-${++people}.com`, status, auto_renew: 0 });
  const invoice = (status: string) => ({
    ...{ number: `X-${++people}`, status, issued_on: "2026-11-01", due_on: "2026-11-08", subtotal: 500 },
  });

  test.each<[string, string, Record<string, string | number>]>([
    ["services", "service", service("pending")],
    ["services", "service", service("active")],
    ["services", "service", service("suspended")],
    ["domains", "domain", name("active")],
    ["domains", "domain", name("grace")],
    ["domains", "domain", name("redemption")],
    ["domains", "domain", name("pending_transfer")],
    ["invoices", "invoice", invoice("unpaid")],
    ["invoices", "invoice", invoice("payment_pending")],
    ["invoices", "invoice", invoice("collections")],
  ])("an item in %s keeps the account open: %s %j", async (table, kind, row) => {
    const owner = await newOwner();
    await insert(table, { account_id: owner.accountId, ...row });
    const obstacles = [expect.objectContaining({ kind, id: expect.any(Number) })];
    expect(await valueIn(engine.readClosing(owner.query))).toEqual(obstacles);
    expect(await valueIn(close(owner))).toEqual({ outcome: "in_the_way", obstacles });
    expect(await closedAt(owner.accountId)).toBeNull();
  });

  test("credit keeps the account open; ended items do not", async () => {
    const owner = await newOwner();
    const { accountId } = owner;
    for (const status of ["terminated", "cancelled"])
      await insert("services", { account_id: accountId, ...service(status) });
    for (const status of ["expired", "transferred_away"])
      await insert("domains", { account_id: accountId, ...name(status) });
    for (const status of ["paid", "cancelled", "refunded"])
      await insert("invoices", { account_id: accountId, ...invoice(status) });
    expect(await valueIn(engine.readClosing(owner.query))).toEqual([]);
    await sql.run("UPDATE accounts SET credit = 5 WHERE id = ?", accountId);
    expect(await valueIn(engine.readClosing(owner.query))).toEqual([{ kind: "credit", amount: 5 }]);
  });

  test("an order is listed once, with its invoice only while the invoice is unpaid", async () => {
    const owner = await newOwner();
    const placed = await valueIn(owner.orderPlan("web-start", { domain: "closing-order.com" }));
    const order = { kind: "order", id: placed.orderId, name: expect.any(String) };
    expect(await valueIn(engine.readClosing(owner.query))).toEqual([{ ...order, invoice: placed.invoice?.id }]);
    await sql.run("UPDATE orders SET status = 'paid', next_try_at = 1e15 WHERE id = ?", placed.orderId);
    await sql.run("UPDATE invoices SET status = 'paid' WHERE id = ?", placed.invoice?.id ?? 0);
    expect(await valueIn(engine.readClosing(owner.query))).toEqual([{ ...order, invoice: null }]);
  });

  test.each<[string, (owner: Owner) => Promise<unknown>]>([
    ["an order", (owner) => valueIn(owner.orderPlan("web-start", { domain: `closing-${++people}.com` }))],
    [
      "a payment",
      async ({ accountId }) => {
        const paid = invoice("paid");
        await insert("invoices", { account_id: accountId, ...paid });
        const payment = { invoice: paid.number, amount: 500, reference: paid.number, receivedOn: null };
        expect(await engine.recordPayment(payment, true)).toMatchObject({ isDone: true });
      },
    ],
  ])("%s that arrives between the read and the write of the closing keeps the account open", async (_, meanwhile) => {
    const owner = await newOwner();
    const raced = actingEngine(
      interrupted(db, /SET closed_at/, () => meanwhile(owner)),
      { deriveKey },
    );
    expect(await valueIn(close(owner, {}, raced.engine))).toMatchObject({ outcome: "in_the_way" });
    expect([await closedAt(owner.accountId), await signIn(owner.email)]).toEqual([null, "signed_in"]);
    expect(raced.mails.sent).toEqual([]);
  });

  test("an order fails if the account closes between the read and the write of the order", async () => {
    const owner = await newOwner();
    const database = interrupted(db, /INSERT INTO orders/, () => valueIn(close(owner)));
    const raced = actingEngine(database, { deriveKey }, { ORDERS_NEED_CARD: "false" });
    const asCustomer = raced.customer(owner.loginId, owner.accountId);
    expect(await codeOf(asCustomer.orderPlan("web-start", { domain: "closing-late.com" }))).toBe("access_lost");
    expect(await closedAt(owner.accountId)).not.toBeNull();
    expect(await sql.value("SELECT count(*) FROM orders WHERE account_id = ?", owner.accountId)).toBe(0);
  });
});

describe("a login with a closed account", () => {
  test("cannot get a new password, but can sign up again and then has only the new account", async () => {
    const owner = await newOwner();
    await valueIn(close(owner));
    await settled();
    mails.sent.length = 0;
    await ask("new_password", owner.email);
    expect(mails.sent).toEqual([]);
    const again = await signUp(owner.email, "another long password");
    expect(mails.of("code")).toHaveLength(1);
    expect(again.loginId).toBe(owner.loginId);
    expect(await holdings(again.loginId)).toEqual([again.accountId]);
    expect(again.accountId).not.toBe(owner.accountId);
    expect([await signIn(owner.email), await signIn(owner.email, "another long password")]).toEqual([
      "refused",
      "signed_in",
    ]);
  });

  test("releases its e-mail address to another login", async () => {
    const [former, owner] = [await newOwner(), await newOwner()];
    await valueIn(close(former));
    const login = { ...CALL, loginId: owner.loginId };
    const asked = { present: PASSWORD, address, formToken, email: former.email, language: "fr" } as const;
    const mailed = await valueIn(engine.mailEmailCode(login, asked));
    await settled();
    const code = newestCode();
    const id = mailed.outcome === "mailed" ? mailed.id : "";
    expect(await valueIn(engine.changeEmail(login, { id, code }))).toMatchObject({ outcome: "changed" });
    at.now += MINUTE_MS;
    expect(await signIn(former.email)).toBe("signed_in");
  });
});
