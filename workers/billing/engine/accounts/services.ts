import type { ActorQuery, ResourceLimit } from "../../../../shared/billing-contract/actor.ts";
import type {
  CustomerService,
  ServiceCancellation,
  ServiceList,
  ServiceListKey,
} from "../../../../shared/billing-contract/customer.ts";
import type { Condition, Store } from "../store/account-gate.ts";
import type { Statement } from "../store/batch.ts";
import { isOrIsUnder, limitOf } from "./domains.ts";

/** By id. `active`: pending, active and suspended. A limit to a domain includes the services for it and for names under it. */
export function listServices({ gate }: Store, query: ActorQuery, list: ServiceList) {
  const conditions = withinLimit(limitOf(list));
  if (list.status === "active") conditions.push({ sql: IN_USE, values: [] });
  if (list.domain !== undefined) conditions.push(isOrIsUnder("s.domain", list.domain));
  if (list.after) conditions.push({ sql: "s.id > ?", values: [list.after.id] });
  return gate.page(
    query,
    { select: SERVICES, accountColumn: "s.account_id", conditions, orderBy: "s.id", limit: list.limit },
    toService,
    ({ id }): ServiceListKey => ({ id }),
  );
}

/** At most one row. */
export function serviceRead(db: D1Database, accountId: number, serviceId: number): Statement<ServiceRow> {
  return db.prepare(`${SERVICES} WHERE s.id = ? AND s.account_id = ?`).bind(serviceId, accountId);
}

/** Verbatim the condition of the index `services_in_use`. */
const IN_USE = "s.status IN ('pending', 'active', 'suspended')";

const SERVICES = `
  SELECT s.id, s.plan_name, s.plan_id, p.line_id, s.domain, s.status, s.billing_cycle, s.next_due_on, s.recurring_price,
    c.timing, c.effective_on, c.requested_at
  FROM services s
    LEFT JOIN plans p ON p.id = s.plan_id
    LEFT JOIN cancellations c ON c.service_id = s.id`;

export interface ServiceRow {
  id: number;
  plan_name: string;
  plan_id: string | null;
  line_id: string | null;
  domain: string | null;
  status: CustomerService["status"];
  billing_cycle: CustomerService["billingCycle"];
  next_due_on: string | null;
  recurring_price: number;
  timing: ServiceCancellation["when"] | null;
  effective_on: string;
  requested_at: string;
}

function withinLimit(within: ResourceLimit): Condition[] {
  switch (within.kind) {
    case "account":
      return [];
    case "service":
      return [{ sql: "s.id = ?", values: [within.id] }];
    case "domain":
      return [isOrIsUnder("s.domain", within.name)];
  }
}

export function toService(row: ServiceRow): CustomerService {
  return {
    id: row.id,
    plan: row.plan_name,
    planId: row.plan_id,
    line: row.line_id,
    domain: row.domain,
    status: row.status,
    billingCycle: row.billing_cycle,
    nextDueDate: row.next_due_on,
    recurringPrice: row.recurring_price,
    cancellation: row.timing && { when: row.timing, effectiveOn: row.effective_on, requestedAt: row.requested_at },
  };
}
