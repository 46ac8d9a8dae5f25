import type { ActorQuery, ResourceLimit } from "../../../../shared/billing-contract/call.ts";
import type {
  CustomerService,
  ServiceCancellation,
  ServiceList,
  ServiceListKey,
} from "../../../../shared/billing-contract/customer.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { withParents } from "../../../../shared/ordering/plan-orders.ts";
import type { ServerPlace } from "../../../../shared/zones-contract/zone-system.ts";
import type { Store } from "../store/account-store.ts";
import { part, raw, type SqlPart, sql, type TypedStatement } from "../store/sql.ts";
import { isOrIsUnder } from "./domains.ts";

/**
 * Lists services by id. `active` includes pending, active and suspended services. A limit to a domain includes the
 * services for the domain and for the names under it.
 */
export function listServices({ accounts }: Store, query: ActorQuery, list: ServiceList) {
  const conditions = withinLimit(list.within);
  if (list.status === "active") conditions.push(raw(IN_USE));
  if (list.domain !== undefined) conditions.push(isOrIsUnder(raw("s.domain"), list.domain));
  if (list.after) conditions.push(part`s.id > ${list.after.id}`);
  return accounts.page(
    query,
    {
      select: servicesIn(query.language),
      accountColumn: "s.account_id",
      conditions,
      orderBy: "s.id",
      limit: list.limit,
    },
    toService,
    ({ id }): ServiceListKey => ({ id }),
  );
}

/** Returns one service and its server. Both are `null` if the account has no service with that id. */
export async function readService({ db, accounts }: Store, query: ActorQuery, id: number) {
  const read = await accounts.read(query, { service: serviceRead(db, query, id) });
  if (!read.ok) return read;
  const { account, rows } = read.value;
  const [row] = rows.service;
  return ok({ account, service: row ? toService(row) : null, server: row ? placeOf(row) : null });
}

/**
 * Returns the statement that reads a service. It reads at most one row. A committed write gets the plan's stored name.
 * A read or a preview gets the name in the caller's language.
 */
export function serviceRead(
  db: D1Database,
  { accountId, language, commit }: ActorQuery & { commit?: boolean },
  serviceId: number,
): TypedStatement<ServiceRow> {
  return sql(
    db,
  )`${raw(servicesIn(commit ? undefined : language))} WHERE s.id = ${serviceId} AND s.account_id = ${accountId}`;
}

/** SQL: the exact condition of the index `services_in_use`. */
const IN_USE = "s.status IN ('pending', 'active', 'suspended')";

/**
 * Returns the SQL for the plan name of a service `s`. A page gets the name in the page's language, and an application
 * gets the stored name.
 */
export function planName(language: ActorQuery["language"]): string {
  if (language !== "fr") return "s.plan_name";
  return "coalesce((SELECT name FROM plan_texts WHERE plan_id = s.plan_id AND language = 'fr'), s.plan_name)";
}

/** Returns the SQL that selects services, with plan names from {@link planName}. */
export function servicesIn(language: ActorQuery["language"]): string {
  return `
  SELECT s.id, ${planName(language)} AS plan, s.plan_id AS planId, p.line_id AS line, s.domain, s.status,
    s.billing_cycle AS billingCycle, s.next_due_on AS nextDueDate, s.recurring_price AS recurringPrice,
    c.timing, c.effective_on AS effectiveOn, c.requested_at AS requestedAt, s.server, s.server_user AS user
  FROM services s
    LEFT JOIN plans p ON p.id = s.plan_id
    LEFT JOIN cancellations c ON c.service_id = s.id`;
}

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

/**
 * Returns a statement that selects a row if {@link siteOfAnother} does, or if the site is an extension in the price
 * list.
 */
export function siteRefused(db: D1Database, accountId: number, site: string | null): D1PreparedStatement {
  return sql(db)`SELECT 1 WHERE EXISTS (SELECT 1 FROM extensions WHERE tld = '.' || ${site})
    OR ${isOfAnother(accountId, site)}`;
}

/**
 * Returns a statement that selects a row if the site belongs to another account. That is the case if the other account
 * has the name or a parent as a domain. It is also the case if the other account has a service for the name and this
 * account does not hold the domain.
 */
export function siteOfAnother(db: D1Database, accountId: number, site: string | null): D1PreparedStatement {
  return sql(db)`SELECT 1 WHERE ${isOfAnother(accountId, site)}`;
}

/** Returns a statement that fails its transaction if {@link siteOfAnother} selects a row. */
export function siteIsFree(db: D1Database, accountId: number, site: string | null): D1PreparedStatement {
  return sql(db)`
    UPDATE accounts SET revision = NULL WHERE id = ${accountId} AND ${isOfAnother(accountId, site)}`;
}

/**
 * Returns the SQL condition that a site belongs to another account. Unpaid orders reserve no name. A service alone does
 * not prove that its account owns the site's name. An account that has registered the name or a parent here may still
 * use it. A pending registration or transfer is not enough for that.
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
