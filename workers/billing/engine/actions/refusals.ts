import type { ActionRefused, ActionRequired, Price } from "../../../../shared/billing-contract/result.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { ActionRefusal, Snapshot } from "./action-runner.ts";

type ReasonCode = Extract<ActionRefused, { reason: Text }>["code"];

/** Seconds until it is worth asking a registry or registrar again. */
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

/** The registry did not answer. @param retryAfter seconds until asking it again may help, where that is known */
export function unanswered(retryAfter: number | null | undefined): ActionRefused {
  return retryAfter ? { code: "server_unavailable", retryAfter } : SERVER_UNAVAILABLE;
}

export function because(
  code: Exclude<ReasonCode, "registrant_ineligible">,
  en: string,
  fr: string,
): ActionRefused & { reason: Text } {
  return { code, reason: { en, fr } };
}

/** The first refusal of those that hold. */
export function first(...refusals: (ActionRefusal | null | false | undefined)[]): ActionRefusal | null {
  return refusals.find((refusal) => !!refusal) || null;
}

/** @param expected null where the caller does not guard the price */
export function priceChanged(expected: MinorUnits | null, price: Price): ActionRefused | null {
  return expected === null || expected === price.amount ? null : { code: "price_changed", price };
}

/** The engine asks every account for a payment method before it takes an order. */
export function paymentMethodMissing({ facts }: Snapshot): ActionRefused | null {
  return facts.paymentMethodOnFile ? null : { code: "payment_method_missing", actionRequired: ADD_PAYMENT_METHOD };
}
