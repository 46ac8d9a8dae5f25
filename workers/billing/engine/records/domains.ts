import type { ActorQuery, ResourceLimit } from "../../../../shared/billing-contract/call.ts";
import {
  type CustomerDomain,
  type DomainList,
  type DomainListKey,
  ENDED_DOMAIN_STATUSES,
} from "../../../../shared/billing-contract/customer.ts";
import type { Fact } from "../../../../shared/domain-names/fact.ts";
import { GRACE_DAYS, REDEMPTION_DAYS } from "../../../../shared/domain-names/registry-rules.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { renewalPriceNow, renewalTerm } from "../pricing/domain-prices.ts";
import type { Store } from "../store/account-store.ts";
import { part, raw, type SqlPart, sql, type TypedStatement } from "../store/sql.ts";

/**
 * Lists domains by name. `active` excludes domains that have expired, were transferred away or cancelled, or are marked
 * as fraud. If access is limited to a service, the list is empty.
 */
export function listDomains({ accounts }: Store, query: ActorQuery, list: DomainList) {
  const conditions = withinLimit(list.within);
  if (list.status === "active") conditions.push(raw(IN_USE));
  if (list.domain !== undefined) conditions.push(isOrIsUnder(raw("d.name"), list.domain));
  if (list.after) conditions.push(part`(d.name, d.id) > (${list.after.name}, ${list.after.id})`);
  return accounts.page(
    query,
    { select: DOMAINS, accountColumn: "d.account_id", conditions, orderBy: "d.name, d.id", limit: list.limit },
    (row: DomainRow, { currency }) => toPricedDomain(row, currency),
    ({ name, id }): DomainListKey => ({ name, id }),
  );
}

/**
 * Returns the statement that reads an account's domain by name. It reads at most one row. It prefers an active domain
 * to a newer one. A domain is active if its status is not in {@link ENDED_DOMAIN_STATUSES}.
 */
export function domainRead(db: D1Database, accountId: number, name: string): TypedStatement<DomainRow> {
  return sql(db)`${raw(DOMAINS)} WHERE d.account_id = ${accountId} AND d.name = ${name}
    ORDER BY d.status IN ${raw(ENDED)}, d.id DESC LIMIT 1`;
}

/**
 * Returns the SQL condition that a column equals a domain name or is under it. It compares text, because `LIKE` would
 * treat `%` and `_` as wildcards.
 * @param name the domain name in A-label form and lower case
 */
export function isOrIsUnder(column: SqlPart, name: string): SqlPart {
  const suffix = `.${name}`;
  return part`${column} = ${name} OR substr(${column}, ${-suffix.length}) = ${suffix}`;
}

/** SQL: the statuses of {@link ENDED_DOMAIN_STATUSES}. */
export const ENDED = `('${ENDED_DOMAIN_STATUSES.join("', '")}')`;

/** SQL: the exact condition of the index `domains_in_use`. */
const IN_USE = `d.status NOT IN ${ENDED}`;

/** SQL: the columns of a {@link DomainRow}, selected from `domains d`. */
export const DOMAIN_COLUMNS = `d.id, d.name, d.status, d.registered_on AS registeredOn, d.transferred_on AS transferredOn, d.expires_on AS expiresOn,
  d.next_due_on AS nextDueDate, d.renewal_price AS renewalPrice, d.renewal_years AS renewalYears, d.auto_renew AS autoRenew, d.missing_since AS missingSince`;

export const DOMAINS = `SELECT ${DOMAIN_COLUMNS} FROM domains d`;

/** A stored domain. The renewal price covers the agreed years, without the restoration fee. */
export type DomainRow = Omit<CustomerDomain, "autoRenew"> & {
  autoRenew: 0 | 1;
  /** The day of the incoming transfer, as YYYY-MM-DD; `null` if the domain was registered here. */
  transferredOn: string | null;
  /**
   * Time at which the registrar first reported the domain as missing, in epoch milliseconds; `null` if the registrar
   * has it.
   */
  missingSince: number | null;
};

function withinLimit(within: ResourceLimit): SqlPart[] {
  switch (within.kind) {
    case "account":
      return [];
    case "service":
      return [raw("0")];
    case "domain":
      return [part`d.name = ${within.name}`];
  }
}

export function toDomain({ autoRenew, transferredOn: _, missingSince: _since, ...row }: DomainRow): CustomerDomain {
  return { ...row, ...renewalTerm(row), autoRenew: autoRenew === 1 };
}

/** Returns a domain with its current renewal price, including the restoration fee if one applies. */
export function toPricedDomain(row: DomainRow, currency: Currency): CustomerDomain {
  const domain = toDomain(row);
  return { ...domain, renewalPrice: renewalPriceNow(domain, currency) };
}

/**
 * SQL: the number of days after expiry for which a domain `d` is in its grace period. The number depends on the
 * extension.
 */
export const GRACE = daysBy(GRACE_DAYS);
export const GRACE_AND_REDEMPTION = `(${GRACE} + ${daysBy(REDEMPTION_DAYS)})`;

function daysBy(fact: Fact<number>): string {
  const extension = "substr(d.name, instr(d.name, '.'))";
  const cases = [...fact.deviations()].map(
    ([days, extensions]) => `WHEN ${extension} IN (${extensions.map((tld) => `'${tld}'`).join(", ")}) THEN ${days}`,
  );
  return `(CASE ${cases.join(" ")} ELSE ${fact.otherwise} END)`;
}
