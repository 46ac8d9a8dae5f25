import type { Terms } from "../../../../shared/billing-contract/result.ts";

/** A row of {@link termsInForce}. */
export interface TermsRow {
  scope: string;
  in_force_on: string;
  title_en: string;
  title_fr: string;
  url: string;
}

/** The provider's terms on a day, and a registry's where there is an extension. */
export function termsInForce(db: D1Database, tld: string | null): D1PreparedStatement {
  return db
    .prepare(
      `SELECT scope, in_force_on, title_en, title_fr, url FROM terms WHERE scope IN ('', ?) ORDER BY scope, in_force_on`,
    )
    .bind(tld ?? "");
}

/**
 * The terms to accept. Their version is the day the provider's came into force and, with a registry, the day its own did,
 * such as `2026-09-01` or `2026-09-01+ca.2025-03-01`: whichever changes, the version does.
 * @param today YYYY-MM-DD; terms that are not in force yet do not count
 * @throws where the provider has none
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
