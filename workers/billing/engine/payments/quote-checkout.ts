import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { InvoiceTax } from "../../../../shared/billing-contract/customer.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { quote } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { type InvoiceParty, partiesOf } from "../invoices/parties.ts";
import { taxesOf, toInvoiceTax } from "../invoices/taxes.ts";

/** The total of several orders, with the account's credit and card. */
export interface CheckoutQuote {
  /** The taxes, summed over all orders by name. */
  taxes: InvoiceTax[];
  /** The total of the prices, including taxes. */
  total: MinorUnits;
  /** The account credit, which is used first. */
  credit: MinorUnits;
  hasCard: boolean;
  /** The buyer on the invoices. */
  buyer: InvoiceParty;
}

/**
 * Returns what orders would cost now, in total. Each order has its own invoice, and taxes are rounded per invoice.
 * @param subtotals the price of each order, before taxes
 */
export function quoteCheckout(
  engine: EngineContext,
  query: ActorQuery,
  subtotals: MinorUnits[],
): Promise<QuoteResult<CheckoutQuote>> {
  return quote(engine, query, {}, ({ account, facts, moment: { today } }) => {
    const { credit, hasCard } = facts;
    const due = subtotals.filter((subtotal) => subtotal > 0);
    const taxes = due.flatMap((subtotal) => taxesOf(engine.seller, facts, subtotal, today).map(toInvoiceTax));
    const byName = [...Map.groupBy(taxes, ({ name }) => name).values()];
    const total = due.reduce((sum, subtotal) => sum + subtotal, amountOf(taxes));
    const value = {
      taxes: byName.flatMap((same) => same.slice(0, 1).map((tax) => ({ ...tax, amount: amountOf(same) }))),
      ...{ total, credit, hasCard, buyer: partiesOf(engine.seller, account, facts).buyer },
    };
    return { value };
  });
}

function amountOf(taxes: InvoiceTax[]): MinorUnits {
  return taxes.reduce((sum, { amount }) => sum + amount, 0);
}
