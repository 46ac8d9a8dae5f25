/** The values in which the responses to orders differ. */
interface OrderIds {
  id: number;
  orderId: number | undefined;
  serviceId: number | undefined;
  invoiceId: number | undefined;
  number: string | undefined;
}

export type OrderAnswer = ReturnType<typeof orderAnswer>;

/** Returns a response body of the same length as the account's own response to the measured order. */
export function orderAnswer({ id, orderId, serviceId, invoiceId, number }: OrderIds) {
  const url = `http://localhost:8787/client-area/invoices/${invoiceId}`;
  return {
    account: { id, name: `Benchmark ${id}` },
    plan: "web-start",
    billing_cycle: "annually",
    domain: null,
    order_id: orderId,
    service_id: serviceId,
    invoice: { id: invoiceId, number, ...INVOICE, view_url: url },
    action_required: { type: "pay_invoice", message: PAY, url },
    terms_version: "2026-09-01",
    next: `Give the customer action_required.url: ${PAY} The plan is set up once the invoice is paid.`,
  };
}

const PAY = "Pay the invoice in the client area. What was ordered is done once it is paid.";

const INVOICE = {
  issued_on: "2026-11-21",
  due_on: "2026-11-28",
  paid_on: null,
  currency: "CAD",
  subtotal: 35.94,
  taxes: [
    { name: "GST", rate: 5, amount: 1.8 },
    { name: "QST", rate: 9.975, amount: 3.59 },
  ],
  credit_applied: 0,
  total: 41.33,
  balance_due: 41.33,
  status: "unpaid",
  overdue: false,
};
