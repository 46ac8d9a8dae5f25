import type { CustomerDomain } from "../../../../shared/billing-contract/customer.ts";
import { DOMAINS, type DomainRow, toDomain } from "../accounts/domains.ts";

/** The account's domain of that name: at most one row, of several the one that is not over, or else the newest. */
export function ownDomainRead(db: D1Database, accountId: number, name: string): D1PreparedStatement {
  return db
    .prepare(
      `${DOMAINS} WHERE d.account_id = ? AND d.name = ?
       ORDER BY d.status IN ('expired', 'transferred_away', 'cancelled', 'fraud'), d.id DESC LIMIT 1`,
    )
    .bind(accountId, name);
}

export function ownDomain(result: D1Result | undefined): CustomerDomain | null {
  const row = result?.results[0] as DomainRow | undefined;
  return row ? toDomain(row) : null;
}

/** The registrar has it for the account. */
export function isRegistered({ status }: CustomerDomain): boolean {
  return status === "active" || status === "grace" || status === "redemption";
}
