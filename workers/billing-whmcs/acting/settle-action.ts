import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "../../../shared/billing-contract/result.ts";
import type { SettledWrite } from "../../../shared/billing-contract/writes.ts";
import { refusal, settledAsDone } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { instantNow } from "./stored-write.ts";

const SETTLED_AS_NOTHING = refusal(
  "refused",
  "The provider has settled what became of this request: nothing was done.",
  "Le fournisseur a établi ce que cette requête est devenue : rien n’a été fait.",
);

const TOLD = { ok: true, value: null } as const;

/**
 * Writes the operator's word into the row of an action that is open: its target is free, and its order is accounted for. After
 * `nothing` what was sent is looked for on; an order that was known is not the action's any more.
 */
export async function settleWrite(
  context: WhmcsContext,
  { accountId, loginId, requestId, reference, commit }: WriteCall,
  settled: SettledWrite,
): Promise<BillingResult<null, BillingUnavailable | ActorRefused>> {
  const { actions } = context;
  const { outcome, orderId } = settled;
  const key = { accountId, reference };
  if (!commit) return TOLD;
  switch (outcome) {
    case "nothing":
      if ((await actions.withdraw(key)) || (await actions.lose(key))) return TOLD;
      await actions.disown(key, SETTLED_AS_NOTHING);
      return TOLD;
    case "done": {
      // The row may have been lost with the database.
      await actions.recall({ ...key, ...settled, loginId, target: settled.target ?? "" }, instantNow(context));
      if (await actions.settleAs(key, orderId, settledAsDone(orderId))) return TOLD;
      const fields = { request_id: requestId, account: accountId, reference, order: orderId };
      log("billing_settled_order_taken", fields);
      await actions.settleAs(key, null, settledAsDone(orderId));
      return TOLD;
    }
  }
}
