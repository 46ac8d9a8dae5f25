/**
 * A domain name's availability at its registry, read by the caller without a cache. `taken` can be transferred; `redemption` and
 * `pending_delete` are taken and can be neither registered nor transferred; `unavailable` is reserved or blocked.
 */
export type Availability = "available" | "taken" | "redemption" | "pending_delete" | "unavailable" | "unknown";
