import type { RatePolicy } from "../platform/rate-limit.ts";

/** The order-type actions of one account in any hour, counted together (specification, Limits). */
export const ORDER_POLICY: RatePolicy = { id: "orders", name: "orders", quota: 20, windowSeconds: 3_600 };
