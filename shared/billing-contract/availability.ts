/**
 * A domain name's availability at its registry, read by the caller without a cache. `taken` can be transferred; `redemption` and
 * `pending_delete` are taken and can be neither registered nor transferred; `unavailable` is reserved or blocked.
 */
export const AVAILABILITIES = ["available", "taken", "redemption", "pending_delete", "unavailable", "unknown"] as const;

export type Availability = (typeof AVAILABILITIES)[number];

/** The availability from a Worker of another version; `unknown` for a value that is unknown here. */
export function readAvailability(value: unknown): Availability {
  return AVAILABILITIES.find((known) => known === value) ?? "unknown";
}
