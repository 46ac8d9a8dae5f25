import { PROBLEMS, type ProblemCode } from "../../../shared/api/definition/problems.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import { type LogFields, valueOrLogged } from "../../../shared/platform/log.ts";
import type { WriteLookup } from "../account-dependencies.ts";
import type { CommandOutcome, CommandRefusal } from "../account-port.ts";
import type { EntryOutcome } from "../audit-log.ts";
import type { WriteReply } from "../commands/command-steps.ts";
import type { LookupResult } from "../journal/journal.ts";
import type { JournalRow, WriteAnswer } from "../journal/journal-rows.ts";

/** The `Retry-After` value for a stuck action, in seconds. */
const STUCK_RETRY_S = 300;

/** The logged outcome of an unsent action, or of a setting without a recorded result, if the object stopped. */
export const NOT_SENT: EntryOutcome = { outcome: "failed", status: 503, code: "server_unavailable" };

/** The outcome of a sent command: its value, or the reason why there is no value. */
export type SentOutcome =
  | { outcome: "done"; value: CommandValue }
  | Extract<CommandOutcome, { outcome: "refused" | "not_placed" | "in_progress" }>;

export function outcomeOf({ state, value, problem, nextLookupAt }: JournalRow, now: number): SentOutcome {
  const retryAfter = Math.max(1, Math.ceil(((nextLookupAt ?? now) - now) / 1000));
  const inProgress = { outcome: "in_progress", retryAfter } as const;
  switch (state) {
    case "DONE":
      if (value) return { outcome: "done", value };
      // If the operator decided the outcome, the value is unknown.
      return problem ? { outcome: "refused", problem } : inProgress;
    case "FAILED":
      return problem ? { outcome: "refused", problem } : inProgress;
    case "NOT_PLACED":
      return { outcome: "not_placed" };
    case "STUCK":
      return { outcome: "in_progress", retryAfter: STUCK_RETRY_S };
    case "RESERVED":
    case "SENDING":
    case "PLACED":
      return inProgress;
  }
}

export function outcomeOfRefusal({ code: refused }: CommandRefusal): EntryOutcome {
  const code = problemCodeOf(refused);
  const { status } = PROBLEMS[code];
  // A command that a hold refused changed nothing. It is logged as refused despite its status 503, and does not count
  // towards a limit.
  const isRefused = status < 500 || refused === "changes_held";
  return { outcome: isRefused ? "refused" : "failed", status, code };
}

function problemCodeOf(refused: CommandRefusal["code"]): ProblemCode {
  switch (refused) {
    case "price_changed":
    case "stale_confirm":
    case "approval_declined":
      return "refused";
    case "approval_needed":
    case "too_many_approvals":
      return "not_allowed";
    case "changes_held":
      return "billing_unavailable";
    case "zone_unanswered":
      return "server_unavailable";
    default:
      return refused;
  }
}

/**
 * Converts the reply to an action. A failed call becomes `unknown`, because the billing system may have acted before
 * the call failed.
 */
export async function toAnswer(answering: Promise<WriteReply<CommandValue>>, fields: LogFields): Promise<WriteAnswer> {
  const result = await valueOrLogged("billing_unreachable", answering, fields);
  if (result?.ok === true) return { kind: "done", value: result.value };
  if (result?.ok !== false || isUnknown(result.problem)) return { kind: "unknown" };
  // A key replays only a refusal with the code `refused`. Any other refusal releases the key, because the caller can
  // correct its cause.
  return { kind: "refused", problem: result.problem, isFinal: result.problem.code === "refused" };
}

function isUnknown(problem: CommandRefusal): boolean {
  return problem.code === "billing_unavailable" && !problem.isUndone;
}

/**
 * Converts the result of a lookup.
 * @param found `null` if the billing system did not respond
 */
export function toLookupResult(
  found: WriteLookup | null,
  operation: string,
): LookupResult<CommandValue, CommandRefusal> {
  if (!found?.ok) return { kind: "failed" };
  const { value } = found;
  switch (value.state) {
    case "absent":
      return { kind: "absent", ...(value.isFinal && { isFinal: true }) };
    case "several":
      return { kind: "ambiguous" };
    case "under_way":
      return { kind: "under_way" };
    case "refused":
      return { kind: "refused", problem: value.problem };
    case "done":
      return value.operation === operation ? { kind: "done", value: value.value } : { kind: "ambiguous" };
    default:
      // Another implementation of the billing contract may return a value outside the type.
      value satisfies never;
      return { kind: "failed" };
  }
}
