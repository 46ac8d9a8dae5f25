import { type BoundedReply, boundedRequest } from "../../../shared/platform/bounded-request.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ZoneFailure, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";

/** The time limit for a call that reads, in milliseconds. */
export const READ_MS = 3_000;
/**
 * The time limit for a call that changes a zone, in milliseconds. It is longer because a server may distribute the zone
 * before it responds. A change needs up to three calls that read and at most one call that changes.
 */
export const CHANGE_MS = 6_000;
/** The maximum size of a response. A zone with about ten thousand records fits. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const RETRY_AFTER_S = 10;
/** The wait after an error that only an operator can fix. */
const OPERATOR_RETRY_AFTER_S = 300;

/** A server's response that is not a redirect, a rejected token or a server error. */
export interface HttpAnswer {
  status: number;
  /** The body as JSON; `null` if there is none, or if a refusal has no JSON body. */
  body: unknown;
}

/**
 * The reason for a failure. `not_json` means that the response was not JSON, such as a web page. `not_admitted` means
 * that the server rejected the token. `status` means a server error.
 */
type FailedReason =
  | Extract<BoundedReply, { kind: "failed" }>["reason"]
  | ("redirected" | "not_admitted" | "not_json" | "status" | "unread");

/** The server and the name of a call, for log lines. */
export interface ServerCall {
  server: string;
  call: string;
  requestId: string;
  /** Whether the call changes data. By default, it only reads. */
  isChange?: boolean;
}

/** A request without its signal and redirect mode. */
export type CallInit = Pick<RequestInit, "method" | "body"> & { headers: Record<string, string> };

/** Sends one call with time and size limits. Never throws. Logs failures without any text from the server. */
export async function call(address: string, init: CallInit, context: ServerCall): Promise<ZoneResult<HttpAnswer>> {
  const limits = { deadlineMs: context.isChange ? CHANGE_MS : READ_MS, maxBytes: MAX_BODY_BYTES };
  const reply = await boundedRequest(address, init, (request) => fetch(request), limits);
  if (reply.kind === "failed") return unavailable(reply.reason, context);
  const { status, body } = reply;
  if (status >= 300 && status < 400) return unavailable("redirected", context);
  if (status === 401 || status === 403) return unavailable("not_admitted", context);
  if (status >= 500) return unavailable("status", context);
  try {
    return { ok: true, value: { status, body: body === "" ? null : (JSON.parse(body) as unknown) } };
  } catch {
    // expected: after a refusal, the status is enough; any other body that is not JSON is logged as `not_json`.
    return status >= 400 ? { ok: true, value: { status, body: null } } : unavailable("not_json", context);
  }
}

/**
 * Logs a failed call.
 * @returns the failure for the API's caller
 */
export function unavailable(reason: FailedReason, { server, call: name, requestId }: ServerCall): ZoneFailure {
  const event = reason === "not_admitted" ? "zone_server_not_admitted" : "zone_server_failed";
  log(event, { request_id: requestId, server, call: name, reason });
  const retryAfter = reason === "not_admitted" || reason === "redirected" ? OPERATOR_RETRY_AFTER_S : RETRY_AFTER_S;
  return { ok: false, problem: { code: "server_unavailable", retryAfter } };
}

/** Logs a refused call, and returns the refusal. The refusal never contains the server's own text. */
export function refusedByServer({ server, call, requestId }: ServerCall): ZoneFailure {
  log("zone_change_refused", { request_id: requestId, server, call });
  return { ok: false, problem: { code: "refused", reason: REFUSED } };
}

const REFUSED = {
  en: "The server refused this change and gave no reason that we can show. Try fewer changes at once, or ask the provider.",
  fr: "Le serveur n’accepte pas cela pour la zone et ne donne aucune raison qui puisse être transmise. Essayez moins de changements à la fois, ou demandez au fournisseur.",
};
