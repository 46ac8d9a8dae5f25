import type { BillingOperatorPort } from "../../../../shared/operator-contract/billing-operator.ts";

interface Bindings {
  OPERATOR: Pick<BillingOperatorPort, "recordPayment" | "refundPayment">;
}

export type OperatorAct =
  | { act: "record"; payment: Parameters<BillingOperatorPort["recordPayment"]>[0] }
  | { act: "refund"; refund: Parameters<BillingOperatorPort["refundPayment"]>[0] };

/** A Worker that records and refunds payments, as the operator console does. */
export default {
  async fetch(request: Request, { OPERATOR }: Bindings): Promise<Response> {
    const asked = (await request.json()) as OperatorAct;
    const done =
      asked.act === "record"
        ? await OPERATOR.recordPayment(asked.payment, true)
        : await OPERATOR.refundPayment(asked.refund, true);
    return Response.json(done);
  },
};
