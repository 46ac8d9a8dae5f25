import type { Miniflare } from "miniflare";
import { logins } from "../dev/seed/customers/logins.ts";
import type { Agreement, ConnectionPort } from "../durable-objects/connection/connection-port.ts";
import { hashOf, mintApiToken, shownParts } from "../durable-objects/connection/tokens/api-token.ts";
import { NO_ASKS } from "../shared/account-access/asks.ts";
import type { Scope } from "../shared/account-access/scopes.ts";
import { ObjectIds } from "../shared/platform/ids.ts";
import { type ServiceKeyPort, Signer } from "../shared/platform/service-key.ts";

/**
 * The demonstration's ids are below this number. All new rows have ids with six digits, so that all responses have the
 * same length.
 */
const FIRST_ID = 100_000;

/**
 * Adds customers to the billing engine. Each has an account in Québec with a saved payment method, and a login that may
 * order for the account. The accounts have no owner, so no order sends an e-mail. The speed of the local e-mail system
 * says nothing about the real one.
 */
export async function addCustomers(billing: D1Database, count: number): Promise<Customer[]> {
  await billing.batch(FLOOR.map((statement) => billing.prepare(statement)));
  const newest = await billing.prepare("SELECT max(id) AS id FROM accounts").first<{ id: number }>();
  const first = (newest?.id ?? FIRST_ID) + 1;
  await billing.batch(CUSTOMERS.map((statement) => billing.prepare(numbered(statement)).bind(first, count)));
  return Array.from({ length: count }, (_, index) => ({ loginId: first + index, accountId: first + index }));
}

/** One row for each table. Later ids continue from these rows. */
const FLOOR = [
  `INSERT OR IGNORE INTO accounts (id, name, email, country, province, currency)
   VALUES (${FIRST_ID}, 'Benchmark', 'benchmark@maple.example', 'CA', 'QC', 'CAD')`,
  `INSERT OR IGNORE INTO services (id, account_id, plan_name, status, billing_cycle, recurring_price)
   VALUES (${FIRST_ID}, ${FIRST_ID}, 'Benchmark', 'cancelled', 'monthly', 0)`,
  `INSERT OR IGNORE INTO invoices (id, account_id, status, issued_on, due_on, subtotal)
   VALUES (${FIRST_ID}, ${FIRST_ID}, 'draft', '2026-01-01', '2026-01-01', 0)`,
  `INSERT OR IGNORE INTO orders (id, account_id, kind, status, placed_at, service_id)
   VALUES (${FIRST_ID}, ${FIRST_ID}, 'plan', 'cancelled', '2026-01-01T00:00:00Z', ${FIRST_ID})`,
];

const CUSTOMERS = [
  `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
   SELECT id, 'benchmark-' || id || '@maple.example', 'en', printf('%064d', id), printf('%032d', id), 16384, 8, 5 FROM numbers`,
  `INSERT INTO accounts (id, name, email, country, province, currency)
   SELECT id, 'Benchmark ' || id, 'benchmark-' || id || '@maple.example', 'CA', 'QC', 'CAD' FROM numbers`,
  "INSERT INTO saved_cards SELECT id, 'benchmark', 'benchmark', '2026-11-29', 0, NULL FROM numbers",
  "INSERT INTO account_logins SELECT id, id, 0 FROM numbers",
  "INSERT INTO account_login_permissions SELECT id, id, 'orders' FROM numbers",
];

/** Returns an SQL statement that inserts one row for each id in `numbers`: ?2 consecutive ids, starting with ?1. */
function numbered(insertion: string): string {
  return `WITH RECURSIVE numbers (id) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT id + 1 FROM numbers WHERE id + 1 < ?1 + ?2) ${insertion}`;
}

export const ACCOUNT_WORKER = "frontdesk-account";
const AT_ONCE = 50;

/** The login of a connection, and its account. */
export interface Customer {
  loginId: number;
  accountId: number;
}

/** The demonstration's first customer. */
export const ANA: Customer = { loginId: logins[0]?.id ?? 0, accountId: logins[0]?.accounts[0]?.id ?? 0 };

/**
 * Opens a connection for each customer, with its own object and request window.
 * @returns the API tokens of the connections, in the same order
 */
export async function openConnections(runtime: Miniflare, customers: Customer[], scopes: Scope[]): Promise<string[]> {
  const keys = await runtime.getDurableObjectNamespace("SERVICE_KEY", ACCOUNT_WORKER);
  const signing = await asPort<ServiceKeyPort>(keys.get(keys.idFromName("service"))).keys();
  // The account Worker accepts these ids as its own.
  const ids = new ObjectIds(new Signer(async () => signing), "connection");
  const connections = await runtime.getDurableObjectNamespace("CONNECTION", ACCOUNT_WORKER);
  const open = async (customer: Customer): Promise<string> => {
    const id = await ids.mint();
    const token = mintApiToken(id);
    const connection = asPort<ConnectionPort>(connections.get(connections.idFromName(id)));
    await connection.openToken(agreementOf(id, token, customer, scopes), await hashOf(token));
    return token;
  };
  const tokens: string[] = [];
  while (tokens.length < customers.length) {
    tokens.push(...(await Promise.all(customers.slice(tokens.length, tokens.length + AT_ONCE).map(open))));
  }
  return tokens;
}

function agreementOf(id: string, token: string, customer: Customer, scopes: Scope[]): Agreement {
  return {
    id,
    name: "Benchmark",
    application: id,
    origin: { kind: "token", ...shownParts(token) },
    returnsTo: null,
    ...customer,
    accountName: "",
    currency: "CAD",
    scopes,
    operations: null,
    limit: { kind: "account" },
    limitName: null,
    asks: NO_ASKS,
    madeAt: new Date().toISOString(),
    pages: "http://localhost:8787",
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    contact: { email: "bench@maple.example", language: "en" },
  };
}

/**
 * Returns an object with a type. The runtime's proxy calls an object's methods by name, but its types do not list them.
 */
function asPort<Port>(object: unknown): Port {
  return object as Port;
}
