import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { boundedRequest, type Fetch, type RequestLimits } from "../../../shared/platform/bounded-request.ts";

const RETRY_AFTER_S = 5;

/**
 * Posts one body to the installation. Never throws.
 * @param url of an endpoint of the installation
 */
export async function sendRequest(
  url: string,
  init: Pick<RequestInit, "headers" | "body">,
  send: Fetch,
  limits: RequestLimits,
): Promise<HostReply> {
  const reply = await boundedRequest(url, { ...init, method: "POST" }, send, limits);
  return reply.kind === "failed" ? { ...reply, retryAfter: RETRY_AFTER_S } : reply;
}
