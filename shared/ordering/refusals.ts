import type { CustomerInvoice, InvoiceReference } from "../billing-contract/customer.ts";
import { type AccountLinks, pagePath } from "../billing-contract/description.ts";
import type { CustomerOrder } from "../billing-contract/order.ts";
import type { ActionRequired, Money, NotFound, Terms, WriteRefused } from "../billing-contract/result.ts";
import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";

export type WriteRefusal = WriteRefused | NotFound;

type ReasonCode = Extract<WriteRefused, { reason: Text }>["code"];

/** An invalid field of the request, with its JSON pointer and its requirement. */
export type InvalidMember = Extract<WriteRefused, { code: "invalid_body" }>["refused"][number];

/** Seconds until a retry at a registry or registrar. */
export const REGISTRY_RETRY_S = 30;

export const NOT_FOUND: WriteRefusal = { code: "not_found" };
export const SERVER_UNAVAILABLE: WriteRefused = { code: "server_unavailable", retryAfter: REGISTRY_RETRY_S };

/** The step that pays an unpaid order. The path of the order's invoice is added later. */
export const PAY: Omit<ActionRequired, "path"> = {
  type: "pay_invoice",
  message: {
    en: "Pay the invoice in the client area. We process the order once it is paid.",
    fr: "Payez la facture dans l’espace client. La commande sera exécutée une fois la facture payée.",
  },
};

export function refusal(
  code: Exclude<ReasonCode, "registrant_ineligible">,
  en: string,
  fr: string,
): WriteRefused & { reason: Text } {
  return { code, reason: { en, fr } };
}

/** Returns the first of its arguments that is a refusal, or `null` if none is. */
export function firstRefusal(...refusals: (WriteRefusal | null | false | undefined)[]): WriteRefusal | null {
  return refusals.find((refusal) => !!refusal) || null;
}

/** Returns the result for a key whose write the operator has confirmed as done. The value of the write is unknown. */
export function settledAsDone(orderId: number | null): WriteRefused {
  const { en, fr } = orderWords(orderId);
  return refusal(
    "refused",
    `The provider has confirmed that this request was done${en}. The account's lists show it; do not send it again.`,
    `Le fournisseur a confirmé que cette requête a été exécutée${fr}. Les listes du compte le montrent ; ne la renvoyez pas.`,
  );
}

/** Like {@link settledAsDone}, but for a key whose earlier result stated that nothing was done. */
export function correctedToDone(orderId: number | null): WriteRefused {
  const { en, fr } = orderWords(orderId);
  return refusal(
    "refused",
    `An earlier answer under this key said that nothing was done. The provider has confirmed that it was done after all${en}. The account's lists show it; do not send it again.`,
    `Une réponse précédente portant cette clé disait que rien n’avait été fait. Le fournisseur l’a établi : la requête a finalement été exécutée${fr}. Les listes du compte le montrent ; ne la renvoyez pas.`,
  );
}

function orderWords(orderId: number | null): Text {
  return orderId === null ? { en: "", fr: "" } : { en: `, as order ${orderId}`, fr: `, par la commande ${orderId}` };
}

/**
 * Returns the refusal if the registry did not respond.
 * @param retryAfter seconds until a retry, if known
 */
export function registryUnavailable(retryAfter: number | null): WriteRefused {
  return retryAfter ? { code: "server_unavailable", retryAfter } : SERVER_UNAVAILABLE;
}

/** Returns the refusal of the invalid fields, or `null` if there are none. */
export function invalidBody(refused: InvalidMember[]): WriteRefused | null {
  return refused.length > 0 ? { code: "invalid_body", refused } : null;
}

/**
 * Returns the refusal if the price differs from the expected price.
 * @param expected the expected price; `null` to accept any price
 */
export function priceChanged(expected: MinorUnits | null, price: Money): WriteRefused | null {
  return expected === null || expected === price.amount ? null : { code: "price_changed", price };
}

/**
 * Returns the refusal if the current terms are not accepted.
 * @param accepted the version that was accepted; `null` if none was
 */
export function termsNotAccepted(accepted: string | null, terms: Terms): WriteRefused | null {
  return accepted === terms.version ? null : { code: "terms_not_accepted", terms };
}

/** The facts about the account's payment method, and the client area pages on which to add one. */
export interface PaymentFacts {
  /** Whether the account has a payment method. Also `true` if orders need none. */
  paymentMethodOnFile: boolean;
  links: AccountLinks;
}

