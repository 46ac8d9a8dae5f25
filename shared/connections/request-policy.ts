import type { RatePolicy } from "../rate-limit.ts";

/** Requests of one connection, over HTTP and MCP together. */
export const REQUEST_POLICY: RatePolicy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };
