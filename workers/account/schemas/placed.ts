import * as z from "zod";
import type { Placed } from "../../../shared/billing-contract/actions.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/actor.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { CURRENCIES, type Currency, type MinorUnits, toMajorUnits } from "../../../shared/platform/money.ts";
import { ActionRequired, toActionRequired } from "./action-required.ts";
import { Invoice, toInvoice } from "./invoice.ts";
import { sentences } from "./notes.ts";

export const priceShape = {
  amount: z.number().describe("Without taxes."),
  currency: z.enum(CURRENCIES).nullable(),
};

export function toPrice({ amount, currency }: { amount: MinorUnits; currency: Currency }) {
  return { amount: toMajorUnits(amount), currency };
}

export const placedOutput = {
  order_id: z.int().nullable().describe("Null where there is none, or the connection's limit leaves out orders."),
  invoice: Invoice.nullable().describe("Null where nothing is due, or the connection's limit leaves out invoices."),
  action_required: ActionRequired.nullable(),
};

export function toPlaced(
  { orderId, invoice, actionRequired }: Placed,
  { addresses, grant }: { addresses: Addresses; grant: { limit: ResourceLimit } },
) {
  const isWhole = grant.limit.kind === "account";
  return {
    order_id: isWhole ? orderId : null,
    invoice: isWhole && invoice ? toInvoice(invoice, addresses) : null,
    action_required: actionRequired && toActionRequired(actionRequired, addresses),
  };
}

/** The `next` of an order: what the customer still has to do, and what follows. */
export function nextAfter(
  { actionRequired }: Placed,
  { oncePaid, atOnce }: { oncePaid: string; atOnce: string },
  ...more: string[]
): string {
  if (!actionRequired) return sentences(`Nothing is to be paid. ${atOnce}`, ...more);
  if (actionRequired.type === "pay_invoice") {
    return sentences(`Give the customer action_required.url, where only they can pay. ${oncePaid}`, ...more);
  }
  return sentences(`Give the customer action_required.url: ${actionRequired.message.en}`, ...more);
}
