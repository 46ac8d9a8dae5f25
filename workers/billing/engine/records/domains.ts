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
 * Lists domains by name. `active` excludes those that have expired, were transferred away or cancelled, or are fraud. A
 * limit to a service includes no domain.
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
 * Reads the account's domain of a name: at most one row. It prefers the active one, whose status is not in {@link
 * ENDED_DOMAIN_STATUSES}, to the newest.
 */
export function domainRead(db: D1Database, accountId: number, name: string): TypedStatement<DomainRow> {
  return sql(db)`${raw(DOMAINS)} WHERE d.account_id = ${accountId} AND d.name = ${name}
    ORDER BY d.status IN ${raw(ENDED)}, d.id DESC LIMIT 1`;
}

/**
 * Returns a condition: the column equals this domain name or is under it. Compares text, because `%` and `_` must not
 * be wildcards.
 * @param name in A-label form and lower case
 */
export function isOrIsUnder(column: SqlPart, name: string): SqlPart {
  const suffix = `.${name}`;
  return part`${column} = ${name} OR substr(${column}, ${-suffix.length}) = ${suffix}`;
}

/** SQL: the statuses of {@link ENDED_DOMAIN_STATUSES}. */
export const ENDED = `('${ENDED_DOMAIN_STATUSES.join("', '")}')`;

/** The condition of the index `domains_in_use`, copied exactly. */
const IN_USE = `d.status NOT IN ${ENDED}`;

/** The columns of a {@link DomainRow}, of domains as `d`. */
export const DOMAIN_COLUMNS = `d.id, d.name, d.status, d.registered_on AS registeredOn, d.transferred_on AS transferredOn, d.expires_on AS expiresOn,
  d.next_due_on AS nextDueDate, d.renewal_price AS renewalPrice, d.renewal_years AS renewalYears, d.auto_renew AS autoRenew, d.missing_since AS missingSince`;

export const DOMAINS = `SELECT ${DOMAIN_COLUMNS} FROM domains d`;

/** A stored domain. The renewal price is for the agreed years, without the restoration fee. */
export type DomainRow = Omit<CustomerDomain, "autoRenew"> & {
  autoRenew: 0 | 1;
  /** The day of the incoming transfer, YYYY-MM-DD; null if the domain was registered here. */
  transferredOn: string | null;
  /** Since when the registrar does not have it, in epoch milliseconds; null if it was not missing. */
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

/** Returns a domain with the current renewal price, including restoration. */
export function toPricedDomain(row: DomainRow, currency: Currency): CustomerDomain {
  const domain = toDomain(row);
  return { ...domain, renewalPrice: renewalPriceNow(domain, currency) };
}

/** SQL: the days after expiry that the registry gives a row of `domains d`, by its extension. */
export const GRACE = daysBy(GRACE_DAYS);
export const GRACE_AND_REDEMPTION = `(${GRACE} + ${daysBy(REDEMPTION_DAYS)})`;

function daysBy(fact: Fact<number>): string {
  const extension = "substr(d.name, instr(d.name, '.'))";
  const cases = [...fact.deviations()].map(
    ([days, extensions]) => `WHEN ${extension} IN (${extensions.map((tld) => `'${tld}'`).join(", ")}) THEN ${days}`,
  );
  return `(CASE ${cases.join(" ")} ELSE ${fact.otherwise} END)`;
}
