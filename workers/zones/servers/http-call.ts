import { type BoundedReply, boundedRequest } from "../../../shared/platform/bounded-request.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ZoneFailure, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";

/** Of one call that reads. */
export const READ_MS = 3_000;
/** Of one that changes: a server may hand the zone on to others before it answers. A change is three readings and one of these at most. */
export const CHANGE_MS = 6_000;
/** A zone of some ten thousand records. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const RETRY_AFTER_S = 10;
/** Only the operator can end it. */
const OPERATOR_RETRY_AFTER_S = 300;

/** What a server answered: neither a redirect nor a server error. */
export interface HttpAnswer {
  status: number;
  /** As JSON; null where there is none. */
  body: unknown;
}

/** `not_json`: another page in place of an answer. `not_admitted`: the token is refused. `status`: of the server's own trouble. */
type FailedReason =
  | Extract<BoundedReply, { kind: "failed" }>["reason"]
  | ("redirected" | "not_admitted" | "not_json" | "status" | "unread");

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

/** Sends one call, bounded in time and size. Never throws, and logs what failed without a word of the server's. */
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
    // expected: a page is logged as such; of a refusal the status is enough.
    return status >= 400 ? { ok: true, value: { status, body: null } } : unavailable("not_json", context);
  }
}

/** Logs a call that failed. @returns the answer for the API's caller */
export function unavailable(reason: FailedReason, { server, call: name, requestId }: ServerCall): ZoneFailure {
  const event = reason === "not_admitted" ? "zone_server_not_admitted" : "zone_server_failed";
  log(event, { request_id: requestId, server, call: name, reason });
  const retryAfter = reason === "not_admitted" || reason === "redirected" ? OPERATOR_RETRY_AFTER_S : RETRY_AFTER_S;
  return { ok: false, problem: { code: "server_unavailable", retryAfter } };
}

/** A refusal whose reason the server says in its own words, which are not shown. */
export function refusedByServer({ server, call, requestId }: ServerCall): ZoneFailure {
  log("zone_change_refused", { request_id: requestId, server, call });
  return { ok: false, problem: { code: "refused", reason: REFUSED } };
}

const REFUSED = {
  en: "The server refused this change and gave no reason that we can show. Try fewer changes at once, or ask the provider.",
  fr: "Le serveur n’accepte pas cela pour la zone et ne donne aucune raison qui puisse être transmise. Essayez moins de changements à la fois, ou demandez au fournisseur.",
};
