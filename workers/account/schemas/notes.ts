import type { ActionRequired, Price } from "../../../shared/billing-actions.ts";
import { toMajorUnits } from "../../../shared/money.ts";

/** A price in words: `14.99 CAD`. */
export function priceWords({ amount, currency }: Price): string {
  return `${toMajorUnits(amount).toFixed(2)} ${currency}`;
}

/** What has to be done before an order succeeds; empty where nothing has. */
export function missingWords(missing: ActionRequired[]): string {
  return missing.length === 0 ? "" : `Before ordering: ${missing.map(({ message }) => message.en).join(" ")}`;
}

/** Sentences as one text. */
export function sentences(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
