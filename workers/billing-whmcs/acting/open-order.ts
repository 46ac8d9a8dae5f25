import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { readInvoice } from "../invoices/read-invoice.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { OrderLine, OrderOperation } from "./order-request.ts";

/** The newest order of an operation on a target whose invoice still waits for its payment; null where there is none. */
export async function openOrder(
  context: WhmcsContext,
  { accountId, requestId }: Pick<WriteCall, "accountId" | "requestId">,
  operation: OrderOperation,
  target: string,
): Promise<ApiOutcome<{ line: OrderLine; invoiceId: number } | null>> {
  const row = await context.actions.newestOn(accountId, operation, target);
  const invoiceId = row?.made?.invoiceId;
  if (row?.request?.kind !== "order" || !invoiceId) return { kind: "ok", body: null };
  const read = await readInvoice(context, { accountId, requestId }, row.request.price, invoiceId);
  if (read.kind !== "ok") return read;
  const isOpen = read.body?.invoice.status === "unpaid" || read.body?.invoice.status === "payment_pending";
  return { kind: "ok", body: isOpen ? { line: row.request.line, invoiceId } : null };
}
