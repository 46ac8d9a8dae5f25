import { withParents } from "../../../../shared/ordering/site-names.ts";
import { part, type SqlPart, sql } from "../store/sql.ts";

/** At most one row: the site is an extension of the price list, or as in {@link siteOfAnother}. */
export function siteRefused(db: D1Database, accountId: number, site: string | null): D1PreparedStatement {
  return sql(db)`SELECT 1 WHERE EXISTS (SELECT 1 FROM extensions WHERE tld = '.' || ${site})
    OR ${isOfAnother(accountId, site)}`;
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
