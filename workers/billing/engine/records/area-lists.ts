import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import {
  type CustomerDomain,
  type CustomerInvoice,
  type CustomerService,
  ENDED_DOMAIN_STATUSES,
} from "../../../../shared/billing-contract/customer.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { addDays } from "../../../../shared/platform/calendar.ts";
import type { AuthorizedResult, EngineAccount, Store } from "../store/account-store.ts";
import { part, raw, sql } from "../store/sql.ts";
import { DOMAINS, type DomainRow, toPricedDomain } from "./domains.ts";
import { INVOICES, type InvoiceRow, toInvoice } from "./invoices.ts";
import { planName, type ServiceRow, servicesIn, toService } from "./services.ts";

/** The number of days ahead that the `soon` group covers. */
export const SOON_DAYS = 60;

/** Counts up to this number are exact. A larger count may be too low. */
export const MAX_COUNTED = 1_000;

/** The position after which a list continues: the last row's sort day and id. */
export interface PlaceInList {
  day: string;
  id: number;
}

export interface AreaList<Group extends string> {
  group: Group;
  /** Part of a name or number to search for; empty to match everything. */
  search: string;
  limit: number;
  after?: PlaceInList | undefined;
}

export interface AreaListPage<Item, Group extends string> {
  items: Item[];
  /** The number of items in each group that match the search. A count above {@link MAX_COUNTED} may be too low. */
  counts: Record<Group, number>;
  /** The position of the next page; `null` on the last page. */
  next: PlaceInList | null;
}

/**
 * The rule that selects a group's items. An item has one of these statuses, and its day is at most `withinDays` after
 * today.
 */
interface GroupRule {
  statuses: readonly string[];
  withinDays?: number;
}

interface ListKind<Row, Item, Group extends string> {
  /** Returns the `SELECT … FROM …` part, with the table under its alias. */
  select: (language: ActorQuery["language"]) => string;
  /** The table and its alias in the query. */
  from: [table: string, name: string];
  /** The sort day. It must be exactly the expression in the index on account, status, day and id. */
  day: string;
  /** SQL: whether an item will end instead of renewing. The `soon` group excludes these items. */
  ends?: string;
  /** Returns the SQL expression for the lower-case text that a search compares. */
  searched: (language: ActorQuery["language"]) => string;
  /** The column with the item's domain name. A search compares its Unicode form too. */
  domain?: string;
  groups: Record<Group, GroupRule>;
  /** The groups that start with the latest day. All others start with the earliest. */
  latestFirst?: readonly Group[];
  dayOf: (row: Row) => string | null;
  toItem: (row: Row, account: EngineAccount, today: string) => Item;
}

/** The sort day of an item without a day. It puts the item last. */
const NO_DAY = "9999-12-31";

/**
 * Returns a function that reads one page of a list and counts the items in each group. The index provides the first
 * rows of each status, and the page consists of the first of these rows. A page of a long list therefore reads no more
 * rows than a page of a short list. A search may compare every item of the account.
 */
