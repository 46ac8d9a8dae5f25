import { INTERNATIONALIZED, LEAST_LENGTH } from "../../../../shared/domain-names/name-rules.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { REGISTRATION_YEARS } from "../../../../shared/domain-names/registration-terms.ts";
import { refusal } from "../actions/refusals.ts";
import { part, type SqlPart, sql } from "../store/sql.ts";

export const SITE_REFUSED = refusal(
  "not_allowed",
  "This name cannot be used for a site here.",
  "Ce nom ne peut pas être utilisé pour un site ici.",
);

/**
 * Parses the setting `BLOCKED_SITE_NAMES`: names that no site may have, nor one under them, separated by white space.
 * @throws {Error} naming the setting and an entry that is no domain name
 */
export function blockedSiteNames(text: string): ReadonlySet<string> {
  const names = text.split(/\s+/).filter((entry) => entry !== "");
  return new Set(
    names.map((entry) => {
      const parsed = parseDomainName(entry);
      if ("refused" in parsed) throw new Error(`BLOCKED_SITE_NAMES: ${entry} ${parsed.refused.en}`);
      return parsed.ascii;
    }),
  );
}

/** For the check before a deployment. @throws {Error} as {@link blockedSiteNames} does */
export function checkSiteNameSettings({ BLOCKED_SITE_NAMES: text = "" }: { BLOCKED_SITE_NAMES?: string }): void {
  blockedSiteNames(text);
}

export function isBlocked(site: string | null, blocked: ReadonlySet<string>): boolean {
  return withParents(site).some((name) => blocked.has(name));
}

/** Whether the site is a known extension, such as `co.uk`; see also {@link extensionSold}. */
export function isExtension(site: string | null): boolean {
  return site !== null && isKnownExtension(`.${site}`);
}

/** At most one row: the site is an extension of the price list. */
export function extensionSold(db: D1Database, site: string | null): D1PreparedStatement {
  return sql(db)`SELECT 1 FROM extensions WHERE tld = '.' || ${site}`;
}

/**
 * At most one row: another account has the name or a parent of it as a domain, or a service for the name itself while this account
 * does not hold the domain.
 */
export function siteOfAnother(db: D1Database, accountId: number, site: string | null): D1PreparedStatement {
  return sql(db)`SELECT 1 WHERE ${isOfAnother(accountId, site)}`;
}

/** Fails its transaction where {@link siteOfAnother} has a row. */
export function siteIsFree(db: D1Database, accountId: number, site: string | null): D1PreparedStatement {
  return sql(db)`
    INSERT INTO account_revisions (account_id, revision)
    SELECT ${accountId}, NULL WHERE ${isOfAnother(accountId, site)}`;
}

/**
 * Unpaid orders reserve no name. A service does not prove that its site's name is the account's: an account that has the name or
 * a parent of it registered here may use it all the same. A pending registration or transfer proves nothing, either.
 */
function isOfAnother(accountId: number, site: string | null): SqlPart {
  const names = JSON.stringify(withParents(site));
  return part`(
    EXISTS (SELECT 1 FROM json_each(${names}) n JOIN domains d ON d.name = n.value
      WHERE d.account_id <> ${accountId} AND d.status NOT IN ('pending', 'expired', 'transferred_away', 'cancelled', 'fraud'))
    OR EXISTS (SELECT 1 FROM services s WHERE s.domain = json_extract(${names}, '$[0]')
      AND s.account_id <> ${accountId} AND s.status IN ('active', 'suspended'))
    AND NOT EXISTS (SELECT 1 FROM json_each(${names}) n JOIN domains d ON d.name = n.value
      WHERE d.account_id = ${accountId} AND d.status NOT IN
        ('pending', 'pending_registration', 'pending_transfer', 'expired', 'transferred_away', 'cancelled', 'fraud')))`;
}

/** `shop.example.com` and `example.com`; empty without a name. */
function withParents(site: string | null): string[] {
  const labels = site?.split(".") ?? [];
  return labels.slice(0, -1).map((_, position) => labels.slice(position).join("."));
}

/** Whether the tables list the extension. @param tld with its first dot, such as `.co.uk` */
function isKnownExtension(tld: string): boolean {
  return [REGISTRATION_YEARS, LEAST_LENGTH, INTERNATIONALIZED].some((fact) => fact.sourceOf(tld) !== null);
}
