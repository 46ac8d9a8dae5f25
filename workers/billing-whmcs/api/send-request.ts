import type { HostFailure, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";

const RETRY_AFTER_S = 5;

/** How much of an answer is read, and how long for. */
export interface PostLimits {
  deadlineMs: number;
  maxBytes: number;
}

/** The runtime's own, or that of a tunnel. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Posts one body to the installation. Follows no redirect: an installation that moved would be sent the secret elsewhere. Never throws.
 * @param url of an endpoint of the installation
 */
export async function sendRequest(
  url: string,
  init: Pick<RequestInit, "headers" | "body">,
  send: Fetch,
  { deadlineMs, maxBytes }: PostLimits,
): Promise<HostReply> {
  const abort = new AbortController();
  const request = new Request(url, { ...init, method: "POST", redirect: "manual", signal: abort.signal });
  try {
    // The deadline does not rely on the signal: a runtime may lose it while the body is read.
    return await inTime(answerTo(request, send, maxBytes), Math.max(1, deadlineMs));
  } catch {
    // expected: the caller logs the reason with the call's name.
    abort.abort();
    return failed("timeout");
  }
}

/** Never throws. */
async function answerTo(request: Request, send: Fetch, maxBytes: number): Promise<HostReply> {
  let response: Response;
  try {
    response = await send(request);
  } catch {
    // expected: the caller logs the reason with the call's name; the cause may quote the address.
    return failed("unreachable");
  }
  try {
    const bytes = await readAtMost(response.body, maxBytes);
    if (!bytes) return failed("too_large");
    return { kind: "answered", status: response.status, body: new TextDecoder().decode(bytes) };
  } catch {
    // expected: as above, for a body that ended early.
    return failed("cut");
  }
}

function failed(reason: HostFailure["reason"]): HostFailure {
  return { kind: "failed", reason, retryAfter: RETRY_AFTER_S };
}
