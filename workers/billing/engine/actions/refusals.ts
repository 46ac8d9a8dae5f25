import type { ActionRefused, ActionRequired, Money } from "../../../../shared/billing-contract/result.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { ActionRefusal, Snapshot } from "./run-action.ts";

type ReasonCode = Extract<ActionRefused, { reason: Text }>["code"];

/** Seconds until a registry or registrar is worth asking again. */
const RETRY_AFTER_S = 30;

export const NOT_FOUND: ActionRefusal = { code: "not_found" };
export const SERVER_UNAVAILABLE: ActionRefused = { code: "server_unavailable", retryAfter: RETRY_AFTER_S };

export const ADD_PAYMENT_METHOD: ActionRequired = {
  type: "add_payment_method",
  message: {
    en: "Add a payment method in the client area.",
    fr: "Ajoutez un mode de paiement dans l’espace client.",
  },
  path: "/payment-methods",
};

/** The registry did not answer. @param retryAfter in seconds, where it is known */
export function registryUnavailable(retryAfter: number | null | undefined): ActionRefused {
  return retryAfter ? { code: "server_unavailable", retryAfter } : SERVER_UNAVAILABLE;
}

export function refusal(
  code: Exclude<ReasonCode, "registrant_ineligible">,
  en: string,
  fr: string,
): ActionRefused & { reason: Text } {
  return { code, reason: { en, fr } };
}

/** The first refusal that applies, by the order of the arguments. */
export function firstRefusal(...refusals: (ActionRefusal | null | false | undefined)[]): ActionRefusal | null {
  return refusals.find((refusal) => !!refusal) || null;
}

/** @param expected null where the caller does not guard the price */
export function priceChanged(expected: MinorUnits | null, price: Money): ActionRefused | null {
  return expected === null || expected === price.amount ? null : { code: "price_changed", price };
}

export function paymentMethodMissing({ facts }: Snapshot): ActionRefused | null {
  return facts.paymentMethodOnFile ? null : { code: "payment_method_missing", actionRequired: ADD_PAYMENT_METHOD };
}

/** The same is on order. @param invoiceId its unpaid invoice, if there is one */
export function alreadyRequested(en: string, fr: string, invoiceId: number | null): ActionRefused {
  if (invoiceId === null) return { code: "already_requested", reason: { en, fr } };
  const reason: Text = {
    en: `${en} Its invoice, ${invoiceId}, waits for payment.`,
    fr: `${fr} Sa facture, ${invoiceId}, attend d’être payée.`,
  };
  return { code: "already_requested", reason, actionRequired: { ...PAY, path: `/invoices/${invoiceId}` } };
}

/** The next step of an unpaid order; the path is its invoice's. */
export const PAY: ActionRequired = {
  type: "pay_invoice",
  message: {
    en: "Pay the invoice in the client area. The order is carried out once it is paid.",
    fr: "Payez la facture dans l’espace client. La commande sera exécutée une fois la facture payée.",
  },
  path: "",
};

export const PLAN_NOT_OFFERED = refusal(
  "not_offered",
  "This plan is not offered with this billing cycle in the account's currency.",
  "Ce forfait n’est pas offert avec ce cycle de facturation dans la devise du compte.",
);
