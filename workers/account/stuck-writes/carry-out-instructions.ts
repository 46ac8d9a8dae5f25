import type {
  AccountPort,
  SettleInstruction,
  SettleRefusal,
  SettleResult,
} from "../../../durable-objects/account/account-port.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { Writes } from "../../../shared/billing-contract/writes.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, valueOrLogged } from "../../../shared/platform/log.ts";
import type { AskedInstruction, SettleInstructions, UntoldWrite } from "./settle-instructions.ts";

/** The maximum number of instructions in one run. */
const MAX_INSTRUCTIONS = 20;
/** The deadline of a call, in milliseconds. It is longer than an account's object waits for the billing system. */
const DEADLINE_MS = 15_000;
/** How long an instruction is retried if the billing system does not respond, in milliseconds. */
const TRIED_MS = 3_600_000;

export interface CarryOutDependencies {
  instructions: Pick<SettleInstructions, "asked" | "close" | "keep" | "untold" | "told">;
  billing: Pick<Writes, "settleWrite">;
  accountOf: (accountId: number) => Pick<AccountPort, "settle">;
  now: () => number;
}

/**
 * Sends the operator's instructions to the objects of their accounts, and records the results. Reports executed
 * instructions to the billing system. Every run repeats a report until the billing system accepts it.
 */
export async function carryOutInstructions(dependencies: CarryOutDependencies, runId: string): Promise<void> {
  const asked = await dependencies.instructions.asked(MAX_INSTRUCTIONS);
  for (const instruction of asked) await carryOut(instruction, dependencies, runId);
  const untold = await dependencies.instructions.untold(MAX_INSTRUCTIONS);
  for (const action of untold) await tell(action, dependencies, runId);
}

async function tell(
  { id, reference, settled, ...actor }: UntoldWrite,
  { instructions, billing, now }: CarryOutDependencies,
  requestId: string,
): Promise<void> {
  const call: WriteCall<true> = { ...actor, requestId, reference, permissions: [], commit: true };
  const told = await askBilling(() => billing.settleWrite(call, settled), DEADLINE_MS, requestId);
  if (told.ok) return instructions.told(id, now());
  log("settled_action_not_told", { request_id: requestId, account: actor.accountId, reference });
}

async function carryOut(
  { id, accountId, reference, outcome, orderId, askedAt }: AskedInstruction,
  { instructions, accountOf, now }: CarryOutDependencies,
  requestId: string,
): Promise<void> {
  const fields = { request_id: requestId, account: accountId, reference };
  const settling = accountOf(accountId).settle({ reference, outcome, orderId, requestId });
  const result = await valueOrLogged("account_unreachable", inTime(settling, DEADLINE_MS), fields);
  if (result === null || result.state === "unanswered") {
    if (now() - askedAt < TRIED_MS) return instructions.keep(id, UNANSWERED);
    log("action_settled", { ...fields, outcome, state: "refused", reason: "unanswered" });
    return instructions.close(id, "refused", UNANSWERED_FOR_LONG, now());
  }
  const { state, reason } = result;
  log("action_settled", { ...fields, outcome, order: result.orderId, state, reason });
  const text = state === "refused" ? refusalText(result) : settledText(outcome, result);
  await instructions.close(id, state, text, now());
}

/** The text that the operator reads for an instruction that is still open. */
const UNANSWERED = "The billing system did not answer yet. The account retries every minute.";
const UNANSWERED_FOR_LONG =
  "The billing system did not answer for an hour, so nothing was settled. Try again once it answers.";

function settledText(
  outcome: SettleInstruction["outcome"],
  { reason, orderId }: Extract<SettleResult, { state: "carried_out" }>,
): string {
  const what =
    outcome === "nothing" ? "nothing was done" : `it was done${orderId === null ? "" : `, as order ${orderId}`}`;
  if (reason === "settled_itself") return `It had already ended: ${what}.`;
  const answer =
    outcome === "nothing"
      ? "that nothing was done, and that a new key is needed"
      : "409 refused, and says that the provider has settled it as done";
  return `Settled: ${what}. Its key answers ${answer}.`;
}

/** The reasons why an instruction was refused, with the next steps. */
const REFUSALS: Record<SettleRefusal, string> = {
  unknown_reference:
    "The account's journal has no action with this reference. It was settled more than a day ago, or it never existed.",
  not_stuck: "The action does not wait for you: its outcome may still be found automatically.",
  says_done: "The billing system says that it was done. Undo it there first, or settle it as done.",
  says_other_order: "The billing system says that it was done, as another order than the one you named.",
  says_refused: "The billing system refused it: nothing was done.",
  says_absent:
    "The billing system has no record of it. If it was done anyway and still waits, name its order: done <order>.",
  says_under_way:
    "The billing system says that it is in progress. End it there first, or name its order: done <order>.",
  order_not_named: "The billing system cannot tell which order it is. Name it: done <order>.",
  makes_no_order: "This action creates no order: settle it as done without a number.",
  order_taken: "This order is the outcome of another action of the account.",
  too_early: "The request may still arrive. Try again in a few minutes.",
};

function refusalText({ reason, orderId }: { reason: SettleRefusal; orderId: number | null }): string {
  return `Nothing was settled. ${REFUSALS[reason]}${orderId === null ? "" : ` It names order ${orderId}.`}`;
}
