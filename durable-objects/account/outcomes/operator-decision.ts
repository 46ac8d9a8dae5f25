import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import { correctedToDone, settledAsDone } from "../../../shared/ordering/refusals.ts";
import type { CommandRefusal, SettleInstruction, SettleRefusal, SettleResult } from "../account-port.ts";
import { makesOrder } from "../command-map.ts";
import type { LookupResult, OperatorDecision } from "../journal/journal.ts";
import type { JournalRow } from "../journal/journal-rows.ts";

/** The result of looking up an action in the billing system. */
export interface Lookup {
  found: LookupResult<CommandValue, CommandRefusal>;
  /** Whether the delivery window had ended before the lookup began. */
  isPastWindow: boolean;
}

export type SettleVerdict =
  | { result: SettleResult & { state: "refused" | "unanswered" } }
  | { decision: OperatorDecision<CommandRefusal>; orderId: number | null };

/**
 * Checks an instruction about an action that is still open after a lookup. The instruction must not contradict the
 * billing system, but it can name an order that the lookup did not find.
 */
export function judgeInstruction(
  { operation, stuckReason }: Pick<JournalRow, "operation" | "stuckReason">,
  { outcome, orderId }: Pick<SettleInstruction, "outcome" | "orderId">,
  { found, isPastWindow }: Lookup,
): SettleVerdict {
  if (found.kind === "failed") return { result: { state: "unanswered" } };
  if (outcome === "nothing") return judgeNothing(found.kind, isPastWindow);
  const isCorrection = stuckReason === "found_late";
  switch (found.kind) {
    case "done": {
      const madeOrder = orderOf(found.value);
      if (orderId !== null && orderId !== madeOrder) return refused("says_other_order", madeOrder);
      return { decision: done(madeOrder, isCorrection), orderId: madeOrder };
    }
    case "refused":
      return refused("says_refused");
    case "absent":
    case "ambiguous":
    case "under_way": {
      const isAbsent = found.kind === "absent";
      if (!makesOrder(operation)) {
        if (orderId !== null) return refused("makes_no_order");
        if (isAbsent) return refused("says_absent");
      } else if (orderId === null) return refused(isAbsent ? "says_absent" : "order_not_named");
      return { decision: done(orderId, isCorrection), orderId };
    }
  }
}

function judgeNothing(found: Exclude<Lookup["found"]["kind"], "failed">, isPastWindow: boolean): SettleVerdict {
  switch (found) {
    case "done":
      return refused("says_done");
    case "under_way":
      return refused("says_under_way");
    case "refused":
    case "absent":
    case "ambiguous":
      if (!isPastWindow) return refused("too_early");
      // Extra lookups follow only if the action was absent, because they would repeat any other result.
      return { decision: { kind: "nothing", isSwept: found === "absent" }, orderId: null };
  }
}

/** Compares an instruction with the journal row of an action that does not wait for the operator. */
export function compareWithJournal(
  { state, value }: Pick<JournalRow, "state" | "value">,
  { outcome, orderId }: Pick<SettleInstruction, "outcome" | "orderId">,
): SettleResult {
  switch (state) {
    case "DONE": {
      const madeOrder = orderOf(value);
      if (outcome === "nothing") return refused("says_done", madeOrder).result;
      const isOther = orderId !== null && madeOrder !== null && orderId !== madeOrder;
      if (isOther) return refused("says_other_order", madeOrder).result;
      return { state: "carried_out", reason: "settled_itself", orderId: madeOrder ?? orderId };
    }
    case "FAILED":
    case "NOT_PLACED":
      if (outcome === "nothing") return { state: "carried_out", reason: "settled_itself", orderId: null };
      return refused(state === "FAILED" ? "says_refused" : "says_absent").result;
    case "RESERVED":
    case "SENDING":
    case "PLACED":
    case "STUCK":
      return refused("not_stuck").result;
  }
}

/** Returns the order id in the value of an action, or `null` if the value has none. */
function orderOf(value: unknown): number | null {
  const isOrder = typeof value === "object" && value !== null && "orderId" in value;
  return isOrder && typeof value.orderId === "number" ? value.orderId : null;
}

export function refused(reason: SettleRefusal, orderId: number | null = null) {
  return { result: { state: "refused" as const, reason, orderId } };
}

/**
 * Returns the decision that an action was done. Its key then replays a problem instead of a value. If the caller has
 * already learned that nothing was done, the problem is a correction.
 */
function done(orderId: number | null, isCorrection: boolean): OperatorDecision<CommandRefusal> {
  return { kind: "done", problem: isCorrection ? correctedToDone(orderId) : settledAsDone(orderId) };
}
