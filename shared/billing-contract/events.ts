import type { Permission, ResourceLimit } from "./call.ts";

/** The permission that an event requires, by its subject. The subject is the first word of the event's type. */
export const EVENT_PERMISSIONS = {
  order: "orders",
  domain: "domains",
  invoice: "invoices",
  service: "products",
} as const satisfies Record<string, Permission>;

export const BILLING_EVENT_TYPES = [
  "order.paid",
  "order.completed",
  "order.refused",
  "order.lapsed",
  "domain.registered",
  "domain.transferred_in",
  "domain.transfer_failed",
  "domain.expiring",
  "invoice.issued",
  "invoice.paid",
  "invoice.overdue",
  "service.activated",
  "service.cancelled",
] as const satisfies `${keyof typeof EVENT_PERMISSIONS}.${string}`[];

export type BillingEventType = (typeof BILLING_EVENT_TYPES)[number];

/** Returns the subject of an event type. */
export function eventSubject(type: BillingEventType): keyof typeof EVENT_PERMISSIONS {
  return type.slice(0, type.indexOf(".")) as keyof typeof EVENT_PERMISSIONS;
}

export interface BillingEvent {
  /** The time of the event in epoch microseconds, or the next unused number. A later event has a greater id. */
  id: number;
  type: BillingEventType;
  /** The id of the order, invoice or service, or the domain's name in A-label form. */
  subject: number | string;
}

export interface EventList {
  /** The `next` of the previous page; 0 to read all stored events. */
  after: number;
  limit: number;
  within: ResourceLimit;
}

/** One page of events from one source, oldest first. */
export interface EventPage<Event> {
  events: Event[];
  /** The value of `after` for the next page. */
  next: number;
  hasMore: boolean;
  /** Whether events between `after` and this page may have been deleted. */
  truncated: boolean;
}

const DAY_MS = 86_400_000;
/** Time for which an event is stored, in milliseconds. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;

/**
 * Returns the smallest event id for a time.
 * @param at the time in epoch milliseconds
 */
export function eventIdAt(at: number): number {
  return at * 1_000;
}

/** Returns the time of an event in epoch milliseconds. */
export function instantOfEvent({ id }: { id: number }): number {
  return Math.floor(id / 1_000);
}

/**
 * Creates one page of a source's events.
 * @param found the events after `after`, oldest first; one more than `limit` if the source has more
 * @param at the current time of the source, in epoch milliseconds
 */
export function eventPage<Event extends { id: number }>(
  found: Event[],
  { after, limit }: Pick<EventList, "after" | "limit">,
  at: number,
): EventPage<Event> {
  const events = found.slice(0, limit);
  const last = events.at(-1)?.id ?? after;
  const hasMore = found.length > limit;
  // `next` advances even if there are no events. Otherwise a reader that is up to date would seem late. One day is
  // longer than any difference between the clocks of the writers.
  const next = hasMore ? last : Math.max(last, eventIdAt(at - DAY_MS));
  return { events, next, hasMore, truncated: after > 0 && after < eventIdAt(at - EVENTS_KEPT_MS) };
}
