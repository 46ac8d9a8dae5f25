import { REQUIRED } from "../invariants/accounts.ts";
import type { InvoiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { actorOn, notGranted, writeCall } from "./customers.ts";

export function payable({ state }: World): InvoiceRow[] {
  return [...state.payableInvoices].map((id) => state.get("invoices", id));
}

/** Pays an invoice from the account's credit first: one that is due, or at times one that is settled. */
export function pay(world: World, of: InvoiceRow | null = null): Call | null {
  const due = payable(world);
  const isSettled = of === null && world.chance(0.05) && world.state.rows.invoices.size > 0;
  if (of === null && !isSettled && due.length === 0) return null;
  const invoice = of ?? (isSettled ? world.pick([...world.state.rows.invoices.values()]) : world.pick(due));
  const actor = actorOn(world, invoice.account_id);
  const permissions = [...REQUIRED.payInvoice];
  return {
    ...{ name: "pay", kind: "customer", actor },
    async run() {
      const result = await world.engine.payInvoice(writeCall(actor, permissions), invoice.id);
      if (!result.ok) return result.problem.code;
      world.count(howPaid(world, invoice.id));
      return "ok";
    },
    expected: () =>
      notGranted(world, actor, permissions) ?? (world.state.payableInvoices.has(invoice.id) ? "ok" : "refused"),
  };
}

function howPaid({ state }: World, id: number): string {
  const invoice = state.get("invoices", id);
  if (invoice.credit_applied === 0) return "paid with money";
  return BigInt(invoice.credit_applied) === state.totalOf(id) ? "paid with credit" : "paid with credit and money";
}

/** A payment is on its way, as a gateway would say: the invoice waits for it. */
export function announcePayment(world: World): Call | null {
  const due = payable(world).filter(({ status }) => status === "unpaid");
  if (due.length === 0) return null;
  const { id } = world.pick(due);
  const run = async () => {
    await world.write(["UPDATE invoices SET status = 'payment_pending' WHERE id = ? AND status = 'unpaid'", id]);
    return "ok";
  };
  return { name: "payment announced", kind: "outside", actor: null, run };
}

export function setPaymentMethod(world: World, account: number, isOnFile: boolean): Call {
  const actor = actorOn(world, account);
  const permissions = [...REQUIRED.payInvoice];
  return {
    ...{ name: isOnFile ? "payment method added" : "payment method removed", kind: "customer", actor },
    async run() {
      const result = await world.engine.setPaymentMethodOnFile(writeCall(actor, permissions), isOnFile);
      return result.ok ? "ok" : result.problem.code;
    },
    expected: () => notGranted(world, actor, permissions) ?? "ok",
  };
}
