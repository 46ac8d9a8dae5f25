import { formatDate } from "../../../../shared/pages/formats.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { InvoiceLine } from "./taxes.ts";

/**
 * Returns the invoice line for a service's next term.
 * @param site the service's site; `null` if it has none
 * @param from the first day of the term, as YYYY-MM-DD
 */
export function termLine(plan: Text, site: string | null, from: string, amount: MinorUnits): InvoiceLine {
  const named = site ? ` (${site})` : "";
  return {
    description: {
      en: `${plan.en}${named}, from ${formatDate(from, "en")}`,
      fr: `${plan.fr}${named}, à partir du ${formatDate(from, "fr")}`,
    },
    amount,
  };
}
