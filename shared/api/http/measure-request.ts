import type { Context, MiddlewareHandler, Next } from "hono";
import { routePath } from "hono/route";
import type { Metrics } from "../../platform/metrics.ts";

type Measured = { Variables: { requestId: string } };

/** Handles a request. If no operation ran, this function writes a data point with the route's pattern. */
export async function measureRequest<Env extends Measured>(
  metrics: Metrics,
  c: Context<Env>,
  next: Next,
): Promise<void> {
  await metrics.request(c.get("requestId"), next, () => ({ work: routePath(c, -1), status: c.res.status }));
}

/** Returns the middleware that measures pages. It must run after the middleware that sets the request id. */
export function measuredPages(metrics: Metrics): MiddlewareHandler<Measured> {
  return (c, next) => measureRequest(metrics, c, next);
}
