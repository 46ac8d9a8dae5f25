import type { Permission, ResourceLimit } from "./call.ts";

/** The permission that an event needs, by what it is about: the first word of its type. */
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

/** What an event of a type is about. */
export function eventSubject(type: BillingEventType): keyof typeof EVENT_PERMISSIONS {
  return type.slice(0, type.indexOf(".")) as keyof typeof EVENT_PERMISSIONS;
}

export interface BillingEvent {
  /** The instant in epoch microseconds, or the next number that is free: a later event has a greater id. */
  id: number;
  type: BillingEventType;
  /** The id of the order, invoice or service; the name of the domain, in A-label form. */
  subject: number | string;
}

export interface EventList {
  /** The `next` of the page before; 0 for all that are kept. */
  after: number;
  limit: number;
  within: ResourceLimit;
}

/** Events of one source, oldest first. */
export interface EventPage<Event> {
  events: Event[];
  /** What `after` takes for the events that follow. */
  next: number;
  hasMore: boolean;
  /** Events between `after` and these may have been deleted. */
  truncated: boolean;
}

const DAY_MS = 86_400_000;
/** How long an event is kept. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;

/** The id of the first event of an instant. @param at epoch milliseconds */
export function eventIdAt(at: number): number {
  return at * 1_000;
}

/** The instant of an event, in epoch milliseconds. */
export function instantOfEvent({ id }: { id: number }): number {
  return Math.floor(id / 1_000);
}

/**
 * One page of a source.
 * @param found the events after `after`, oldest first: one more than `limit` where there are more
 * @param at the source's time, epoch milliseconds
 */
export function eventPage<Event extends { id: number }>(
  found: Event[],
  { after, limit }: Pick<EventList, "after" | "limit">,
  at: number,
): EventPage<Event> {
  const events = found.slice(0, limit);
  const last = events.at(-1)?.id ?? after;
  const hasMore = found.length > limit;
  // A reader that is up to date does not seem late where nothing happens. A day: clocks of writers differ by less.
  const next = hasMore ? last : Math.max(last, eventIdAt(at - DAY_MS));
  return { events, next, hasMore, truncated: after > 0 && after < eventIdAt(at - EVENTS_KEPT_MS) };
}
