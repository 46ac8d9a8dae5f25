import type { Holds } from "../../../shared/holds/holds.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { DataSubject, EraseStep, SubjectFound } from "../../../shared/operator-contract/erasure.ts";
import { type ExportPage, pageOf, queriedTable } from "../../../shared/operator-contract/export-pages.ts";
import { heldDatabase } from "../../../shared/operator-contract/held-database.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { listPaymentsAgain } from "../engine/payments/payment-jobs.ts";
import { SET_UP } from "../engine/records/orders.ts";
import { DATABASE, ERASED_DOMAIN } from "../engine/store/account-store.ts";
import { raiseIds } from "../engine/store/sql.ts";
import { engineStatus, RUNBOOK } from "./engine-status.ts";

const MAX_ROWS = 200;

/**
 * Returns the operator console's methods that work directly on the embedded engine's database. The Worker adds the
 * other methods.
 * @param now returns the current time in epoch milliseconds
 */
export function engineOperator(
  db: D1Database,
  now: () => number,
  holds: Pick<Holds, "list" | "hold" | "resume">,
): Omit<
  BillingOperatorPort,
  "recordPayment" | "refundPayment" | "listSetUps" | "endSetUp" | "failSetUp" | "rotateKey"
> {
  return {
    ...heldDatabase(holds, DATABASE, async () => {
      await raiseIds(db);
      await listPaymentsAgain(db, now());
    }),
    status: () => engineStatus(db, now),
    findLogin: (sought) =>
      shownRows(
        db,
        `SELECT id AS login, email, language, totp_secret IS NOT NULL AS hasSecondStep,
           (SELECT group_concat(account_id, ' ') FROM account_logins WHERE login_id = logins.id) AS accounts,
           nullif(wrong_codes, 0) AS wrongCodes,
           CASE WHEN codes_wait_until > ?2 THEN ${shownColumn("codes_wait_until")} END AS waitsUntil
         FROM logins WHERE id = ?1 OR email = ?1 LIMIT ${MAX_ROWS}`,
        sought,
        now(),
      ),
    findAccount: (account) =>
      shownRows(
        db,
        `SELECT id AS account, name, company, currency, closed_at AS closedAt,
           (SELECT group_concat(login_id, ' ') FROM account_logins WHERE account_id = a.id AND owner = 1) AS owner,
           (SELECT group_concat(login_id, ' ') FROM account_logins WHERE account_id = a.id) AS logins,
           (SELECT count(*) FROM services WHERE account_id = a.id AND status = 'active') AS activeServices,
           (SELECT count(*) FROM domains WHERE account_id = a.id AND status = 'active') AS activeDomains,
           (SELECT count(*) FROM payments WHERE account_id = a.id AND disputed_on IS NOT NULL) AS disputedPayments,
           EXISTS (SELECT 1 FROM saved_cards WHERE account_id = a.id) AS hasCard
         FROM accounts AS a WHERE id = ?`,
        account,
      ),
    findDomain: (domain) =>
      shownRows(
        db,
        `SELECT name AS domain, account_id AS account, status, registered_on AS registeredOn, expires_on AS expiresOn,
           auto_renew AS isRenewed
         FROM domains WHERE name = ? ORDER BY id DESC LIMIT ${MAX_ROWS}`,
        domain,
      ),
    findOrders: (sought) =>
      shownRows(
        db,
        `SELECT o.id AS "order", o.account_id AS account, o.kind, o.status, o.tries, d.name AS domain, o.service_id AS service,
           i.number AS invoice, o.placed_at AS placedAt, CASE o.status WHEN 'paid' THEN o.waits_for END AS waitsFor,
           CASE WHEN o.status = 'paid' AND o.waits_for <> '${SET_UP}' THEN ${shownColumn("o.next_try_at")} END AS nextTryAt,
           ${RUNBOOK} AS runbook
         FROM orders AS o LEFT JOIN domains AS d ON d.id = o.domain_id LEFT JOIN invoices AS i ON i.id = o.invoice_id
         WHERE ${typeof sought === "number" ? "o.id = ?" : "d.name = ?"} ORDER BY o.id DESC LIMIT ${MAX_ROWS}`,
        sought,
      ),
    findInvoice: (sought) =>
      shownRows(
        db,
        `SELECT i.number AS invoice, i.account_id AS account, i.status, i.issued_on AS issuedOn, i.due_on AS dueOn, i.paid_on AS paidOn,
           ${money("i.total", "a.currency")} AS total,
           (SELECT group_concat(id, ' ') FROM orders WHERE invoice_id = i.id AND account_id = i.account_id) AS orders
         FROM invoices AS i JOIN accounts AS a ON a.id = i.account_id
         WHERE ${typeof sought === "number" ? "i.id = ?" : "i.number = ?"} AND i.status <> 'draft'`,
        sought,
      ),
    async unlock(login): Promise<ActResult> {
      const { meta } = await db
        .prepare(
          `UPDATE logins SET unlocked_at = ?1, wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL WHERE id = ?2`,
        )
        .bind(now(), login)
        .run();
      return meta.changes > 0
        ? {
            isDone: true,
            text: "The login can try again immediately. Its wrong passwords and codes no longer count. A network that tried many logins still waits.",
          }
        : { isDone: false, text: `There is no login ${login}.` };
    },
    mails: () =>
      shownRows(
        db,
        `SELECT id AS mail, account_id AS account, kind, tries, claimed_until > ?1 AS isBeingSent,
           ${shownColumn("due_at")} AS dueAt
         FROM notices WHERE sent_at IS NULL ORDER BY tries DESC, due_at LIMIT ${MAX_ROWS}`,
        now(),
      ),
    async sendMailAgain(id): Promise<ActResult> {
      const { meta } = await db
        .prepare(
          "UPDATE notices SET due_at = min(due_at, ?1), claimed_until = 0, tries = 0 WHERE id = ?2 AND sent_at IS NULL",
        )
        .bind(now(), id)
        .run();
      return meta.changes > 0
        ? { isDone: true, text: "It is due now. The next run of the scheduled jobs sends it." }
        : { isDone: false, text: "There is no such mail, or it was already sent." };
    },
    find: (subject) => findSubject(db, subject),
    exportOf: (subject, cursor) => exportSubject(db, subject, cursor),
    erase: (subject) => eraseSubject(db, subject),
  };
}

