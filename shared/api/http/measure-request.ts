import type { Context, MiddlewareHandler, Next } from "hono";
import { routePath } from "hono/route";
import type { Metrics } from "../../platform/metrics.ts";

type Measured = { Variables: { requestId: string } };

/** Answers a request. Writes a data point with the route's pattern if no operation wrote one. */
export async function measureRequest<Env extends Measured>(
  metrics: Metrics,
  c: Context<Env>,
  next: Next,
): Promise<void> {
  await metrics.request(c.get("requestId"), next, () => ({ work: routePath(c, -1), status: c.res.status }));
}

/** Returns the middleware that measures pages. It must follow the one that sets the request id. */
export function measuredPages(metrics: Metrics): MiddlewareHandler<Measured> {
  return (c, next) => measureRequest(metrics, c, next);
}
