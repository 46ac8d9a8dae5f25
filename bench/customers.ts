import type { Customer } from "./connections.ts";

/** The demonstration's own ids are below. What is made from here on has ids of six digits, and answers of one length. */
const FIRST_ID = 100_000;

/**
 * Puts so many customers into the billing engine: each an account in Québec with a payment method on file, and a login that
 * may order for it. Nobody owns the accounts, so that no order is mailed: where mail goes to here says nothing of the real one.
 */
export async function addCustomers(billing: D1Database, count: number): Promise<Customer[]> {
  await billing.batch(FLOOR.map((statement) => billing.prepare(statement)));
  const newest = await billing.prepare("SELECT max(id) AS id FROM accounts").first<{ id: number }>();
  const first = (newest?.id ?? FIRST_ID) + 1;
  await billing.batch(CUSTOMERS.map((statement) => billing.prepare(numbered(statement)).bind(first, count)));
  return Array.from({ length: count }, (_, index) => ({ loginId: first + index, accountId: first + index }));
}

/** One of each, so that ids go on from there. */
const FLOOR = [
  `INSERT OR IGNORE INTO accounts VALUES
     (${FIRST_ID}, 'Benchmark', NULL, 'benchmark@maple.example', 'CA', 'QC', 'CAD', 0, 1, NULL)`,
  `INSERT OR IGNORE INTO services (id, account_id, plan_name, status, billing_cycle, recurring_price)
   VALUES (${FIRST_ID}, ${FIRST_ID}, 'Benchmark', 'cancelled', 'monthly', 0)`,
  `INSERT OR IGNORE INTO invoices (id, account_id, status, issued_on, due_on, subtotal)
   VALUES (${FIRST_ID}, ${FIRST_ID}, 'draft', '2026-01-01', '2026-01-01', 0)`,
  `INSERT OR IGNORE INTO orders (id, account_id, kind, status, placed_at, service_id)
   VALUES (${FIRST_ID}, ${FIRST_ID}, 'plan', 'cancelled', '2026-01-01T00:00:00Z', ${FIRST_ID})`,
];

const CUSTOMERS = [
  `INSERT INTO logins SELECT id, 'benchmark-' || id || '@maple.example', 'en', printf('%064d', id), printf('%032d', id),
     16384, 8, 5, NULL, NULL FROM numbers`,
  `INSERT INTO accounts SELECT id, 'Benchmark ' || id, NULL, 'benchmark-' || id || '@maple.example', 'CA', 'QC', 'CAD', 0, 1, NULL
   FROM numbers`,
  "INSERT INTO account_logins SELECT id, id, 0 FROM numbers",
  "INSERT INTO account_login_permissions SELECT id, id, 'orders' FROM numbers",
];

/** An insertion of as many rows as there are `numbers`: ?2, from ?1 on. */
function numbered(insertion: string): string {
  return `WITH RECURSIVE numbers (id) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT id + 1 FROM numbers WHERE id + 1 < ?1 + ?2) ${insertion}`;
}
