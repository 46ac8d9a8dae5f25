import { inTime } from "./deadline.ts";
import { readAtMost } from "./read-at-most.ts";

/** The runtime's `fetch`, or the `fetch` of a tunnel. */
export type Fetch = (request: Request) => Promise<Response>;

/** The limits on the size and time of a response. */
export interface RequestLimits {
  deadlineMs: number;
  maxBytes: number;
}

/**
 * The response with any status, or the reason why there is none. The outcome of the request is unknown even for
 * `unreachable`.
 */
export type BoundedReply =
  | { kind: "answered"; status: number; body: string }
  | { kind: "failed"; reason: "timeout" | "unreachable" | "too_large" | "cut" };

/**
 * Sends a request with a deadline and a size limit on its response. Redirects are not followed, so a host cannot
 * forward the request's secret. The promise never rejects. Nothing is logged, because the cause of a failure may
 * contain the URL.
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
    // The deadline does not rely on the abort signal alone, because the runtime can lose the signal while the body is
    // read.
    return await inTime(replyTo(request, send, maxBytes), Math.max(1, deadlineMs));
  } catch {
    // expected: the caller logs the reason with the call's name
    abort.abort();
    return { kind: "failed", reason: "timeout" };
  }
}

/** Sends the request and reads its response. The promise never rejects. */
async function replyTo(request: Request, send: Fetch, maxBytes: number): Promise<BoundedReply> {
  let response: Response;
  try {
    response = await send(request);
  } catch {
    // expected: the caller logs the reason
    return { kind: "failed", reason: "unreachable" };
  }
  try {
    const bytes = await readAtMost(response.body, maxBytes);
    if (!bytes) return { kind: "failed", reason: "too_large" };
    return { kind: "answered", status: response.status, body: new TextDecoder().decode(bytes) };
  } catch {
    // expected: the body ended early, and the caller logs the reason
    return { kind: "failed", reason: "cut" };
  }
}