/** SQL: whether an account has anything in use. An account in use and its owner are not erased. */
const IN_USE = `EXISTS (SELECT 1 FROM services WHERE account_id = a.account_id AND status IN ('pending', 'active', 'suspended'))
  OR EXISTS (SELECT 1 FROM domains WHERE account_id = a.account_id
    AND status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud'))
  OR EXISTS (SELECT 1 FROM invoices WHERE account_id = a.account_id AND status IN ('unpaid', 'payment_pending', 'collections'))`;

/**
 * Returns SQL that formats minor units as the `refund` command shows them, with their currency. Every currency here has
 * two decimals.
 */
const money = (column: string, currency = "(SELECT currency FROM accounts WHERE id = account_id)") =>
  `printf('%.2f %s', ${column} / 100.0, ${currency})`;

const EXPORTS: Record<DataSubject["kind"], Record<string, string>> = {
  login: {
    login: "SELECT id, email, language FROM logins WHERE id = ?",
    accountsOfLogin: "SELECT account_id, owner FROM account_logins WHERE login_id = ?",
    actionsInBilling: "SELECT account_id, reference, operation, begun_at, state FROM actions WHERE login_id = ?",
  },
  account: {
    account:
      "SELECT id, name, company, email, country, province, currency, business_number, contact, closed_at FROM accounts WHERE id = ?",
    services: "SELECT id, plan_name, domain, status FROM services WHERE account_id = ?",
    domains: "SELECT id, name, status FROM domains WHERE account_id = ?",
    // The query has two parts, so that each can use its own index.
    invoices: ["<>", "="]
      .map(
        (draft) =>
          `SELECT id, number, status, issued_on, due_on, ${money("subtotal")} AS subtotal, parties FROM invoices WHERE account_id = ?1 AND status ${draft} 'draft'`,
      )
      .join(" UNION ALL "),
    payments: `SELECT reference, ${money("amount", "currency")} AS amount, received_on, disputed_on FROM payments WHERE account_id = ?`,
    refunds: `SELECT ${money("r.amount", "p.currency")} AS amount, r.state, ${shownColumn("r.asked_at")} AS asked_at
      FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE p.account_id = ?`,
    checkouts: `SELECT invoices, ${money("amount")} AS amount, state, ${shownColumn("expires_at")} AS expires_at FROM checkouts WHERE account_id = ?`,
    savedCards: `SELECT customer, payment_method, agreement, ${shownColumn("agreed_at")} AS agreed_at, details FROM saved_cards WHERE account_id = ?`,
    charges: `SELECT i.number AS invoice, c.attempt, ${money("c.amount")} AS amount, c.state, c.payment_intent, ${shownColumn("c.sent_at")} AS sent_at
      FROM invoices i JOIN charges c ON c.invoice_id = i.id WHERE i.account_id = ? AND i.status <> 'draft'`,
    orders: "SELECT id, kind, status, placed_at, fields, registrant FROM orders WHERE account_id = ?",
    tickets: "SELECT number, department, status, opened_at, last_reply_at FROM tickets WHERE account_id = ?",
    actionsInBilling: "SELECT login_id, reference, operation, begun_at, state FROM actions WHERE account_id = ?",
  },
};

