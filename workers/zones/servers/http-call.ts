import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import type { ZoneProblem } from "../../../shared/zones-contract/zone-system.ts";

/** Of one call that reads. */
export const READ_MS = 3_000;
/** Of one that changes: a server may hand the zone on to others before it answers. A change is three readings and one of these at most. */
export const CHANGE_MS = 6_000;
/** A zone of some ten thousand records. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const RETRY_AFTER_S = 10;
/** Only the operator can end it. */
const OPERATOR_RETRY_AFTER_S = 300;

/** What became of a call. */
export type HttpReply =
  | { kind: "answered"; status: number; body: unknown }
  /** `not_json`: another page in place of an answer. `not_admitted`: the token is refused. `status`: of the server's own trouble. */
  | { kind: "failed"; reason: FailedReason };
export type FailedReason =
  | "timeout"
  | "unreachable"
  | "too_large"
  | "cut"
  | "redirected"
  | "not_admitted"
  | "not_json"
  | "status"
  | "unread";

/** Whom a call is for, for the log. */
export interface ServerCall {
  server: string;
  call: string;
  requestId: string;
  /** It reads if it does not say otherwise. */
  isChange?: boolean;
}

/** A request without its signal and manner of redirects. */
export type CallInit = Pick<RequestInit, "method" | "body"> & { headers: Record<string, string> };

export type ServerFetch = (request: Request) => Promise<Response>;

/**
 * Sends one call with a deadline and a bound on its answer. Follows no redirect: the token would be sent elsewhere. Never throws, and
 * logs what failed without a word of the server's.
 */
export async function call(
  fetch: ServerFetch,
  address: string,
  init: CallInit,
  context: ServerCall,
): Promise<HttpReply> {
  const abort = new AbortController();
  const request = new Request(address, { ...init, redirect: "manual", signal: abort.signal });
  let reply: HttpReply;
  try {
    // The deadline does not rely on the signal: a runtime may lose it while the body is read.
    reply = await inTime(answerTo(request, fetch), context.isChange ? CHANGE_MS : READ_MS);
  } catch {
    // expected: logged below with its reason; nothing else is thrown.
    abort.abort();
    reply = failed("timeout");
  }
  if (reply.kind === "failed") logFailed(reply.reason, context);
  return reply;
}

/** Of a call that failed: what the caller of the API is told. */
export function unavailable(reason: FailedReason): { ok: false; problem: ZoneProblem } {
  const retryAfter = reason === "not_admitted" || reason === "redirected" ? OPERATOR_RETRY_AFTER_S : RETRY_AFTER_S;
  return { ok: false, problem: { code: "server_unavailable", retryAfter } };
}

/** An answer of a shape that is not known. */
export function unread(context: ServerCall): { ok: false; problem: ZoneProblem } {
  logFailed("unread", context);
  return unavailable("unread");
}

function logFailed(reason: FailedReason, { server, call: name, requestId }: ServerCall): void {
  const event = reason === "not_admitted" ? "zone_server_not_admitted" : "zone_server_failed";
  log(event, { request_id: requestId, server, call: name, reason });
}

/** Never throws. */
async function answerTo(request: Request, fetch: ServerFetch): Promise<HttpReply> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch {
    // expected: the caller logs the reason; the cause may quote the address.
    return failed("unreachable");
  }
  const { status } = response;
  const refusal = refusalOf(status);
  if (refusal) {
    // expected: nobody reads it, and a connection that is not read to its end is kept open.
    await response.body?.cancel().catch(() => {});
    return failed(refusal);
  }
  let text: string;
  try {
    const bytes = await readAtMost(response.body, MAX_BODY_BYTES);
    if (!bytes) return failed("too_large");
    text = new TextDecoder().decode(bytes);
  } catch {
    // expected: as above, for a body that ended early.
    return failed("cut");
  }
  try {
    return { kind: "answered", status, body: text === "" ? null : (JSON.parse(text) as unknown) };
  } catch {
    // expected: as above, for a page; of a refusal the status is enough.
    return status >= 400 ? { kind: "answered", status, body: null } : failed("not_json");
  }
}

/** By the status alone; null where the body has to be read. */
function refusalOf(status: number): FailedReason | null {
  if (status >= 300 && status < 400) return "redirected";
  if (status === 401 || status === 403) return "not_admitted";
  return status >= 500 ? "status" : null;
}

function failed(reason: FailedReason): HttpReply {
  return { kind: "failed", reason };
}