export function paymentMethodMissing(facts: PaymentFacts): WriteRefused | null {
  const [actionRequired] = missingPaymentMethod(facts);
  return actionRequired ? { code: "payment_method_missing", actionRequired } : null;
}

/** Returns the steps that a quote lists as missing. The only possible step is to add a payment method. */
export function missingPaymentMethod({ paymentMethodOnFile, links }: PaymentFacts): ActionRequired[] {
  const message = {
    en: "Add a payment method in the client area.",
    fr: "Ajoutez un mode de paiement dans l’espace client.",
  };
  return paymentMethodOnFile ? [] : [{ type: "add_payment_method", message, path: pagePath(links, "payment_methods") }];
}

/**
 * Returns the refusal of an order that repeats an open one.
 * @param invoice the unpaid invoice of the open order; `null` if there is none
 */
export function alreadyRequested(
  en: string,
  fr: string,
  invoice: InvoiceReference | null,
  links: AccountLinks,
): Extract<WriteRefused, { code: "already_requested" }> {
  if (invoice === null) return { code: "already_requested", reason: { en, fr } };
  const reason: Text = {
    en: `${en} Its invoice, ${invoice.number}, is unpaid.`,
    fr: `${fr} Sa facture, ${invoice.number}, attend d’être payée.`,
  };
  return { code: "already_requested", reason, actionRequired: paymentOf(invoice, links) };
}

/** A version of the provider's or a registry's terms, from a billing Worker's table `terms`. */
export interface TermsRow {
  /** Empty for the provider's terms. For a registry's terms, the extension, such as `.ca`. */
  scope: string;
  /** The day on which the terms came into force (YYYY-MM-DD). */
  in_force_on: string;
  title_en: string;
  title_fr: string;
  url: string;
}

/**
 * Returns the terms to accept. Their version is the day on which the provider's terms came into force. If a registry
 * has terms, its extension and the day of those terms follow. Examples: `2026-09-01`, `2026-09-01+ca.2025-03-01`.
 * @param rows the terms of the provider and of at most one registry, sorted by day within each scope
 * @param today YYYY-MM-DD; terms of a later day are not in force yet
 * @throws if the provider has no terms in force
 */
export function toTerms(rows: TermsRow[], today: string): Terms {
  const current = rows.filter((row) => row.in_force_on <= today);
  const own = current.filter(({ scope }) => scope === "").at(-1);
  if (!own) throw new Error("the provider has no terms of service in force");
  const registry = current.filter(({ scope }) => scope !== "").at(-1);
  return {
    version: registry ? `${own.in_force_on}+${registry.scope.slice(1)}.${registry.in_force_on}` : own.in_force_on,
    title: { en: own.title_en, fr: own.title_fr },
    url: own.url,
    items: [own, ...(registry ? [registry] : [])].map((row) => ({
      title: { en: row.title_en, fr: row.title_fr },
      url: row.url,
    })),
  };
}

/** Returns the status of an order that waits for payment. The action is `null` if no invoice can be paid. */
export function awaitedPayment(
  invoice: CustomerInvoice | null,
  links: AccountLinks,
): Pick<CustomerOrder, "status" | "actionRequired" | "reason"> {
  const status = "awaiting_payment";
  if (!isToPay(invoice)) return { status, actionRequired: null, reason: invoice ? PAYMENT_PENDING : NO_INVOICE };
  return { status, actionRequired: paymentOf(invoice, links), reason: null };
}

/** Returns the step that pays an invoice. */
export function paymentOf({ id }: Pick<CustomerInvoice, "id">, links: AccountLinks) {
  return { ...PAY, path: pagePath(links, "invoice", { id }) };
}

/** Checks whether an invoice is unpaid and no payment is in progress. */
export function isToPay(invoice: CustomerInvoice | null): invoice is CustomerInvoice {
  return invoice?.status === "unpaid" || invoice?.status === "collections";
}

const NO_INVOICE: Text = {
  en: "It has no invoice that can be paid yet. The client area shows the amount due.",
  fr: "Elle n’a pas encore de facture à payer ; l’espace client montre ce qui est dû.",
};

const PAYMENT_PENDING: Text = {
  en: "A payment for its invoice is in progress. We process the order once the payment arrives.",
  fr: "Un paiement de sa facture est en cours ; elle sera exécutée une fois celui-ci reçu.",
};
