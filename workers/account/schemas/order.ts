import * as z from "zod";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import type { DomainField as Field } from "../../../shared/billing-contract/domain-orders.ts";
import type { Placed } from "../../../shared/billing-contract/order.ts";
import type {
  Terms as BillingTerms,
  Money,
  ActionRequired as Required,
} from "../../../shared/billing-contract/result.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { AccountCurrency } from "./account.ts";
import { Invoice, toInvoice } from "./invoice.ts";

const TEXT_LENGTH = 500;
const TITLE_LENGTH = 200;

export const ActionRequired = z
  .object({
    type: z
      .enum(["pay_invoice", "add_payment_method", "update_contact", "confirm_by_email"])
      .describe("What the customer must do."),
    message: z.string().describe("The same, as text for the customer."),
    url: z.url().describe("Where the customer does it."),
  })
  .meta({ id: "ActionRequired", description: "What the customer must do next; nobody can do it through the API." });

export function toActionRequired(
  { type, message, path }: Required,
  clientArea: ClientArea,
): z.output<typeof ActionRequired> {
  return { type, message: cleaned(message.en, TEXT_LENGTH), url: clientArea.address + path };
}

export const Terms = z
  .object({
    version: z.string().describe("Send it as `accept_terms` once the customer has accepted."),
    title: z.string().describe("What the terms are called."),
    url: z.url().describe("Where they can be read."),
    items: z
      .array(
        z.object({
          title: z.string().describe("What it is called."),
          url: z.url().describe("Where it can be read."),
        }),
      )
      .describe("Each part to show the customer: the provider's terms and the registry's."),
  })
  .meta({ id: "Terms", description: "The terms of service that an order accepts." });

export function toTerms({ version, title, url, items }: BillingTerms): z.output<typeof Terms> {
  return {
    version,
    title: cleaned(title.en, TITLE_LENGTH),
    url,
    items: items.map((item) => ({ title: cleaned(item.title.en, TITLE_LENGTH), url: item.url })),
  };
}

export const acceptTermsInput = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Needed: the quote's accepted `terms.version`.");

export const DomainField = z
  .object({
    name: z.string().describe("Its name in `fields`."),
    label: z.string().describe("For the customer to read."),
    type: z.enum(["text", "choice", "tickbox"]).describe("A tick box is `true` or `false`, as text."),
    required: z.boolean().describe("Whether an order without it is refused."),
    description: z.string().nullable().describe("What the registry asks; null if the label says it."),
    options: z
      .array(
        z.object({
          value: z.string().describe("The value to send in the order."),
          label: z.string().describe("For the customer to read."),
        }),
      )
      .nullable()
      .describe("The values of a choice; null for other fields."),
    default: z.string().nullable().describe("The default value; null if there is none."),
  })
  .meta({ id: "DomainField", description: "Something that the registry asks for in addition to the usual." });

export function toDomainField(field: Field): z.output<typeof DomainField> {
  const { name, label, type, required, description, options } = field;
  return {
    name,
    label: cleaned(label.en, TEXT_LENGTH),
    type,
    required,
    description: description && cleaned(description.en, TEXT_LENGTH),
    options: options?.map((option) => ({ value: option.value, label: cleaned(option.label.en, TEXT_LENGTH) })) ?? null,
    default: field.default,
  };
}

export const priceShape = {
  amount: z.number().describe("Without taxes."),
  currency: AccountCurrency.nullable().describe("The account's currency."),
};

export function toPrice({ amount, currency }: Money) {
  return { amount: toMajorUnits(amount), currency };
}

export const placedOutput = {
  order_id: z.int().nullable().describe("Null if there is none, or the connection's limit excludes orders."),
  invoice: Invoice.nullable().describe("Null if nothing is due, or the connection's limit excludes invoices."),
  action_required: ActionRequired.nullable(),
};

export function toPlaced(
  { orderId, invoice, actionRequired }: Placed,
  { clientArea, grant }: { clientArea: ClientArea; grant: { limit: ResourceLimit } },
) {
  const isWhole = grant.limit.kind === "account";
  return {
    order_id: isWhole ? orderId : null,
    invoice: isWhole && invoice ? toInvoice(invoice, clientArea) : null,
    action_required: actionRequired && toActionRequired(actionRequired, clientArea),
  };
}

/** Returns the `next` field of an order: what the customer must still do, and what follows. */
export function nextAfter(
  { actionRequired, waitsForProvider }: Placed,
  { oncePaid, atOnce }: { oncePaid: string; atOnce: string },
  ...more: string[]
): string {
  if (waitsForProvider) return [WAITS, ...more].join(" ");
  if (!actionRequired) return [`Nothing is due. ${atOnce}`, ...more].join(" ");
  if (actionRequired.type === "pay_invoice") {
    return [`Give the customer action_required.url, where only they can pay. ${oncePaid}`, ...more].join(" ");
  }
  return [`Give the customer action_required.url: ${actionRequired.message.en}`, ...more].join(" ");
}

const WAITS = "Nothing is due. Nothing happens until the provider accepts the order.";
