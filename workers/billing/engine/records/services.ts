import type { ActorQuery, ResourceLimit } from "../../../../shared/billing-contract/call.ts";
import type {
  CustomerService,
  ServiceCancellation,
  ServiceList,
  ServiceListKey,
} from "../../../../shared/billing-contract/customer.ts";
import type { ServerPlace } from "../../../../shared/zones-contract/zone-system.ts";
import type { Store } from "../store/account-store.ts";
import { ok } from "../store/results.ts";
import { part, raw, type SqlPart, sql, type TypedStatement } from "../store/sql.ts";
import { isOrIsUnder } from "./domains.ts";

/** By id. `active`: pending, active and suspended. A limit to a domain includes the services for it and for names under it. */
export function listServices({ accounts }: Store, query: ActorQuery, list: ServiceList) {
  const conditions = withinLimit(list.within);
  if (list.status === "active") conditions.push(raw(IN_USE));
  if (list.domain !== undefined) conditions.push(isOrIsUnder(raw("s.domain"), list.domain));
  if (list.after) conditions.push(part`s.id > ${list.after.id}`);
  return accounts.page(
    query,
    { select: SERVICES, accountColumn: "s.account_id", conditions, orderBy: "s.id", limit: list.limit },
    toService,
    ({ id }): ServiceListKey => ({ id }),
  );
}

/** One service with the server that it is on; null where the account has none of that id. */
export async function readService({ db, accounts }: Store, query: ActorQuery, id: number) {
  const read = await accounts.read(query, { service: serviceRead(db, query.accountId, id) });
  if (!read.ok) return read;
  const { account, rows } = read.value;
  const [row] = rows.service;
  return ok({ account, service: row ? toService(row) : null, server: row ? placeOf(row) : null });
}

/** At most one row. */
export function serviceRead(db: D1Database, accountId: number, serviceId: number): TypedStatement<ServiceRow> {
  return sql(db)`${raw(SERVICES)} WHERE s.id = ${serviceId} AND s.account_id = ${accountId}`;
}

/** Verbatim the condition of the index `services_in_use`. */
const IN_USE = "s.status IN ('pending', 'active', 'suspended')";

const SERVICES = `
  SELECT s.id, s.plan_name AS plan, s.plan_id AS planId, p.line_id AS line, s.domain, s.status,
    s.billing_cycle AS billingCycle, s.next_due_on AS nextDueDate, s.recurring_price AS recurringPrice,
    c.timing, c.effective_on AS effectiveOn, c.requested_at AS requestedAt, o.server, o.user
  FROM services s
    LEFT JOIN plans p ON p.id = s.plan_id
    LEFT JOIN cancellations c ON c.service_id = s.id
    LEFT JOIN service_servers o ON o.service_id = s.id`;

export type ServiceRow = Omit<CustomerService, "cancellation"> &
  Omit<ServiceCancellation, "when"> & { timing: ServiceCancellation["when"] | null } & (
    | ServerPlace
    | Record<keyof ServerPlace, null>
  );

function withinLimit(within: ResourceLimit): SqlPart[] {
  switch (within.kind) {
    case "account":
      return [];
    case "service":
      return [part`s.id = ${within.id}`];
    case "domain":
      return [isOrIsUnder(raw("s.domain"), within.name)];
  }
}

function placeOf({ server, user }: ServiceRow): ServerPlace | null {
  return server === null ? null : { server, user };
}

export function toService({ timing, effectiveOn, requestedAt, server, user, ...service }: ServiceRow): CustomerService {
  return { ...service, cancellation: timing && { when: timing, effectiveOn, requestedAt } };
}
