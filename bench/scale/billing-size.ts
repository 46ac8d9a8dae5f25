import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { PROJECT } from "../../scripts/workers.ts";
import { actingEngine, DAY_MS, NOW } from "../../test/engine/support/acting.ts";
import { seededBilling } from "../../test/engine/support/seeded-billing.ts";
import { markdownTable } from "../report.ts";
import { GIGABYTE, MAX_DATABASE_BYTES } from "./platform.ts";

/** Bytes in the billing database, indexes included. */
export interface BillingSize {
  /** An account with its owner's login. */
  account: number;
  /** An order of a plan that was paid. */
  order: number;
  /** What the order answered, which is kept under its reference. */
  answer: number;
  /** A renewal of the plan that was paid. */
  renewal: number;
}

type Row = Record<string, SQLInputValue>;
type RowSet = [table: string, row: Row][];

const MIGRATIONS = join(PROJECT, "workers/billing/migrations");
const COPIES = 4_000;
/** Between the ids of one copy and of the next. */
const APART = 10_000;
const ACCOUNT = 1001;
const LOGIN = 11;
/** As long as one that the account's object makes (`durable-objects/account/commands/order-runner.ts`). */
const REFERENCE = "scale-reference-".padEnd(49, "0");
const MAX_DAYS = 60;
const MONTHS = 12;

/** Lets the engine do each thing once, and fills databases with copies of the rows that it left. */
export async function billingSize(): Promise<BillingSize> {
  const { db } = await seededBilling(new Date(NOW));
  await db.prepare("UPDATE accounts SET credit = 0 WHERE id = ?").bind(ACCOUNT).run();
  const { owner, pass, settled } = actingEngine(db);
  const rowsOf = async (tables: Record<string, string>, id: SQLInputValue): Promise<RowSet> => {
    const found: RowSet = [];
    for (const [table, column] of Object.entries(tables)) {
      const { results } = await db.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).bind(id).all<Row>();
      found.push(...results.map((row) => [table, row] as [string, Row]));
    }
    return found;
  };
  const ofInvoice = { invoices: "id", invoice_taxes: "invoice_id", invoice_lines: "invoice_id" };
  const ofOrder = { ...ofInvoice, invoice_payments: "invoice_id", orders: "invoice_id" };

  const placed = await owner.orderPlan("web-start", { billingCycle: "monthly" }, REFERENCE);
  if (!placed.ok || !placed.value.invoice) throw new Error("the order was not placed");
  await settled();
  await owner.payInvoice(placed.value);
  await pass(DAY_MS);
  const first = await rowsOf(ofOrder, placed.value.invoice.id);
  const service = first.find(([table]) => table === "orders")?.[1].service_id ?? null;
  const ofService = { services: "id", paid_terms: "service_id", service_term_days: "service_id" };
  const order = [...first, ...(await rowsOf(ofService, service))];

  const renewals = "SELECT invoice_id FROM orders WHERE kind = 'renew_service' AND service_id = ?";
  let invoice: number | null = null;
  for (let day = 0; invoice === null && day < MAX_DAYS; day++) {
    await pass(DAY_MS);
    invoice = await db.prepare(renewals).bind(service).first<number>("invoice_id");
  }
  if (invoice === null) throw new Error("the plan was not renewed");
  await owner.payInvoice(invoice);
  await pass(DAY_MS);

  const ofAccount = { accounts: "id", account_logins: "account_id", account_revisions: "account_id" };
  return {
    account: bytesOfEach([...(await rowsOf(ofAccount, ACCOUNT)), ...(await rowsOf({ logins: "id" }, LOGIN))]),
    order: bytesOfEach(order),
    answer: bytesOfEach(await rowsOf({ actions: "reference" }, REFERENCE)),
    renewal: bytesOfEach(await rowsOf(ofOrder, invoice)),
  };
}

/** How many bytes a copy of the rows takes, on average. */
function bytesOfEach(rows: RowSet): number {
  const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  for (const file of readdirSync(MIGRATIONS).toSorted()) database.exec(readFileSync(join(MIGRATIONS, file), "utf8"));
  const empty = bytesOf(database);
  const statements = rows.map(([table, row]) => {
    const columns = Object.keys(row);
    return database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`);
  });
  database.exec("BEGIN");
  for (let copy = 1; copy <= COPIES; copy++) {
    for (const [index, [, row]] of rows.entries())
      statements[index]?.run(...Object.entries(row).map(([column, value]) => copied(column, value, copy)));
  }
  database.exec("COMMIT");
  const bytes = bytesOf(database) - empty;
  database.close();
  return bytes / COPIES;
}

/** The value of a column in one of the copies, which have ids of their own. Accounts act in no order. */
function copied(column: string, value: SQLInputValue, copy: number): SQLInputValue {
  if (value === null) return value;
  const scattered = (copy * 2_741) % COPIES;
  switch (column) {
    case "id":
    case "invoice_id":
    case "order_id":
    case "service_id":
      return Number(value) + copy * APART;
    case "account_id":
    case "login_id":
      return Number(value) + scattered * APART;
    case "number":
    case "email":
      return `${copy}${value}`;
    case "reference":
      return `${String(scattered).padStart(4, "0")}${value}`.slice(0, String(value).length);
    default:
      return value;
  }
}

function bytesOf(database: DatabaseSync): number {
  const [pages, size] = ["page_count", "page_size"].map(
    (name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] as number,
  );
  return (pages ?? 0) * (size ?? 0);
}

/** What accounts occupy in the billing database, and how many fit into one. */
export async function billingSizeTable(): Promise<string> {
  const { account, order, answer, renewal } = await billingSize();
  const firstYear = (renewals: number) => account + order + answer + renewals * renewal;
  const rows: [string, number][] = [
    ["an account with its owner's login", account],
    ["an order of a plan, paid: service, invoice, taxes, line, payment, order", order],
    ["its answer in `actions`", answer],
    ["a renewal of the plan, paid", renewal],
    ["an account with one plan by the year, its first year", firstYear(0)],
    ["the same by the month, its first year", firstYear(MONTHS - 1)],
    ["each further year by the month", MONTHS * renewal],
  ];
  return markdownTable(
    ["In the billing database", "bytes", "a million of them", "as many fit into 10 GB"],
    rows.map(([name, bytes]) => [
      name,
      bytes.toFixed(0),
      `${((bytes * 1e6) / GIGABYTE).toFixed(1)} GB`,
      `${(MAX_DATABASE_BYTES / bytes / 1e6).toFixed(1)} M`,
    ]),
  );
}
