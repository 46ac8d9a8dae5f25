import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { AccountOrder } from "../../../shared/billing-contract/order.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { admit } from "../accounts/access.ts";
import { getOrder } from "../answers/orders.ts";
import { inOrder } from "../bridge/outcome.ts";
import { readInvoice } from "../invoices/invoices.ts";
import { Refused } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { actionOfOrder } from "./action-rows.ts";
import { orderProgress } from "./order-progress.ts";
import { readOrderedThing } from "./ordered-thing.ts";

/**
 * An order of the account, placed here, by its customer or by staff. Read where orders are taken or were until something stopped them.
 */
export async function readOrder(context: WhmcsContext, query: ActorQuery, id: number): Promise<AccountOrder> {
  const { api, db, settings } = context;
  const { accountId } = query;
  if (!settings.acting) {
    await admit(context, query);
    throw new Refused({ code: "not_offered", reason: NO_CHANGES_TAKEN, path: settings.links.home });
  }
  const [{ account }, order, action] = await inOrder(
    admit(context, query),
    api.read(getOrder, { id }, { accountId }),
    actionOfOrder(db, accountId, id),
  );
  if (!order) throw new Refused(NOT_FOUND);

  // An order may name another invoice since, which its own was merged into.
  const invoiceId = order.invoice ?? action?.made?.invoiceId ?? null;
  const [read, invoice] = await inOrder(
    readOrderedThing(context, accountId, order, action),
    invoiceId === null ? null : readInvoice(context, accountId, account.currency, invoiceId),
  );
  if (read === null) throw new Refused(NOT_FOUND);
  const evidence = {
    status: order.status,
    ...read,
    invoice: invoice ?? (invoiceId === null ? "none" : "gone"),
  } as const;
  const progress = orderProgress(evidence, settings.links);
  return { account, order: { id, subject: read.subject, placedAt: order.date, invoice, ...progress } };
}
