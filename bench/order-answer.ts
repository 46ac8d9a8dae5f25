/** What makes one order's answer another than the next one's. */
interface OrderIds {
  /** Of the account. */
  id: number;
  orderId: number | undefined;
  serviceId: number | undefined;
  invoiceId: number | undefined;
  number: string | undefined;
}

export type OrderAnswer = ReturnType<typeof orderAnswer>;

/** As long as the account's own answer to the order that is measured. */
export function orderAnswer({ id, orderId, serviceId, invoiceId, number }: OrderIds) {
  return {
    account: { id, name: `Benchmark ${id}`, currency: "CAD" },
    plan: "web-start",
    billing_cycle: "annually",
    domain: null,
    order_id: orderId,
    service_id: serviceId,
    invoice: { id: invoiceId, number },
    terms_version: "2026-09-01",
  };
}
