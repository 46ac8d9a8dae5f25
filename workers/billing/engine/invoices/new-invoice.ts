import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { Currency, MinorUnits } from "../../../../shared/platform/money.ts";
import { nextId } from "../store/new-ids.ts";
import { Assigned, type Draft, NEW_ID, part, raw, type SqlPart, sql } from "../store/sql.ts";
import { type TaxedPlace, taxesOf } from "./taxes.ts";

/** A line of an invoice. A negative amount is a discount. */
export interface InvoiceLine {
  description: Text;
  amount: MinorUnits;
}

export interface NewInvoice {
  invoice: Draft<CustomerInvoice>;
  statements: D1PreparedStatement[];
}

const NUMBER = new Assigned<string>("(SELECT number FROM invoices ORDER BY id DESC LIMIT 1)");

/**
 * An unpaid invoice. Its number, the year and its id, is assigned by the writing transaction, so that a failed one leaves no
 * gap in the numbers.
 * @param lines with a sum above zero
 */
export function newInvoice(
  db: D1Database,
  account: TaxedPlace & { id: number; currency: Currency },
  lines: InvoiceLine[],
  { issuedOn, dueOn }: { issuedOn: string; dueOn: string },
): NewInvoice {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const taxes = taxesOf(account, subtotal, issuedOn);
  const total = taxes.reduce((sum, { amount }) => sum + amount, subtotal);
  return {
    invoice: {
      id: NEW_ID.invoice,
      number: NUMBER,
      issuedOn,
      dueOn,
      paidOn: null,
      currency: account.currency,
      subtotal,
      taxes: taxes.map(({ name, rateThousandths, amount }) => ({ name, rate: rateThousandths / 1000, amount })),
      creditApplied: 0,
      total,
      balanceDue: total,
      status: "unpaid",
      overdue: false,
    },
    statements: [
      sql(db)`
        INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
        SELECT id, ${account.id}, substr(${issuedOn}, 1, 4) || '-' || id, 'unpaid', ${issuedOn}, ${dueOn}, ${subtotal}
        FROM (SELECT ${nextId("invoices")} AS id)`,
      ...inserted(
        db,
        "invoice_taxes (invoice_id, position, name, rate_thousandths, amount)",
        taxes.map(({ name, rateThousandths, amount }, position) => [position, name, rateThousandths, amount]),
      ),
      ...inserted(
        db,
        "invoice_lines (invoice_id, position, description_en, description_fr, amount)",
        lines.map(({ description: { en, fr }, amount }, position) => [position, en, fr, amount]),
      ),
    ],
  };
}

/** The statement that inserts rows of the new invoice, all at once; none for no rows. @param rows without the invoice's id */
function inserted(db: D1Database, table: string, rows: (string | number)[][]): D1PreparedStatement[] {
  if (rows.length === 0) return [];
  const values = rows.map(([first, ...others]) =>
    others.reduce((row: SqlPart, value) => part`${row}, ${value}`, part`${NEW_ID.invoice}, ${first}`),
  );
  const all = values.reduce((list, row) => part`${list}), (${row}`);
  return [sql(db)`INSERT INTO ${raw(table)} VALUES (${all})`];
}
