import type { TermsRow } from "../../../../shared/ordering/legal-terms.ts";
import { sql, type TypedStatement } from "../store/sql.ts";

/** All versions of the provider's terms, and of a registry's where there is an extension; `toTerms` picks those in force. */
export function termsRead(db: D1Database, tld: string | null): TypedStatement<TermsRow> {
  return sql(db)`SELECT scope, in_force_on, title_en, title_fr, url FROM terms
    WHERE scope IN ('', ${tld ?? ""}) ORDER BY scope, in_force_on`;
}
