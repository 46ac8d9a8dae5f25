import { logFailure } from "../../../shared/platform/log.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { DELIVERY_WINDOW_MS, found } from "./find-action.ts";

const MAX_ACTIONS = 20;

/** Brings to their end the actions whose caller has left: placed and not answered, or not found in time. */
export async function finishActions(context: WhmcsContext): Promise<void> {
  const { actions, requestId } = context;
  const until = new Date(context.now() - DELIVERY_WINDOW_MS).toISOString();
  const open = await actions.inStates(["begun", "sending", "placed", "taken_back"], ["", until], MAX_ACTIONS);
  for (const row of open) {
    const fields = { request_id: requestId, account: row.accountId, reference: row.reference };
    await logFailure("action_not_ended", found(context, row), fields);
  }
}
