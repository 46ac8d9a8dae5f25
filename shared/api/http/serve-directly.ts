import type { Hono } from "hono";
import type { AddressBook } from "../../platform/addresses.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { toProblem } from "../definition/problems.ts";
import type { Api } from "../pipeline/run-operation.ts";
import type { FetchHandler } from "./before-worker.ts";
import { answerResponse, problemResponse } from "./responses.ts";
import type { RequestVariables } from "./serve-http.ts";

/** The part of a request that an endpoint needs. A Hono context has this shape. */
export interface RoutedRequest {
  req: { raw: Request };
  var: Pick<RequestVariables["Variables"], "addresses" | "requestId">;
  executionCtx: Pick<ExecutionContext, "waitUntil">;
}

/** A handler of the requests to one path. */
export type Endpoint = (routed: RoutedRequest) => Promise<Response>;

/**
 * Serves an application and bypasses its router for two frequent kinds of requests. The first is a GET that depends
 * only on the URL and has a fresh answer in memory. The second is a POST to an endpoint. The router would handle both
 * in the same way.
 * @param endpoints the application's endpoints, by path
 */
export function serveDirectly(
  api: Pick<Api<never>, "answers" | "now" | "metrics" | "version">,
  application: Hono<RequestVariables>,
  { endpoints, addressesOf }: { endpoints: ReadonlyMap<string, Endpoint>; addressesOf: AddressBook },
): FetchHandler<[env: unknown, execution: ExecutionContext]> {
  return {
    fetch(request, env, execution) {
      const response = request.method === "POST" ? fromEndpoint(request, execution) : fromMemory(request);
      return response ?? application.fetch(request, env as object, execution);
    },
  };

  function fromMemory(request: Request): Response | null {
    if (request.method !== "GET") return null;
    const now = api.now();
    const found = api.answers.getByUrl(request.url, now);
    if (!found) return null;
    const { answer, operation: work } = found;
    const { major: version } = api.version;
    const response = answerResponse(answer, request.headers.get("If-None-Match"), crypto.randomUUID(), now);
    api.metrics?.write({ work, transport: "http", status: response.status, cache: "isolate", version, ms: 0 });
    return response;
  }

  /**
   * Calls the endpoint at the request's path. Returns `null` if no endpoint has that path, if the URL has a query, or
   * if the service does not serve the host.
   */
  function fromEndpoint(request: Request, executionCtx: ExecutionContext): Promise<Response> | null {
    const path = request.url.slice(request.url.indexOf("/", "https://".length));
    const endpoint = endpoints.get(path);
    const addresses = endpoint && addressesOf(request.url);
    if (!addresses) return null;
    const requestId = crypto.randomUUID();
    const routed = { req: { raw: request }, var: { addresses, requestId }, executionCtx };
    return api.metrics ? measured(api.metrics, path, endpoint, routed) : answered(endpoint, routed);
  }
}

async function measured(metrics: Metrics, work: string, endpoint: Endpoint, routed: RoutedRequest): Promise<Response> {
  let status = 500;
  const answer = async () => {
    const response = await answered(endpoint, routed);
    status = response.status;
    return response;
  };
  return metrics.request(routed.var.requestId, answer, () => ({ work, status }));
}

async function answered(endpoint: Endpoint, routed: RoutedRequest): Promise<Response> {
  try {
    return await endpoint(routed);
  } catch (error) {
    const { addresses, requestId } = routed.var;
    return problemResponse(toProblem(error, { site: addresses.site, language: "en", requestId }));
  }
}
