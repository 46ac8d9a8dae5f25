import type { Terms } from "../billing-contract/result.ts";

/** A version of somebody's terms, as a billing Worker's table `terms` stores it. */
export interface TermsRow {
  /** Empty: the provider's; else the extension of a registry's, such as `.ca`. */
  scope: string;
  /** YYYY-MM-DD */
  in_force_on: string;
  title_en: string;
  title_fr: string;
  url: string;
}

/**
 * The terms to accept. Their version is the day the provider's came into force and, with a registry, the day its own did:
 * `2026-09-01` or `2026-09-01+ca.2025-03-01`.
 * @param rows of the provider, and of one registry at most; those of a scope by their day
 * @param today YYYY-MM-DD; later terms are not in force yet
 * @throws if the provider has none in force
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
