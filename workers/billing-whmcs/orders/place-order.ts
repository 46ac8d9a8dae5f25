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

/** An order that has passed its checks and may be sent. */
export interface JudgedOrder {
  account: AccountReference;
  call: OrderCall;
  stored: StoredOrder;
  /** The parts of the preview other than the price. */
  preview: PreviewParts;
}

/** Defines how one operation checks and places its orders. */
interface OrderHandler<Request> extends Pick<ReferencedWrite<JudgedOrder>, "operation" | "underWay"> {
  targetOf(request: Request): string;
  judge(context: WhmcsContext, call: WriteCall, request: Request): Promise<JudgedOrder>;
}

/**
 * Returns the write method of an operation that places orders. It sends an order at most once per reference, and the
 * addon stores the reference.
 */
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

/**
 * Returns the call that places a new order. WHMCS must not send the customer an e-mail, because the addon sends the
 * invoice after it has compared the price.
 */
export function addOrder({ orderGateway }: ActingSettings, parameters: Parameters): OrderCall {
  const common = { paymentmethod: orderGateway, noemail: true, noinvoiceemail: true } as const;
  return { action: "AddOrder", parameters: { ...common, ...parameters } };
}
