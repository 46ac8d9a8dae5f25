import type { RegisteredDomain } from "../registrar/registrar.ts";
import type { PaidOrder } from "./fulfilment.ts";
import { STILL_PAID } from "./order-endings.ts";

export function domainRegistered(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE domains SET status = 'active', registered_on = ?, expires_on = ?, next_due_on = ?
         WHERE id = ? AND ${STILL_PAID}`,
      )
      .bind(domain.registeredOn, domain.expiresOn, domain.expiresOn, order.domain_id, order.id),
  ];
}

export function renewalDone(db: D1Database, order: PaidOrder, domain: RegisteredDomain): D1PreparedStatement[] {
  return [
    db
      .prepare(`UPDATE domains SET status = 'active', expires_on = ?, next_due_on = ? WHERE id = ? AND ${STILL_PAID}`)
      .bind(domain.expiresOn, domain.expiresOn, order.domain_id, order.id),
  ];
}
