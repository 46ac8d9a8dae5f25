import type { AccountOfInstallation, AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ActingBilling } from "../../../shared/billing-contract/actions.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, valueOrLogged } from "../../../shared/platform/log.ts";
import { refusalText, settledText, UNANSWERED, UNANSWERED_FOR_LONG } from "./instruction-results.ts";
import type { AskedInstruction, SettleInstructions, UntoldAction } from "./settle-instructions.ts";

/** In one run. */
const MAX_INSTRUCTIONS = 20;
/** Longer than an account's object waits for the billing system. */
const DEADLINE_MS = 15_000;
/** How long one is tried that the billing system does not answer to. */
const TRIED_MS = 3_600_000;

export interface CarryOutDependencies {
  instructions: Pick<SettleInstructions, "asked" | "close" | "keep" | "untold" | "told">;
  billing: Pick<ActingBilling, "settleAction">;
  accountOf: (account: AccountOfInstallation) => Pick<AccountPort, "settle">;
  now: () => number;
}

/**
 * Hands the operator's instructions to the objects of their accounts, and writes down what came of each. What was carried out is then told
 * to the billing system, with every run until it has heard it.
 */
export async function carryOutInstructions(dependencies: CarryOutDependencies, runId: string): Promise<void> {
  const asked = await dependencies.instructions.asked(MAX_INSTRUCTIONS);
  for (const instruction of asked) await carryOut(instruction, dependencies, runId);
  const untold = await dependencies.instructions.untold(MAX_INSTRUCTIONS);
  for (const action of untold) await tell(action, dependencies, runId);
}

async function tell(
  { id, settled, ...actor }: UntoldAction,
  { instructions, billing, now }: CarryOutDependencies,
  requestId: string,
): Promise<void> {
  const told = await askBilling(() => billing.settleAction({ ...actor, requestId }, settled), DEADLINE_MS, requestId);
  // Another billing system has nothing of it.
  if (told.ok || told.problem.code === "access_lost") return instructions.told(id, now());
  const { installation, accountId: account } = actor;
  log("settled_action_not_told", { request_id: requestId, installation, account, reference: settled.reference });
}

async function carryOut(
  { id, installation, accountId, reference, outcome, orderId, askedAt }: AskedInstruction,
  { instructions, accountOf, now }: CarryOutDependencies,
  requestId: string,
): Promise<void> {
  const fields = { request_id: requestId, installation, account: accountId, reference };
  const settling = accountOf({ installation, accountId }).settle({ reference, outcome, orderId, requestId });
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
