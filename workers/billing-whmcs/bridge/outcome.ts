import type { HostFailure } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { BillingUnavailable } from "../../../shared/billing-contract/result.ts";

/**
 * The reason why there is no answer:
 * - `not_json`: there is no usable result, for example because the body is a maintenance page or the action failed.
 * - `warning`: the answer has a warning and no result.
 * - `not_admitted`: the addon or WHMCS refuses this caller.
 * - `not_allowed`: WHMCS does not have the action, or does not allow it.
 * - `denied`: the user does not manage the account.
 * - `refused`: the addon refused the call, or WHMCS returned an error that the action does not list.
 * - `unread`: the answer has an unknown shape.
 */
export type NoAnswerReason =
  | HostFailure["reason"]
  | ("not_json" | "warning" | "not_admitted" | "not_allowed" | "denied" | "refused" | "unread");

const RETRY_AFTER_S = 5;
/** Seconds until a retry after a failure that only the operator can fix. */
export const OPERATOR_RETRY_AFTER_S = 300;

/** Thrown by reads that get no answer. `resultOf` converts the error to `billing_unavailable`. */
export class NoAnswer extends Error {
  readonly reason: NoAnswerReason;
  /** Seconds after which the caller may retry. */
  readonly retryAfter: number;
  /** The addon's error code if it refused the call. The addon's README lists the codes. */
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

/** Returns the value of the work, or the {@link NoAnswer} that it throws. */
export async function orNoAnswer<Value>(work: Promise<Value>): Promise<Value | NoAnswer> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // expected: the caller continues without the value
    return error;
  }
}

/**
 * Waits for all work. If several fail, throws the failure of the first argument that failed, so the order of the
 * arguments decides which refusal a caller gets.
 */
export async function inOrder<Works extends readonly unknown[] | []>(
  ...works: Works
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  // expected: all work has ended here, so the next line throws the first rejection in argument order
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** The body of a WHMCS answer, before an action's schema parses it. */
export type AnswerBody = Record<string, unknown>;

/**
 * WHMCS's answer to one action. `said_no` is `result: error` with its text, whose letter case depends on the WHMCS
 * version.
 */
export type WhmcsAnswer = { kind: "ok"; body: AnswerBody } | { kind: "said_no"; text: string };

const NOT_ADMITTED = /^(?:authentication failed\b|access denied\b)/i;
const NOT_ALLOWED = /^(?:invalid permissions\b|invalid api action\b|api function not found\b|command not found\b)/i;

/** Classifies WHMCS's answer to one action. */
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

/**
 * Returns an error text for the log. Replaces every unlisted word, because it may be a name, an address or a number.
 */
export function knownWords(text: string): string {
  const words = text.slice(0, 400).split(/\s+/);
  const plain = words.map((word) => word.replace(/[.,:;!?'"]+$/, ""));
  return plain
    .map((word) => (WORDS.has(word.toLowerCase()) ? word : "…"))
    .join(" ")
    .slice(0, 80);
}
