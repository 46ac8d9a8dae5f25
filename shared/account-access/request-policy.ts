import type { RatePolicy } from "../platform/rate-limit.ts";

/** Requests of one connection, over HTTP and MCP together. */
export const REQUEST_POLICY: RatePolicy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };

/** Messages of one connection that hold no request, such as notifications: they count nothing of the above. */
export const NOTIFICATION_POLICY: RatePolicy = {
  id: "notifications",
  name: "notifications",
  quota: 120,
  windowSeconds: 60,
};
