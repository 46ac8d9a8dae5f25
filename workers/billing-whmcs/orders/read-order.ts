import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { AccountOrder } from "../../../shared/billing-contract/order.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { admit } from "../access/gate.ts";
import { getOrders, type OrderRow } from "../api/actions/orders.ts";
import { instantOf } from "../api/local-time.ts";
import { readInvoice } from "../invoices/read-invoice.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { orderProgress } from "./order-progress.ts";
import { orderedThing } from "./ordered-thing.ts";
import { readThing } from "./thing-state.ts";

/**
 * An order of the account, placed here, by its customer or by staff. Read where orders are taken or were until something stopped them:
 * the role of an installation that is only read lacks the action.
 */
export async function readOrder(
  context: WhmcsContext,
  query: ActorQuery,
  id: number,
): Promise<QuoteResult<AccountOrder>> {
  const { api, actions, settings } = context;
  const { accountId, requestId } = query;
  if (!settings.acting) return notTaken(context, query);
  const [admitted, listed, action] = await Promise.all([
    admit(context, query),
    api.list(getOrders, { userid: accountId, id }, { accountId, requestId }),
    actions.ofOrder(accountId, id),
  ]);
  if (!admitted.ok) return admitted;
  if (listed.kind !== "ok") return unavailable(listed);
  // An installation that ignores the filter gives all of them.
  const order = listed.body.find((row) => row.id === id);
  const thing = order ? orderedThing(order, action) : null;
  if (thing === "unread") return unavailable();
  if (!order || thing === null) return NOT_FOUND;

  const { reference: account } = admitted.value;
  // An order may name another invoice since, which its own was merged into.
  const invoiceId = order.invoiceId ?? action?.made?.invoiceId ?? null;
  const [invoice, read] = await Promise.all([
    invoiceId === null ? null : readInvoice(context, query, account, invoiceId),
    readThing(context, query, thing),
  ]);
  if (read.kind !== "ok") return unavailable(read);
  if (invoice && invoice.kind !== "ok") return unavailable(invoice);
  if (read.body === null) return NOT_FOUND;
  const { subject, state } = read.body;
  const whole = invoice?.body?.invoice ?? null;
  const facts = { status: order.status, subject, state, invoice: whole ?? (invoice ? "gone" : "none") } as const;
  const placedAt = placedAtOf(order, settings.timeZone);
  return {
    ok: true,
    value: { account, order: { id, subject, placedAt, invoice: whole, ...orderProgress(facts, settings.links) } },
  };
}

async function notTaken(context: WhmcsContext, query: ActorQuery): Promise<QuoteResult<AccountOrder>> {
  const admitted = await admit(context, query);
  if (!admitted.ok) return admitted;
  return {
    ok: false,
    problem: { code: "not_offered", reason: NO_CHANGES_TAKEN, path: context.settings.links.home },
  };
}

const NOT_FOUND = { ok: false, problem: { code: "not_found" } } as const;

function placedAtOf({ date }: OrderRow, timeZone: string): string | null {
  return date === null ? null : instantOf(date, timeZone);
}
