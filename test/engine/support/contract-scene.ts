import { planNamed } from "../../../dev/seed/customers/price-list.ts";
import { asks, valueIn, writes } from "../../billing-contract/questions.ts";
import {
  type ActingScene,
  type BillingDifferences,
  type BillingScene,
  type BillingUnderTest,
  NOW,
  sceneIds,
  TAX_NAMES,
  TIME_ZONE,
} from "../../billing-contract/scene.ts";
import { STORED_CONTACT } from "../../support/new-name.ts";
import { actingEngine } from "./acting.ts";
import { seededBilling } from "./seeded-billing.ts";

const ENGINE: BillingDifferences = {
  signIn: "form",
  // The engine keeps one row for each time that an account held a domain.
  listsFormerDomains: true,
  cancelsAtOnce: true,
  hasTicketsWithoutDepartment: true,
  discountsSeveralCycles: true,
  namesProducts: false,
  asksRegistrar: true,
};

/** Creates the embedded engine on an in-process database, for the billing contract. */
export async function engineUnderTest(): Promise<BillingUnderTest> {
  const { db, sql } = await seededBilling(new Date(NOW));
  const hold = { isHeld: false };
  const acting = actingEngine(db, { holds: { isHeld: async () => hold.isHeld } }, { TIME_ZONE });
  const scene: BillingScene = {
    ...engineScene(sql, (now) => {
      acting.at.now = now;
    }),
    ...actingScene(sql, acting, hold),
  };
  return {
    billing: acting.engine,
    scene,
    what: ENGINE,
  };
}

type Sql = Awaited<ReturnType<typeof seededBilling>>["sql"];

