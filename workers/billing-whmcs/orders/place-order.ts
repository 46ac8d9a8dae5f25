import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { type PreviewParts, previewOf } from "../../../shared/ordering/write-preview.ts";
import { type Decided, NO_ANSWER } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { changeAction, type StoredOrder, sendAction } from "./action-rows.ts";
import { type OrderCall, sendOrder, takeOver } from "./addon-orders.ts";
import { answerOf, type ReferencedWrite, refusedBy, runWrite } from "./run-write.ts";

/** An order that was judged and may be sent. */
export interface JudgedOrder {
  account: AccountReference;
  call: OrderCall;
  stored: StoredOrder;
  /** What a preview tells of it besides its price. */
  preview: PreviewParts | (() => Promise<PreviewParts>);
}

type OrderHandler = Pick<ReferencedWrite<JudgedOrder, object>, "operation" | "target" | "underWay" | "judge">;

/** Places an order once per reference: one call is sent to the addon, which keeps the reference too. */
export function placeOrder<Value extends object>(
  context: WhmcsContext,
  action: WriteCall,
  handler: OrderHandler,
): Promise<Decided<Value | WritePreview>> {
  return runWrite<JudgedOrder, Value>(context, action, {
    ...handler,
    async preview({ account, stored, preview }) {
      const parts = typeof preview === "function" ? await preview() : preview;
      return previewOf(account, { price: stored.price, ...parts });
    },
    async act({ call, stored }, row) {
      if (!(await sendAction(context, action, stored))) return NO_ANSWER;
      const sent = await sendOrder(context, action, row, call, stored);
      if (sent.kind !== "known")
        return (await refusedBy(context, action, call.action, sent, { isCertain: true })) ?? NO_ANSWER;
      const { outcome, memo } = sent;
      if (outcome.state === "absent") await changeAction(context.db, action, "lose");
      const taken =
        "order" in outcome ? await takeOver(context, { ...action, target: row.target }, outcome, memo) : null;
      return taken ? answerOf<Value>(context, taken, row.operation) : NO_ANSWER;
    },
  });
}
