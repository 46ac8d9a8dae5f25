import type { HostFailure, HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";

/** What became of a call. */
export type ApiOutcome<Body> =
  | { kind: "ok"; body: Body }
  /** `result: error` with its text, in the letter case that the version uses: of a read, only one that its action lists. */
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
 * without a result. `not_admitted`: the addon refuses this caller. `not_allowed`: the addon may not be used, or the version lacks the
 * action. `refused`: an error that the action does not list. `unread`: a shape that is not known.
 */
export type UnavailableReason =
  | HostFailure["reason"]
  | ("not_json" | "warning" | "not_admitted" | "not_allowed" | "refused" | "unread");

/** The body of a success, before it is read. */
export type AnswerBody = Record<string, unknown>;

const RETRY_AFTER_S = 5;
/** Only the operator can end it. */
const OPERATOR_RETRY_AFTER_S = 300;
const NOT_ADMITTED = /^(?:authentication failed\b|access denied\b)/i;
const NOT_ALLOWED = /^(?:invalid permissions\b|invalid api action\b|api function not found\b|command not found\b)/i;

/** Judges a reply by its body first and its status last: WHMCS refuses with 200, and says why with 403. */
export function outcomeOf(reply: HostReply): ApiOutcome<AnswerBody> {
  if (reply.kind === "failed") return { ...reply, kind: "unavailable" };
  const answer = jsonObject(reply.body);
  return answer ? outcomeOfAnswer(answer, reply.status) : unavailable("not_json");
}

/** Judges an answer that was read already, such as one of several in one body. @param status HTTP, of the whole */
export function outcomeOfAnswer(answer: AnswerBody, status: number): ApiOutcome<AnswerBody> {
  const { result: written = answer.status, message } = answer;
  const result = typeof written === "string" ? written.toLowerCase() : undefined;
  if (result === "success" && status >= 200 && status < 300) return { kind: "ok", body: answer };
  if (result === "error") {
    const text = typeof message === "string" ? message : "";
    if (NOT_ALLOWED.test(text)) return unavailable("not_allowed");
    if (NOT_ADMITTED.test(text) || status === 401 || status === 403) return unavailable("not_admitted");
    // What a failing server says of a record decides nothing.
    if (status < 500 && answer.error !== "failed") return { kind: "said_no", text };
  }
  return unavailable("warning" in answer ? "warning" : "not_json");
}

const WORDS = new Set(
  (
    "a account action address and api already an be cannot client closed command connect connection could currency database date " +
    "department does domain email epp error expecting failed for found from function id in invalid invoice is limit lock locked " +
    "maintenance maximum message method missing mode must nameserver nameservers no not object of operation order out parameter " +
    "password payment permission product prohibits refused registrar required response row search server service setting status " +
    "supported system ticket timed timeout to transfer unable unknown unlocked user value with"
  ).split(" "),
);

/** A text of an error for the log: its words as far as they are no name, address or number. */
export function knownWords(text: string): string {
  const words = text.slice(0, 400).split(/\s+/);
  const plain = words.map((word) => word.replace(/[.,:;!?'"]+$/, ""));
  return plain
    .map((word) => (WORDS.has(word.toLowerCase()) ? word : "…"))
    .join(" ")
    .slice(0, 80);
}

export function unavailable(reason: UnavailableReason): Unavailable {
  const isForOperator = reason === "not_admitted" || reason === "not_allowed";
  return { kind: "unavailable", reason, retryAfter: isForOperator ? OPERATOR_RETRY_AFTER_S : RETRY_AFTER_S };
}

/** An answer as the object that it is; null for a page in place of one. */
export function jsonObject(text: string): AnswerBody | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: a page in place of an answer.
    return null;
  }
}