function engineScene(sql: Sql, setTime: (now: number) => void): Omit<BillingScene, keyof ActingScene> {
  const nextId = sceneIds();
  return {
    setTime,
    async login({ email, language = "en" } = {}) {
      const id = nextId();
      await sql.run(
        `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size,
           scrypt_parallelism)
         SELECT ?, ?, ?, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism
         FROM logins WHERE id = 11`,
        ...[id, email ?? `login-${id}@maple.example`, language],
      );
      return id;
    },
    async account({
      name = "Scene Inc.",
      isPerson = false,
      email = "scene@maple.example",
      country = "CA",
      currency = "CAD",
      credit = 0,
    } = {}) {
      const id = nextId();
      await sql.run(
        `INSERT INTO accounts (id, name, company, email, country, province, currency, credit, contact)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[
          id,
          name,
          isPerson ? null : name,
          email,
          country,
          country === "CA" ? "QC" : null,
          currency,
          credit,
          STORED_CONTACT,
        ],
      );
      await sql.run(SAVED_CARD, id);
      return id;
    },
    async grant(loginId, accountId, holds) {
      await sql.run("DELETE FROM account_logins WHERE login_id = ? AND account_id = ?", loginId, accountId);
      await sql.run("INSERT INTO account_logins VALUES (?, ?, ?)", loginId, accountId, holds === "owner" ? 1 : 0);
      if (holds === "owner") return;
      const insert = "INSERT INTO account_login_permissions VALUES (?, ?, ?)";
      for (const permission of holds) await sql.run(insert, loginId, accountId, permission);
    },
    revoke: (loginId, accountId) =>
      sql.run("DELETE FROM account_logins WHERE login_id = ? AND account_id = ?", loginId, accountId),
    removeLogin: (loginId) => sql.run("DELETE FROM logins WHERE id = ?", loginId),
    async service(accountId, service = {}) {
      const {
        planId,
        name = "Custom",
        domain,
        status = "active",
        billingCycle = "monthly",
        nextDueOn,
        price,
        server,
      } = service;
      const id = nextId();
      await sql.run(
        `INSERT INTO services (id, account_id, plan_id, plan_name, domain, status, billing_cycle, next_due_on,
           recurring_price, server, server_user) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, accountId, planId ?? null, planId ? planNamed(planId).name.en : name, domain ?? null],
        ...[status, billingCycle, nextDueOn ?? null, price ?? 100],
        ...(server ? [String(server.id), server.user] : [null, null]),
      );
      return id;
    },
    async domain(accountId, domain) {
      const { name, status = "active", registeredOn, expiresOn, nextDueOn, renewalPrice, autoRenew = false } = domain;
      const id = nextId();
      await sql.run(
        `INSERT INTO domains (id, account_id, name, status, registered_on, expires_on, next_due_on, renewal_price,
           auto_renew) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, accountId, name, status, registeredOn ?? null, expiresOn ?? null, nextDueOn ?? null],
        ...[renewalPrice ?? null, autoRenew ? 1 : 0],
      );
      return id;
    },
    async invoice(accountId, invoice = {}) {
      const { status = "paid", issuedOn = "2026-01-02", dueOn = issuedOn, paidOn, subtotal = 1000 } = invoice;
      const { taxes = [], creditApplied = 0, paid = 0 } = invoice;
      const id = nextId();
      const named = taxes.map((tax, position) => ({ name: TAX_NAMES[position] ?? "", ...tax }));
      await sql.run(
        `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, paid_on, subtotal, taxes, tax,
           credit_applied) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, accountId, `T-${id}`, status, issuedOn, dueOn, paidOn ?? null, subtotal],
        ...[JSON.stringify(named), taxes.reduce((sum, { amount }) => sum + amount, 0), creditApplied],
      );
      if (paid > 0) {
        const payment = `INSERT INTO payments (id, account_id, reference, amount, currency, received_on)
          SELECT ?1, id, 'scene-' || ?1, ?3, currency, ?4 FROM accounts WHERE id = ?2`;
        await sql.run(payment, id, accountId, paid, paidOn ?? issuedOn);
        await sql.run("INSERT INTO invoice_payments (payment_id, invoice_id, amount) VALUES (?1, ?1, ?2)", id, paid);
      }
      return id;
    },
    async ticket(accountId, ticket = {}) {
      const { subject = "Scene", department = "Billing", serviceId, status = "open" } = ticket;
      const { openedAt = "2026-01-02T09:00:00Z", lastReplyAt } = ticket;
      const id = nextId();
      await sql.run(
        `INSERT INTO tickets (id, account_id, number, subject, department, service_id, status, opened_at, last_reply_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, accountId, `T-${id}`, subject, department, serviceId ?? null, status, openedAt, lastReplyAt ?? null],
      );
      return id;
    },
    cancellation: (serviceId, { when, effectiveOn, requestedAt }) =>
      sql.run(
        "INSERT INTO cancellations (service_id, timing, effective_on, requested_at) VALUES (?, ?, ?, ?)",
        ...[serviceId, when, effectiveOn, requestedAt],
      ),
    remove: (table, id) => sql.run(`DELETE FROM ${table} WHERE id = ?`, id),
  };
}

const SAVED_CARD =
  "INSERT OR REPLACE INTO saved_cards VALUES (?, 'demonstration', 'demonstration', '2026-11-29', 0, NULL)";

function actingScene(
  sql: Sql,
  { engine, registrar, mails, settled }: ReturnType<typeof actingEngine>,
  hold: { isHeld: boolean },
): ActingScene {
  return {
    paymentMethod: (accountId, isOnFile) =>
      sql.run(isOnFile ? SAVED_CARD : "DELETE FROM saved_cards WHERE account_id = ?", accountId),
    registered: (domain, more) => void registrar.hold(domain, more),
    async pay(loginId, accountId, invoiceId) {
      await valueIn(engine.payInvoice(writes(asks(loginId, accountId), true), invoiceId));
      await settled();
    },
    async traces() {
      await settled();
      const asked = registrar.calls.filter((call) => call !== "read" && call !== "check");
      return { changes: await sql.value("SELECT total_changes()"), asked, mails: mails.sent.length };
    },
    async setHold(isHeld) {
      hold.isHeld = isHeld;
    },
  };
}
