import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { Page } from "../../../shared/billing-contract/customer.ts";
import { EVERYTHING, valueIn } from "./questions.ts";

/** One list, as a test walks it: its pages, its order, and how its rows come and go. */
export interface ListWalk {
  name: string;
  table: string;
  page(
    billing: BillingSystem,
    query: ActorQuery,
    limit: number,
    after: unknown,
  ): Promise<Page<{ id: number }, unknown>>;
  /** What the list is ordered by; its text sorts like the list. */
  sortKey(item: never): string;
  newestFirst: boolean;
  /** Adds a row somewhere in the list, sometimes with what another row is ordered by. */
  insert(db: D1Database, accountId: number, id: number, place: number): D1PreparedStatement;
}

const two = (number: number) => String(number).padStart(2, "0");
const dayAt = (place: number) => `${2024 + (place % 3)}-${two(1 + (place % 12))}-${two(1 + (place % 28))}`;

/** When a ticket was opened and last replied to: every other one was opened long before. */
function datesAt(place: number): [openedAt: string, lastReplyAt: string | null] {
  const activity = `${dayAt(place)}T09:00:00Z`;
  return place % 2 === 0 ? [activity, null] : ["2023-01-01T00:00:00Z", activity];
}

export const LIST_WALKS: ListWalk[] = [
  {
    name: "services",
    table: "services",
    page: (billing, query, limit, after) =>
      valueIn(billing.listServices(query, { status: "all", within: EVERYTHING, limit, ...from(after) })),
    sortKey: ({ id }: { id: number }) => String(id).padStart(10, "0"),
    newestFirst: false,
    insert: (db, accountId, id) =>
      db
        .prepare("INSERT INTO services VALUES (?, ?, NULL, 'Custom', NULL, 'active', 'monthly', NULL, 0)")
        .bind(id, accountId),
  },
  {
    name: "domains",
    table: "domains",
    page: (billing, query, limit, after) =>
      valueIn(billing.listDomains(query, { status: "all", within: EVERYTHING, limit, ...from(after) })),
    sortKey: ({ name, id }: { name: string; id: number }) => `${name} ${String(id).padStart(10, "0")}`,
    newestFirst: false,
    insert: (db, accountId, id, place) =>
      db
        .prepare("INSERT INTO domains VALUES (?, ?, ?, 'expired', NULL, NULL, NULL, NULL, 1, 0)")
        .bind(id, accountId, `portfolio-${two(place % 12)}.com`),
  },
  {
    name: "invoices",
    table: "invoices",
    page: (billing, query, limit, after) =>
      valueIn(billing.listInvoices(query, { status: "all", limit, ...from(after) })),
    sortKey: ({ issuedOn, id }: { issuedOn: string; id: number }) => `${issuedOn} ${String(id).padStart(10, "0")}`,
    newestFirst: true,
    insert: (db, accountId, id, place) =>
      db
        .prepare("INSERT INTO invoices VALUES (?1, ?2, 'W-' || ?1, ?3, ?4, ?4, NULL, 100, 0)")
        .bind(id, accountId, place % 7 === 0 ? "draft" : "paid", dayAt(place)),
  },
  {
    name: "tickets",
    table: "tickets",
    page: (billing, query, limit, after) =>
      valueIn(billing.listTickets(query, { status: "all", limit, ...from(after) })),
    sortKey: ({ openedAt, lastReplyAt, id }: { openedAt: string; lastReplyAt: string | null; id: number }) =>
      `${lastReplyAt ?? openedAt} ${String(id).padStart(10, "0")}`,
    newestFirst: true,
    insert: (db, accountId, id, place) =>
      db
        .prepare("INSERT INTO tickets VALUES (?1, ?2, 'W-' || ?1, 'Walk', NULL, NULL, 'open', ?3, ?4)")
        .bind(id, accountId, ...datesAt(place)),
  },
];

/** A cursor as the port gives it, for the next page; its type belongs to the list it came from. */
function from(after: unknown): { after?: never } {
  return after === null ? {} : { after: after as never };
}
