import type { PriceList } from "./price-list.ts";
import { TABLE_NAMES, type TableName, type Tables } from "./rows.ts";
import type { ServiceTerms } from "./service-terms.ts";
import type { Transaction } from "./transaction.ts";

const ENDED_SERVICES = ["cancelled", "terminated"];
const ENDED_DOMAINS = ["expired", "transferred_away", "cancelled", "fraud"];
export const REGISTERED = ["active", "grace", "redemption"];

type Rows = { [Table in TableName]: Map<string, Tables[Table]> };

/** A copy of the engine's rows that is built only from recorded changes, with the model's own calculations. */
export class ModelState {
  readonly rows = Object.fromEntries(TABLE_NAMES.map((table) => [table, new Map()])) as unknown as Rows;
  /** Number of transactions so far. */
  transactions = 0;
  /** The price lists, each with the first transaction to which it applies. */
  readonly priceLists: { from: number; list: PriceList }[] = [];
  /** The paid terms of each service as the model calculates them, by service id. */
  readonly terms = new Map<number, ServiceTerms>();
  /** The amounts paid and credited for each service before taxes, by service id. */
  readonly serviceMoney = new Map<number, { paid: bigint; granted: bigint }>();

  readonly activeServices = new Set<number>();
  readonly activeDomains = new Set<number>();
  /** The ids of orders that are open or paid. */
  readonly activeOrders = new Set<number>();
  /** The ids of invoices that are unpaid or have a pending payment. */
  readonly payableInvoices = new Set<number>();
  readonly #orderOfInvoice = new Map<number, number>();
  readonly #parts = new Map<string, Set<string>>();

  row<Table extends TableName>(table: Table, ...key: (string | number)[]): Tables[Table] | undefined {
    return this.rows[table].get(key.join(" "));
  }

  /** Returns a row. @throws if the row is missing */
  get<Table extends TableName>(table: Table, ...key: (string | number)[]): Tables[Table] {
    const row = this.row(table, ...key);
    if (!row) throw new Error(`the model has no row ${key} of ${table}`);
    return row;
  }

  /** Returns the rows that belong to a row of another table, such as the refunds of a payment. */
  partsOf<Table extends keyof typeof OWNERS>(table: Table, owner: number): Tables[Table][] {
    const keys = this.#parts.get(`${table} ${owner}`) ?? [];
    return [...keys].flatMap((key) => this.rows[table].get(key) ?? []);
  }

  orderOfInvoice(invoice: number): Tables["orders"] | undefined {
    const order = this.#orderOfInvoice.get(invoice);
    return order === undefined ? undefined : this.row("orders", order);
  }

  ordersAbout(what: { service?: number; domain?: number }): Tables["orders"][] {
    return [...this.activeOrders]
      .map((id) => this.get("orders", id))
      .filter(
        ({ service_id, domain_id }) => service_id === (what.service ?? null) && domain_id === (what.domain ?? null),
      );
  }

  totalOf(invoice: number): bigint {
    return BigInt(this.get("invoices", invoice).total);
  }

  /** Returns the price lists that were in force at any time since a transaction. */
  listsSince(transaction: number): PriceList[] {
    const before = this.priceLists.findLastIndex(({ from }) => from <= transaction);
    return this.priceLists.slice(Math.max(before, 0)).map(({ list }) => list);
  }

  get prices(): PriceList {
    const last = this.priceLists.at(-1);
    if (!last) throw new Error("nothing is sold");
    return last.list;
  }

  apply(transaction: Transaction): void {
    this.transactions++;
    for (const { table, key, before, after } of transaction.changes) {
      const rows = this.rows[table] as Map<string, Tables[typeof table]>;
      if (after) rows.set(key, after);
      else rows.delete(key);
      this.#index(table, key, before, after);
    }
  }

  #index(table: TableName, key: string, before: Tables[TableName] | null, after: Tables[TableName] | null): void {
    const row = (after ?? before) as Tables[TableName];
    const isThere = after !== null;
    switch (table) {
      case "services": {
        const { id, status } = row as Tables["services"];
        mark(this.activeServices, id, isThere && !ENDED_SERVICES.includes(status));
        break;
      }
      case "domains": {
        const { id, status } = row as Tables["domains"];
        mark(this.activeDomains, id, isThere && !ENDED_DOMAINS.includes(status));
        break;
      }
      case "orders": {
        const { id, status, invoice_id: invoice } = row as Tables["orders"];
        if (invoice !== null) this.#orderOfInvoice.set(invoice, id);
        mark(this.activeOrders, id, isThere && (status === "open" || status === "paid"));
        break;
      }
      case "invoices": {
        const { id, status } = row as Tables["invoices"];
        mark(this.payableInvoices, id, isThere && (status === "unpaid" || status === "payment_pending"));
        break;
      }
    }
    const column = (OWNERS as Partial<Record<TableName, string>>)[table];
    if (column === undefined) return;
    const owner = `${table} ${(row as unknown as Record<string, unknown>)[column]}`;
    const keys = this.#parts.get(owner) ?? new Set();
    this.#parts.set(owner, keys);
    mark(keys, key, isThere);
  }
}

const OWNERS = {
  invoice_payments: "invoice_id",
  refunds: "payment_id",
  paid_terms: "service_id",
} as const satisfies Partial<Record<TableName, string>>;

function mark<Key>(set: Set<Key>, key: Key, isIn: boolean): void {
  if (isIn) set.add(key);
  else set.delete(key);
}
