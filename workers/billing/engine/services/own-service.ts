import type { CustomerService } from "../../../../shared/billing-contract/customer.ts";
import { SERVICES, type ServiceRow, toService } from "../accounts/services.ts";

/** The account's service of that id: at most one row. */
export function ownServiceRead(db: D1Database, accountId: number, serviceId: number): D1PreparedStatement {
  return db.prepare(`${SERVICES} WHERE s.id = ? AND s.account_id = ?`).bind(serviceId, accountId);
}

export function ownService(result: D1Result | undefined): CustomerService | null {
  const row = result?.results[0] as ServiceRow | undefined;
  return row ? toService(row) : null;
}
