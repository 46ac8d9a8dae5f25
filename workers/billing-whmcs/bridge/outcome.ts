import type { HostFailure } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingUnavailable } from "../../../shared/billing-contract/result.ts";

/**
 * The reason why there is no answer. `not_json`: no JSON object with a `result`, such as a maintenance page with any
 * status. `warning`: an answer with a warning and without a result. `not_admitted`: the addon refuses this caller.
 * `not_allowed`: the version lacks the action. `denied`: the user does not manage the account. `refused`: an unlisted
 * error. `unread`: an unknown shape.
 */
export type NoAnswerReason =
  | HostFailure["reason"]
  | ("not_json" | "warning" | "not_admitted" | "not_allowed" | "denied" | "refused" | "unread");

const RETRY_AFTER_S = 5;
/** Seconds until a retry of a failure that only the operator can fix. */
export const OPERATOR_RETRY_AFTER_S = 300;

/** Thrown by reads that get no answer. The boundary converts it to `billing_unavailable`. */
export class NoAnswer extends Error {
  readonly reason: NoAnswerReason;
  /** Seconds until a retry. */
  readonly retryAfter: number;
  /** The code of the addon's refusal: see its README. */
  readonly code: string | undefined;

  constructor(reason: NoAnswerReason, retryAfter?: number, code?: string) {
    super(reason);
    this.reason = reason;
    this.code = code;
    const isForOperator = reason === "not_admitted" || reason === "not_allowed";
    this.retryAfter = retryAfter ?? (isForOperator ? OPERATOR_RETRY_AFTER_S : RETRY_AFTER_S);
  }

  get problem(): BillingUnavailable {
    return { code: "billing_unavailable", retryAfter: this.retryAfter };
  }
}

/** Returns the value, or the {@link NoAnswer}. */
export async function orNoAnswer<Value>(work: Promise<Value>): Promise<Value | NoAnswer> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // expected: the caller continues without it
    return error;
  }
}

/**
 * Waits for all work, and throws the first failure in the order of the arguments. The order of the arguments thus
 * decides which refusal a caller gets.
 */
export async function inOrder<Works extends readonly unknown[] | []>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  // expected: all have ended after this, so the code below throws the first rejection in this order
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** The body of a success, before it is parsed. */
export type AnswerBody = Record<string, unknown>;

/** WHMCS's answer. `said_no` is `result: error` with its text, in the letter case of the version. */
export type WhmcsAnswer = { kind: "ok"; body: AnswerBody } | { kind: "said_no"; text: string };

const NOT_ADMITTED = /^(?:authentication failed\b|access denied\b)/i;
const NOT_ALLOWED = /^(?:invalid permissions\b|invalid api action\b|api function not found\b|command not found\b)/i;

/** Interprets WHMCS's answer to one action. */
export function judged(body: AnswerBody): WhmcsAnswer | NoAnswer {
  const { result: written = body.status, message } = body;
  const result = typeof written === "string" ? written.toLowerCase() : undefined;
  if (result === "success") return { kind: "ok", body };
  if (result === "error") {
    const text = typeof message === "string" ? message : "";
    if (NOT_ALLOWED.test(text)) return new NoAnswer("not_allowed");
    if (NOT_ADMITTED.test(text)) return new NoAnswer("not_admitted");
    if (body.error === "too_long") return new NoAnswer("too_large");
    if (body.error !== "failed") return { kind: "said_no", text };
  }
  return new NoAnswer("warning" in body ? "warning" : "not_json");
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

/** Returns an error text for the log, without names, addresses and numbers. */
export function knownWords(text: string): string {
  const words = text.slice(0, 400).split(/\s+/);
  const plain = words.map((word) => word.replace(/[.,:;!?'"]+$/, ""));
  return plain
    .map((word) => (WORDS.has(word.toLowerCase()) ? word : "…"))
    .join(" ")
    .slice(0, 80);
}
