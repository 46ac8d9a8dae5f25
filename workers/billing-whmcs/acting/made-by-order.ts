import type { CustomerInvoice, CustomerService } from "../../../shared/billing-contract/customer.ts";
import { readServices } from "../services/list-services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { StoredOrder } from "./order-request.ts";
import { readOrderStatus } from "./order-status.ts";
import type { StoredWrite } from "./stored-write.ts";

/** What an order's answer says of what it made. */
export interface Made {
  /** Of a plan. */
  serviceId?: number | null;
  /** The changed one, as it is now. */
  service?: CustomerService;
  waitsForProvider?: true;
}

/** Reads what an order has made so far. Where nothing is due WHMCS may wait for its staff to accept the order, without an invoice that is paid. */
export async function readMade(
  context: WhmcsContext,
  row: StoredWrite,
  { line }: StoredOrder,
  invoice: CustomerInvoice | null,
): Promise<Made | "unavailable"> {
  const own = line.kind === "plan" ? { serviceId: row.made?.serviceId ?? null } : {};
  if (invoice?.status === "unpaid") return own;
  if (line.kind !== "change") {
    // What is paid is carried out by the payment, and its order may stay pending all the same.
    if (invoice !== null) return own;
    const status = await readOrderStatus(context, row);
    if (status === "unread") return "unavailable";
    return status === "pending" ? { ...own, waitsForProvider: true } : own;
  }
  const { accountId } = row;
  const [read, plans] = await Promise.all([
    readServices(context, { accountId, requestId: context.requestId }, line.serviceId),
    context.plans.byProduct(),
  ]);
  if (read.kind === "unavailable") return "unavailable";
  const service = read.kind === "ok" ? read.body.find(({ id }) => id === line.serviceId) : undefined;
  if (!service) return { waitsForProvider: true };
  const isChanged = service.planId === plans.get(line.productId)?.planId && service.billingCycle === line.billingCycle;
  return isChanged ? { service } : { service, waitsForProvider: true };
}
