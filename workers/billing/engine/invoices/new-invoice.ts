import type { CustomerInvoice } from "../../../../shared/billing-contract/customer.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { Currency, MinorUnits } from "../../../../shared/platform/money.ts";
import { Assigned, type Draft, NEW_ID } from "../store/assigned.ts";
import { type TaxedPlace, taxesOf } from "./taxes.ts";

/** A line of an invoice. A negative amount is a discount. */
export interface InvoiceLine {
  description: Text;
  amount: MinorUnits;
}

/** An invoice with the statements that write it. */
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
  dates: { issuedOn: string; dueOn: string },
): NewInvoice {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const taxes = taxesOf(account, subtotal, dates.issuedOn);
  const total = taxes.reduce((sum, { amount }) => sum + amount, subtotal);
  return {
    invoice: {
      id: NEW_ID.invoice,
      number: NUMBER,
      ...dates,
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
      db.prepare(INSERT_INVOICE).bind(account.id, dates.issuedOn, dates.dueOn, subtotal),
      ...taxes.map(({ name, rateThousandths, amount }, position) =>
        db.prepare(INSERT_TAX).bind(position, name, rateThousandths, amount),
      ),
      ...lines.map(({ description, amount }, position) =>
        db.prepare(INSERT_LINE).bind(position, description.en, description.fr, amount),
      ),
    ],
  };
}

const INSERT_INVOICE = `
  INSERT INTO invoices (id, account_id, number, status, issued_on, due_on, subtotal)
  SELECT id, ?1, substr(?2, 1, 4) || '-' || id, 'unpaid', ?2, ?3, ?4
  FROM (SELECT coalesce(max(id), 0) + 1 AS id FROM invoices)`;

const INSERT_TAX = `
  INSERT INTO invoice_taxes (invoice_id, position, name, rate_thousandths, amount)
  VALUES (${NEW_ID.invoice.sql}, ?, ?, ?, ?)`;

const INSERT_LINE = `
  INSERT INTO invoice_lines (invoice_id, position, description_en, description_fr, amount)
  VALUES (${NEW_ID.invoice.sql}, ?, ?, ?, ?)`;
