/** KV's shortest expiry, in seconds. */
export const KV_MIN_TTL_S = 60;

/**
 * Returns whether KV rejected a write because the same key was written within the last second, usually by another
 * isolate.
 * Source: Cloudflare's KV documentation, "Limits to KV writes to the same key".
 */
export function isWrittenAlready(cause: unknown): boolean {
  return cause instanceof Error && /^KV PUT failed: 429\b/.test(cause.message);
}
