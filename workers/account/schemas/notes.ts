import type { ActionRequired, Money } from "../../../shared/billing-contract/result.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";

/** The end of a sentence that states that nothing was ordered. */
export const NOTHING_ORDERED: Text = { en: "nothing was ordered", fr: "rien n’a été commandé" };
export const NOTHING_CHANGED: Text = { en: "nothing was changed", fr: "rien n’a été modifié" };

/** Formats a price, such as `14.99 CAD`. */
export function priceWords({ amount, currency }: Money): string {
  return `${toMajorUnits(amount).toFixed(2)} ${currency}`;
}

/** Formats the term of one renewal, such as `for 2 years`. */
export function renewalTermWords({ renewalYears }: { renewalYears: number }): string {
  return renewalYears === 1 ? "a year" : `for ${renewalYears} years`;
}

/** Lists what must be done before an order succeeds. Returns an empty string if nothing must be done. */
export function missingWords(missing: ActionRequired[]): string {
  return missing.length === 0 ? "" : `Before ordering: ${missing.map(({ message }) => message.en).join(" ")}`;
}

export const OWNER_TOLD = "The account's owner gets an e-mail.";

/** Describes whether an ordered domain renews automatically, and how to change that. */
export function renewsByItself({ autoRenew, chargesCard }: { autoRenew: boolean; chargesCard?: boolean }): string {
  if (autoRenew && chargesCard)
    return "Auto-renewal is on: each renewal is invoiced and charged to the customer's saved card before the name expires; it can be switched off once the name is registered.";
  return autoRenew
    ? "Invoiced automatically: each renewal is invoiced before the name expires, and the customer must pay it; it can be switched off once the name is registered."
    : "Auto-renewal is off: the name expires at the end of its term unless it is renewed.";
}

export function sentences(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
