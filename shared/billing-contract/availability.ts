/**
 * What the registry says of a name just now, asked past every cache by the caller. A name in `redemption` or
 * `pending_delete` is taken, and can be neither registered nor transferred.
 */
export const AVAILABILITIES = ["available", "taken", "redemption", "pending_delete", "unavailable", "unknown"] as const;

export type Availability = (typeof AVAILABILITIES)[number];

/** A value from a Worker of another version: a word that is not known here promises nothing. */
export function readAvailability(value: unknown): Availability {
  return AVAILABILITIES.find((known) => known === value) ?? "unknown";
}
