import { inTime } from "./deadline.ts";
import { readAtMost } from "./read-at-most.ts";

/** The runtime's own, or that of a tunnel. */
export type Fetch = (request: Request) => Promise<Response>;

/** How much of an answer is read, in bytes, and how long for. */
export interface RequestLimits {
  deadlineMs: number;
  maxBytes: number;
}

/** What was answered with whatever status, or why nothing was. Of `unreachable` too the outcome is unknown. */
export type BoundedReply =
  | { kind: "answered"; status: number; body: string }
  | { kind: "failed"; reason: "timeout" | "unreachable" | "too_large" | "cut" };

/**
 * Sends a request with a deadline and a bound on its answer. Follows no redirect: a host that moved would have its secret sent elsewhere.
 * Never throws, and logs nothing: the cause of a failure may quote the address.
 */
export async function boundedRequest(
  url: string,
  init: Pick<RequestInit, "method" | "headers" | "body">,
  send: Fetch,
  { deadlineMs, maxBytes }: RequestLimits,
): Promise<BoundedReply> {
  const abort = new AbortController();
  const request = new Request(url, { ...init, redirect: "manual", signal: abort.signal });
  try {
    // The deadline does not rely on the signal: a runtime may lose it while the body is read.
    return await inTime(replyTo(request, send, maxBytes), Math.max(1, deadlineMs));
  } catch {
    // expected: the caller logs the reason with the call's name.
    abort.abort();
    return { kind: "failed", reason: "timeout" };
  }
}

/** Never throws. */
async function replyTo(request: Request, send: Fetch, maxBytes: number): Promise<BoundedReply> {
  let response: Response;
  try {
    response = await send(request);
  } catch {
    // expected: as above.
    return { kind: "failed", reason: "unreachable" };
  }
  try {
    const bytes = await readAtMost(response.body, maxBytes);
    if (!bytes) return { kind: "failed", reason: "too_large" };
    return { kind: "answered", status: response.status, body: new TextDecoder().decode(bytes) };
  } catch {
    // expected: as above, for a body that ended early.
    return { kind: "failed", reason: "cut" };
  }
}
