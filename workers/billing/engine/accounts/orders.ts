/** What no account has any more. */
export const IS_OVER = "('expired', 'transferred_away', 'cancelled', 'fraud')";

/** An SQL expression of a row of `domains`: another row of its name is paid for or registered. */
export const IS_HELD_ELSEWHERE = `EXISTS (SELECT 1 FROM domains held WHERE held.name = domains.name AND held.id <> domains.id
  AND held.status NOT IN ('pending', 'expired', 'transferred_away', 'cancelled', 'fraud'))`;

/** An SQL expression of a row of `orders` called `o`: it waits for its payment, and another one of its name is paid for. */
export const IS_TAKEN_FIRST = `(o.status = 'open' AND o.kind IN ('register', 'transfer')
  AND EXISTS (SELECT 1 FROM domains WHERE domains.id = o.domain_id AND ${IS_HELD_ELSEWHERE}))`;

/** Takes the name of an order that is paid, unless another order of it was paid before. */
export function takeName(db: D1Database, domainId: number, kind: "register" | "transfer"): D1PreparedStatement {
  return db
    .prepare(`UPDATE domains SET status = ? WHERE id = ? AND status = 'pending' AND NOT ${IS_HELD_ELSEWHERE}`)
    .bind(kind === "register" ? "pending_registration" : "pending_transfer", domainId);
}
