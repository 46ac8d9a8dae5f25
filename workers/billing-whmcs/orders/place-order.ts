import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { type PreviewParts, previewOf } from "../../../shared/ordering/write-preview.ts";
import type { Parameters } from "../bridge/ask-batch.ts";
import type { ActingSettings, WhmcsContext } from "../whmcs-context.ts";
import type { StoredOrder } from "./action-rows.ts";
import { type OrderCall, sendOrder } from "./addon-orders.ts";
import { endOrder } from "./end-order.ts";
import { type ReferencedWrite, refusedBy, runWrite } from "./run-write.ts";

/** An order that was judged and may be sent. */
export interface JudgedOrder {
  account: AccountReference;
  call: OrderCall;
  stored: StoredOrder;
  /** What a preview tells of it besides its price. */
  preview: PreviewParts;
}

/** What orders of one operation are. */
interface OrderHandler<Request> extends Pick<ReferencedWrite<JudgedOrder>, "operation" | "underWay"> {
  targetOf(request: Request): string;
  judge(context: WhmcsContext, call: WriteCall, request: Request): Promise<JudgedOrder>;
}

/** The write of an order: once per reference one call is sent to the addon, which keeps the reference too. */
export function orderWrite<Request, Value extends object>({
  targetOf,
  judge,
  ...handler
}: OrderHandler<Request>): (context: WhmcsContext, call: WriteCall, request: Request) => Promise<Value | WritePreview> {
  return (context, call, request) =>
    runWrite<JudgedOrder, Value>(context, call, {
      ...handler,
      target: targetOf(request),
      judge: () => judge(context, call, request),
      preview: ({ account, stored, preview }) => previewOf(account, { price: stored.price, ...preview }),
      requestOf: ({ stored }) => stored,
      async send({ call: order, stored }, row) {
        const sent = await sendOrder(context, call.loginId, row, order, stored);
        return sent.kind === "known"
          ? endOrder(context, row, sent.outcome)
          : refusedBy(context, call, order.action, sent, { isCertain: true });
      },
    });
}

/** An order of something: its invoice is mailed once its price was compared. */
export function addOrder({ orderGateway }: ActingSettings, parameters: Parameters): OrderCall {
  const common = { paymentmethod: orderGateway, noemail: true, noinvoiceemail: true } as const;
  return { action: "AddOrder", parameters: { ...common, ...parameters } };
}
