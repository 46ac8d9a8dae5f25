import { STORED_CONTACT } from "../../support/new-name.ts";

/** An account with a given number of rows of each kind. */
export interface AccountOfSize {
  /** The id of the account and also of its owner's login. */
  id: number;
  rows: number;
  /** The e-mail address of the login. Its password is the same as for the demonstration login `big`. */
  email: string;
}

/** The number of row ids that are reserved for each account, so that the rows of two accounts never share an id. */
const ROOM = 10_000;

/**
 * Adds an account with the given number of services, domains, invoices, tickets and orders to the billing database.
 * Every second invoice is unpaid. Each invoice has two taxes.
 * @param id an id of at least 300,000, because other accounts have lower ids
 */
export async function addAccountOfSize(billing: D1Database, id: number, rows: number): Promise<AccountOfSize> {
  if (rows > ROOM) throw new Error(`an account here has ${ROOM} rows of a kind at most`);
  const account = { id, rows, email: `account-of-${rows}-${id}@maple.example` };
  await billing.batch([
    billing
      .prepare(
        `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
         SELECT ?1, ?2, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism
         FROM logins WHERE email = 'big@maple.example'`,
      )
      .bind(id, account.email),
    billing
      .prepare(
        `INSERT INTO accounts (id, name, email, country, province, currency, contact)
         VALUES (?1, 'Account of ' || ?2, ?3, 'CA', 'QC', 'CAD', ?4)`,
      )
      .bind(id, rows, account.email, STORED_CONTACT),
    billing
      .prepare("INSERT INTO saved_cards VALUES (?, 'demonstration', 'demonstration', '2026-11-29', 0, NULL)")
      .bind(id),
    billing.prepare("INSERT INTO account_logins VALUES (?1, ?1, 1)").bind(id),
    ...ROWS.map((insertion) => billing.prepare(`${NUMBERS} ${insertion}`).bind(id, rows)),
  ]);
  return account;
}

/** SQL: numbers the rows. ?1 is the account, ?2 the number of rows. `id` is the id of a row, and `n` counts from 1. */
const NUMBERS = `WITH RECURSIVE numbers (n, id) AS (
  SELECT 1, ?1 * ${ROOM} + 1 UNION ALL SELECT n + 1, id + 1 FROM numbers WHERE n < ?2)`;

const ROWS = [
  `INSERT INTO services (id, account_id, plan_id, plan_name, domain, status, billing_cycle, next_due_on, recurring_price)
   SELECT id, ?1, 'web-plus', 'Web Plus', printf('site-%d-%06d.ca', ?1, n), 'active', 'annually', '2027-06-01', 10000 FROM numbers`,
  `INSERT INTO domains (id, account_id, name, status, registered_on, expires_on, next_due_on, renewal_price, auto_renew)
   SELECT id, ?1, printf('name-%d-%06d.ca', ?1, n), 'active', '2025-06-01', '2027-06-01', '2027-05-15', 1999, 1 FROM numbers`,
  `INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, paid_on, subtotal,
     taxes, tax)
   SELECT id, ?1, printf('S-%d-%06d', ?1, n), iif(n % 2, 'unpaid', 'paid'), date('2022-01-01', n || ' days'),
     date('2022-01-15', n || ' days'), iif(n % 2, NULL, date('2022-01-10', n || ' days')), 10000,
     '[{"name":"GST","rateThousandths":5000,"amount":500},{"name":"QST","rateThousandths":9975,"amount":998}]', 1498
   FROM numbers`,
  `INSERT INTO payments (id, account_id, reference, amount, currency, received_on)
   SELECT id, ?1, 'size-' || id, 11498, 'CAD', date('2022-01-10', n || ' days') FROM numbers WHERE n % 2 = 0`,
  `INSERT INTO invoice_payments (payment_id, invoice_id, amount) SELECT id, id, 11498 FROM numbers WHERE n % 2 = 0`,
  `INSERT INTO tickets (id, account_id, number, subject, department, service_id, status, opened_at)
   SELECT id, ?1, printf('S-%d-%06d', ?1, n), 'Question ' || n, 'Support', id, 'open',
     strftime('%Y-%m-%dT%H:%M:%SZ', '2024-01-01', n || ' hours') FROM numbers`,
  `INSERT INTO orders (id, account_id, kind, status, placed_at, service_id)
   SELECT id, ?1, 'plan', 'done', '2025-06-01T00:00:00Z', id FROM numbers`,
];
