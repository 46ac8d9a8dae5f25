import type { SettleInstruction, SettleRefusal, SettleResult } from "../../../durable-objects/account/account-port.ts";

/** What the operator reads of an instruction that was not carried out yet. */
export const UNANSWERED = "The billing system did not answer yet; it is asked again every minute.";
export const UNANSWERED_FOR_LONG =
  "The billing system did not answer for an hour, so nothing was settled. Ask again once it answers.";

export function settledText(
  outcome: SettleInstruction["outcome"],
  { reason, orderId }: Extract<SettleResult, { state: "carried_out" }>,
): string {
  const what =
    outcome === "nothing" ? "nothing was done" : `it was done${orderId === null ? "" : `, as order ${orderId}`}`;
  if (reason === "settled_itself") return `It had ended by itself: ${what}.`;
  const answer =
    outcome === "nothing"
      ? "that nothing was done, and that a new key is needed"
      : "409 refused, and says that the provider has settled it as done";
  return `Settled: ${what}. Its key answers ${answer}.`;
}

/** Why an instruction was refused, and what to do. */
const REFUSALS: Record<SettleRefusal, string> = {
  unknown_reference:
    "The account's journal has no action of this reference: it was settled more than a day ago, or never was.",
  not_stuck: "The action does not wait for you: its outcome may still be found out by itself.",
  says_done: "The billing system says that it was done. Undo it there first, or settle it as done.",
  says_other_order: "The billing system says that it was done, as another order than the one you named.",
  says_refused: "The billing system says that it refused it: nothing was done.",
  says_absent:
    "The billing system has nothing of it. If it was done all the same, and it still waits, name its order: done <order>.",
  says_under_way: "The billing system says that it is under way. End it there first, or name its order: done <order>.",
  order_not_named: "The billing system cannot tell which order it is. Name it: done <order>.",
  makes_no_order: "This action makes no order: settle it as done without a number.",
  order_taken: "This order is the outcome of another action of the account.",
  too_early: "What was sent may still arrive. Ask again in a few minutes.",
};

export function refusalText({ reason, orderId }: { reason: SettleRefusal; orderId: number | null }): string {
  return `Nothing was settled. ${REFUSALS[reason]}${orderId === null ? "" : ` It names order ${orderId}.`}`;
}