/** Returns one page of the engine's data about a login or an account. It leaves out secrets and ticket subjects. */
export async function exportSubject(db: D1Database, subject: DataSubject, cursor: string | null): Promise<ExportPage> {
  const { kind, id } = subject;
  const tables = Object.entries(EXPORTS[kind]).map(([name, sql]) => queriedTable(name, { db, sql, values: [id] }));
  const page = await pageOf(tables, cursor);
  return page.next === null ? { ...page, notes: ["Subjects of tickets, secrets and hashes are left out."] } : page;
}

/** Looks up a login or account by its id. */
async function findSubject(db: D1Database, { kind, id }: Pick<DataSubject, "kind" | "id">): Promise<SubjectFound> {
  const name = kind === "login" ? "SELECT email FROM logins WHERE id = ?" : "SELECT name FROM accounts WHERE id = ?";
  const row = await db.prepare(`SELECT (${name}) AS name`).bind(id).first<{ name: string | null }>();
  return { isKnown: typeof row?.name === "string", name: row?.name ?? null };
}

const KEPT: EraseStep = {
  left: 0,
  note: "The billing system kept the data, because services, domain names or unpaid invoices are still in use. End or settle them, then erase again.",
  isKept: true,
};

/**
 * Replaces personal data with the login's or account's number. Keeps invoices, orders and actions, because a provider
 * must keep them. If an account is in use, neither the account nor its owner is erased. Its other logins can be erased,
 * and they lose their access.
 */
async function eraseSubject(db: D1Database, { kind, id }: DataSubject): Promise<EraseStep> {
  const accounts =
    kind === "account"
      ? "SELECT ?1 AS account_id"
      : "SELECT account_id FROM account_logins WHERE login_id = ?1 AND owner = 1";
  const inUse = await db
    .prepare(`SELECT count(*) AS count FROM (${accounts}) a WHERE ${IN_USE}`)
    .bind(id)
    .first<number>("count");
  if (inUse) return KEPT;
  const erased = `erased-${kind}-${id}@${ERASED_DOMAIN}`;
  // If anything has come into use since the read, this statement sets a NOT NULL column to NULL, which fails the
  // transaction.
  const stillUnused = db
    .prepare(
      `UPDATE accounts SET revision = NULL WHERE id IN (SELECT a.account_id FROM (${accounts}) a WHERE ${IN_USE})`,
    )
    .bind(id);
  try {
    await db.batch([
      stillUnused,
      ...(kind === "login" ? loginStatements(db, id, erased) : accountStatements(db, id, erased)),
    ]);
  } catch (error) {
    if (!/NOT NULL constraint failed: accounts\.revision/.test(String(error))) throw error;
    return KEPT;
  }
  return { left: 0, note: "The billing system keeps invoices, orders and actions, identified only by number." };
}

function loginStatements(db: D1Database, id: number, email: string): D1PreparedStatement[] {
  const random = () => crypto.getRandomValues(new Uint8Array(32)).toHex();
  const ofLogin = (sql: string) => db.prepare(sql).bind(id);
  return [
    ofLogin("DELETE FROM mailed_codes WHERE email = (SELECT email FROM logins WHERE id = ?)"),
    db
      .prepare(
        `UPDATE logins SET email = ?, password_hash = ?, password_salt = ?, totp_secret = NULL, totp_last_step = NULL,
           wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL, unlocked_at = NULL WHERE id = ?`,
      )
      .bind(email, random(), random(), id),
    ofLogin(
      `DELETE FROM account_login_permissions WHERE login_id = ?1 AND account_id IN
         (SELECT account_id FROM account_logins WHERE login_id = ?1 AND owner = 0)`,
    ),
    ofLogin("DELETE FROM account_logins WHERE login_id = ? AND owner = 0"),
    ofLogin("DELETE FROM sign_in_challenges WHERE login_id = ?"),
    ofLogin("DELETE FROM recovery_codes WHERE login_id = ?"),
    ofLogin("DELETE FROM email_changes WHERE login_id = ?"),
  ];
}

function accountStatements(db: D1Database, id: number, email: string): D1PreparedStatement[] {
  const ofAccount = (sql: string) => db.prepare(sql).bind(id);
  return [
    // Raise the revision, so that concurrent decisions on the account run again. They calculate taxes from the business
    // number.
    db
      .prepare(
        `UPDATE accounts SET name = ?, company = NULL, email = ?, province = NULL, business_number = NULL,
           contact = NULL, revision = revision + 1 WHERE id = ?`,
      )
      .bind(`Erased account ${id}`, email, id),
    ofAccount("UPDATE orders SET fields = NULL, registrant = NULL, auth_code = NULL WHERE account_id = ?"),
    ofAccount("UPDATE tickets SET subject = 'Erased' WHERE account_id = ?"),
    ofAccount("DELETE FROM notices WHERE account_id = ?"),
    ofAccount("DELETE FROM events WHERE account_id = ?"),
  ];
}