function areaList<Row extends { id: number }, Item, Group extends string>(kind: ListKind<Row, Item, Group>) {
  const names = Object.keys(kind.groups) as Group[];
  const [table, name] = kind.from;
  const [from, id, day] = [raw(`${table} ${name}`), raw(`${name}.id`), raw(kind.day)];
  const inUnicode = async (db: D1Database, accountId: number, domain: string, text: string): Promise<number[]> => {
    const { results } = await sql(db)<{ id: number; domain: string }>`SELECT ${id} AS id, ${raw(domain)} AS domain
      FROM ${from} WHERE ${raw(name)}.account_id = ${accountId} AND instr(${raw(domain)}, 'xn--') > 0`.all<{
      id: number;
      domain: string;
    }>();
    return results.filter(({ domain }) => readable(domain).includes(text)).map(({ id }) => id);
  };
  return async (
    { db, accounts, clock }: Store,
    query: ActorQuery,
    { group, search, limit, after }: AreaList<Group>,
  ): Promise<AuthorizedResult<AreaListPage<Item, Group>>> => {
    const { today } = await clock.read(db);
    const rangesOf = (group: Group) => {
      const { statuses, withinDays } = kind.groups[group];
      const until = withinDays === undefined ? NO_DAY : addDays(today, withinDays);
      return statuses.map((status) => ({ group, status, until }));
    };
    const text = search.normalize("NFC").toLowerCase();
    const ofDomain = kind.domain && !isAscii(text) ? await inUnicode(db, query.accountId, kind.domain, text) : [];
    const matches =
      text === ""
        ? raw("TRUE")
        : part`(instr(${raw(kind.searched(query.language))}, ${text}) > 0 OR ${id} IN (SELECT value FROM json_each(${JSON.stringify(ofDomain)})))`;
    const inRange = part`${raw(name)}.account_id = ${query.accountId} AND ${raw(name)}.status = r.value ->> 'status'
      AND ${day} <= r.value ->> 'until' AND NOT (r.value ->> 'group' = 'soon' AND ${raw(kind.ends ?? "FALSE")}) AND ${matches}`;
    const counts = sql(db)<{ name: Group; count: number }>`
      SELECT r.value ->> 'group' AS name,
        sum((SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${inRange} LIMIT ${MAX_COUNTED + 1}))) AS count
      FROM json_each(${JSON.stringify(names.flatMap(rangesOf))}) r GROUP BY 1`;

    const [then, direction] = kind.latestFirst?.includes(group) ? ["<", "DESC"] : [">", "ASC"];
    const order = raw(`${kind.day} ${direction}, ${name}.id ${direction}`);
    const continued = after
      ? part`${day} ${raw(then)}= ${after.day} AND (${day} ${raw(then)} ${after.day} OR ${id} ${raw(then)} ${after.id})`
      : raw("TRUE");
    const items = sql(db)<Row>`${raw(kind.select(query.language))} WHERE ${id} IN (
      SELECT first.value FROM json_each(${JSON.stringify(rangesOf(group))}) r, json_each((SELECT json_group_array(id) FROM (
        SELECT ${id} FROM ${from} WHERE ${inRange} AND ${continued} ORDER BY ${order} LIMIT ${limit + 1}))) first)
      ORDER BY ${order} LIMIT ${limit + 1}`;

    const read = await accounts.read(query, { items, counts });
    if (!read.ok) return read;
    const { account, rows } = read.value;
    const shown = rows.items.slice(0, limit);
    const last = rows.items.length > limit ? shown.at(-1) : undefined;
    return ok({
      items: shown.map((row) => kind.toItem(row, account, today)),
      counts: Object.fromEntries(rows.counts.map(({ name, count }) => [name, count])) as Record<Group, number>,
      next: last ? { day: kind.dayOf(last) ?? NO_DAY, id: last.id } : null,
    });
  };
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function readable(domain: string): string {
  const parsed = parseDomainName(domain);
  return "refused" in parsed ? domain : parsed.unicode;
}

export type ServiceGroup = "current" | "active" | "soon" | "suspended" | "pending" | "former";

/** Lists services by their next due day. */
export const listAreaServices = areaList<ServiceRow, CustomerService, ServiceGroup>({
  select: servicesIn,
  from: ["services", "s"],
  day: `coalesce(s.next_due_on, '${NO_DAY}')`,
  ends: "EXISTS (SELECT 1 FROM cancellations c WHERE c.service_id = s.id)",
  searched: (language) => `lower(${planName(language)} || ' ' || coalesce(s.domain, ''))`,
  domain: "s.domain",
  groups: {
    current: { statuses: ["pending", "active", "suspended"] },
    active: { statuses: ["active"] },
    soon: { statuses: ["active"], withinDays: SOON_DAYS },
    suspended: { statuses: ["suspended"] },
    pending: { statuses: ["pending"] },
    former: { statuses: ["terminated", "cancelled", "fraud", "completed"] },
  },
  latestFirst: ["former"],
  dayOf: ({ nextDueDate }) => nextDueDate,
  toItem: toService,
});

export type DomainGroup = "current" | "active" | "soon" | "expired" | "pending" | "former";

const PENDING = ["pending", "pending_registration", "pending_transfer"];
const EXPIRED = ["grace", "redemption"];

/** Lists domains by their expiry day. */
export const listAreaDomains = areaList<DomainRow, CustomerDomain, DomainGroup>({
  select: () => DOMAINS,
  from: ["domains", "d"],
  day: `coalesce(d.expires_on, '${NO_DAY}')`,
  searched: () => "d.name",
  domain: "d.name",
  groups: {
    current: { statuses: [...PENDING, "active", ...EXPIRED] },
    active: { statuses: ["active"] },
    soon: { statuses: ["active"], withinDays: SOON_DAYS },
    expired: { statuses: EXPIRED },
    pending: { statuses: PENDING },
    former: { statuses: ENDED_DOMAIN_STATUSES },
  },
  latestFirst: ["former"],
  dayOf: ({ expiresOn }) => expiresOn,
  toItem: (row, { currency }) => toPricedDomain(row, currency),
});

export type InvoiceGroup = "all" | "unpaid" | "overdue" | "paid" | "closed";

const UNPAID = ["unpaid", "collections"];
const CLOSED = ["cancelled", "refunded"];

/** Lists invoices by their due day, without drafts. The `unpaid` group includes invoices with a pending payment. */
export const listAreaInvoices = areaList<InvoiceRow, CustomerInvoice, InvoiceGroup>({
  select: () => INVOICES,
  from: ["invoices", "i"],
  day: "i.due_on",
  searched: () => "lower(i.number)",
  groups: {
    all: { statuses: [...UNPAID, "payment_pending", "paid", ...CLOSED] },
    unpaid: { statuses: [...UNPAID, "payment_pending"] },
    overdue: { statuses: UNPAID, withinDays: -1 },
    paid: { statuses: ["paid"] },
    closed: { statuses: CLOSED },
  },
  latestFirst: ["all", "paid", "closed"],
  dayOf: ({ dueOn }) => dueOn,
  toItem: (row, _, today) => toInvoice(row, today),
});
