import { PROBLEMS } from "../../shared/api/definition/problems.ts";
import type { ActionResult } from "../../shared/billing-contract/actions.ts";
import { type LogFields, log } from "../../shared/platform/log.ts";
import type { AccountCommandValue } from "./account-command.ts";
import type { AccountDependencies } from "./account-dependencies.ts";
import type { ActionReply, CommandRefusal } from "./account-port.ts";
import type { Ending } from "./action-log.ts";
import type { Answered, Found } from "./journal.ts";
import type { JournalRow } from "./journal-rows.ts";
import { isKept, refusalCode } from "./refusal-code.ts";

/** Seconds until it is worth asking again for what is stuck. */
const STUCK_RETRY_S = 300;

/** What the object was stopped before. */
export const NOT_TRIED: Ending = { outcome: "failed", status: 503, code: "server_unavailable" };

/** What is said under a key, by what is known of it. */
export function answerTo({ state, value, problem, nextCheckAt }: JournalRow, now: number): ActionReply {
  if (state === "DONE" && value) return { outcome: "done", value };
  if (state === "FAILED" && problem) return { outcome: "refused", problem };
  if (state === "NOT_PLACED") return { outcome: "not_placed" };
  if (state === "STUCK") return { outcome: "in_progress", retryAfter: STUCK_RETRY_S };
  return { outcome: "in_progress", retryAfter: Math.max(1, Math.ceil(((nextCheckAt ?? now) - now) / 1000)) };
}

/** How the entry of something refused is closed. */
export function endingOf(refusal: CommandRefusal): Ending {
  const code = refusalCode(refusal);
  const { status } = PROBLEMS[code];
  return { outcome: status < 500 ? "refused" : "failed", status, code };
}

/** What the billing system answered to an action. That it did not is nothing known: it may have acted before it broke. */
export async function resultOf(
  answering: Promise<ActionResult<AccountCommandValue>>,
  fields: LogFields,
): Promise<Answered<AccountCommandValue, CommandRefusal>> {
  const result = await answering.catch((cause) => {
    log("billing_unreachable", { ...fields, cause });
    return null;
  });
  if (result?.ok === true) return { kind: "done", value: result.value };
  if (result?.ok !== false || result.problem.code === "billing_unavailable") return { kind: "unknown" };
  return { kind: "refused", problem: result.problem, kept: isKept(result.problem) };
}

/** What the billing system found under a reference. @param found null where it did not answer */
export function toFound(
  found: Awaited<ReturnType<AccountDependencies["find"]>> | null,
  operation: string,
): Found<AccountCommandValue, CommandRefusal> {
  if (!found?.ok) return { kind: "failed" };
  const { value } = found;
  switch (value.state) {
    case "absent":
      return { kind: "absent" };
    case "under_way":
      return { kind: "under_way" };
    case "refused":
      return { kind: "refused", problem: value.problem };
    case "done":
      return value.operation === operation ? { kind: "done", value: value.value } : { kind: "ambiguous" };
    default:
      return { kind: "failed" };
  }
}
