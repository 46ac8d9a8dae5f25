import type { Terms } from "../../../shared/billing-contract/result.ts";
import { type TermsRow, toTerms } from "../../../shared/ordering/refusals.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** The terms in force. @param tld of a name; null for what needs no registry's terms @throws if the provider has none */
export async function readTerms({ db, now, settings }: WhmcsContext, tld: string | null): Promise<Terms> {
  const { results } = await db
    .prepare(
      `SELECT scope, in_force_on, title_en, title_fr, url FROM terms WHERE scope IN ('', ?) ORDER BY scope, in_force_on`,
    )
    .bind(tld ?? "")
    .all<TermsRow>();
  return toTerms(results, dayIn(settings.timeZone, now()));
}
