import type { RatePolicy } from "../rate-limit.ts";

/** What one connection may ask in any minute (specification, Limits). */
export const CONNECTION_RATE: RatePolicy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };
