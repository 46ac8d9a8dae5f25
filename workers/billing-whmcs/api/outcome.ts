import type { HostFailure, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";

/** What became of a call. */
export type Outcome<Body> =
  | { kind: "ok"; body: Body }
  /** `result: error` with its text, in the letter case that the version uses. What it means, the action's own table says. */
  | { kind: "said_no"; text: string }
  | Unavailable;

export interface Unavailable {
  kind: "unavailable";
  reason: UnavailableReason;
  /** Seconds until a retry. */
  retryAfter: number;
}

/**
 * `not_json`: no JSON object with a `result`, such as a maintenance page with any status. `warning`: an answer with a warning and
 * without a result. `not_admitted`: the credential, the address or the role is refused. `unread`: a shape that is not known.
 */
export type UnavailableReason = HostFailure["reason"] | "not_json" | "warning" | "not_admitted" | "unread";

/** The body of a success, before it is read. */
export type Answer = Record<string, unknown>;

const RETRY_AFTER_S = 5;
/** Only the operator can end it. */
const NOT_ADMITTED_RETRY_AFTER_S = 300;
const NOT_ADMITTED = /^(?:invalid ip\b|invalid permissions\b|authentication failed\b|access denied\b)/i;

/** Judges a reply by its body first and its status last: WHMCS refuses with 200, and says why with 403. */
export function outcomeOf(reply: HostReply): Outcome<Answer> {
  if (reply.kind === "failed") return { ...reply, kind: "unavailable" };
  const answer = jsonObject(reply.body);
  if (!answer) return unavailable("not_json");
  const { result = answer.status, message } = answer;
  if (result === "success" && reply.status < 300) return { kind: "ok", body: answer };
  if (result === "error") {
    const text = typeof message === "string" ? message : "";
    if (NOT_ADMITTED.test(text) || reply.status === 401 || reply.status === 403) {
      return { kind: "unavailable", reason: "not_admitted", retryAfter: NOT_ADMITTED_RETRY_AFTER_S };
    }
    return { kind: "said_no", text };
  }
  return unavailable("warning" in answer ? "warning" : "not_json");
}

/** Whether the host failed, rather than refused: for its circuit breaker. */
export function isHostFailure(reply: HostReply): boolean {
  const outcome = outcomeOf(reply);
  return outcome.kind === "unavailable" && outcome.reason !== "not_admitted" && outcome.reason !== "warning";
}

export function unavailable(reason: UnavailableReason): Unavailable {
  return { kind: "unavailable", reason, retryAfter: RETRY_AFTER_S };
}

function jsonObject(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: a page in place of an answer.
    return null;
  }
}
