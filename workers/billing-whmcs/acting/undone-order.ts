import { readInvoice } from "../invoices/read-invoice.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { readOrderStatus } from "./order-status.ts";
import type { StoredWrite } from "./stored-write.ts";

/**
 * Whether staff has undone the order of an action that was done: it is cancelled, and nothing was paid for it. Where that cannot be read,
 * it has not.
 */
export async function isUndone(context: WhmcsContext, row: StoredWrite): Promise<boolean> {
  const { accountId, request, orderId, made } = row;
  if (request?.kind !== "order" || orderId === null) return false;
  const { requestId } = context;
  if ((await readOrderStatus(context, row)) !== "ended") return false;
  if (!made?.invoiceId) return true;
  const invoice = await readInvoice(context, { accountId, requestId }, request.price, made.invoiceId);
  if (invoice.kind !== "ok") return false;
  return invoice.body === null || ["unpaid", "cancelled"].includes(invoice.body.invoice.status);
}
