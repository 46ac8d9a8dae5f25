import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { InvoiceTax } from "../../../../shared/billing-contract/customer.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { quote } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { type InvoiceParty, partiesOf } from "../invoices/parties.ts";
import { taxesOf, toInvoiceTax } from "../invoices/taxes.ts";

/** The total of orders, with the account's means to pay it. */
export interface CheckoutQuote {
  /** One tax per name, summed over all orders. */
  taxes: InvoiceTax[];
  /** The prices including these taxes. */
  total: MinorUnits;
  /** The account credit, which is used first. */
  credit: MinorUnits;
  hasCard: boolean;
  /** The addressee of the invoices. */
  buyer: InvoiceParty;
}

/**
 * Returns the total that orders would have now. Each order has its own invoice, whose taxes are rounded separately.
 * @param subtotals of the orders
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
