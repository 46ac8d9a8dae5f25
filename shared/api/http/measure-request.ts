import type { Context, MiddlewareHandler, Next } from "hono";
import { routePath } from "hono/route";
import type { Metrics } from "../../platform/metrics.ts";

type Measured = { Variables: { requestId: string } };

/** Answers a request, and writes a data point by its route's pattern where no operation wrote one. */
export async function measureRequest<Env extends Measured>(
  metrics: Metrics,
  c: Context<Env>,
  next: Next,
): Promise<void> {
  await metrics.request(c.get("requestId"), next, () => ({ work: routePath(c, -1), status: c.res.status }));
}

/** The middleware of an application of pages; set after the one that gives each request its id. */
export function measuredPages(metrics: Metrics): MiddlewareHandler<Measured> {
  return (c, next) => measureRequest(metrics, c, next);
}
