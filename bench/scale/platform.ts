import type { ThreadLimits } from "./simulation/single-thread.ts";
import type { StoreLimits } from "./simulation/stored-values.ts";

/** A gigabyte as it is billed, in bytes. */
export const GIGABYTE = 1e9;
/** Of one database, and of one object's storage; neither can be raised. */
export const MAX_DATABASE_BYTES = 10 * GIGABYTE;
/** Calls to one object in a second, a soft limit. */
const OBJECT_CALLS_PER_SECOND = 1_000;
/** Queries of a millisecond that one database answers in a second: it is one thread. */
export const DATABASE_QUERIES_PER_SECOND = 1_000;
/** An object's memory, which counts as long as it is active. */
export const OBJECT_GB = 0.128;

/**
 * The platform as the simulation takes it. `serviceMs` of an object is its soft limit of 1,000 requests a second, of a database the
 * documentation's own example of a query of 1 ms. How long a queue may get is not published: 1,000 calls, a second of work, are assumed.
 */
export const PLATFORM = {
  /** https://developers.cloudflare.com/durable-objects/platform/limits/ */
  object: { serviceMs: () => 1_000 / OBJECT_CALLS_PER_SECOND, networkMs: 20, maxQueued: 1_000 },
  /** https://developers.cloudflare.com/d1/platform/limits/ */
  database: { serviceMs: () => 1_000 / DATABASE_QUERIES_PER_SECOND, networkMs: 20, maxQueued: 1_000 },
  /** https://developers.cloudflare.com/kv/platform/limits/ and /kv/concepts/how-kv-works/ */
  store: { visibleAfterMs: 60_000, betweenWritesMs: 1_000, readMs: 10 },
} as const satisfies { object: ThreadLimits; database: ThreadLimits; store: StoreLimits };
