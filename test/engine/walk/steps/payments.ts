import type { InvoiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { ownerOf, writeCall } from "./customers.ts";

export function payable({ state }: World): InvoiceRow[] {
  return [...state.payableInvoices].map((id) => state.get("invoices", id));
}

/** Pays an invoice from the account's credit first: one that is due, or at times one that is settled. */
export function pay(world: World, of: InvoiceRow | null = null): Call | null {
  const due = payable(world);
  const isSettled = of === null && world.chance(0.05) && world.state.rows.invoices.size > 0;
  if (of === null && !isSettled && due.length === 0) return null;
  const invoice = of ?? (isSettled ? world.pick([...world.state.rows.invoices.values()]) : world.pick(due));
  return {
    ...{ name: "pay", kind: "customer" },
    async run() {
      const result = await world.engine.payInvoice(writeCall(ownerOf(invoice.account_id)), invoice.id);
      if (!result.ok) return result.problem.code;
      world.count(howPaid(world, invoice.id));
      return "ok";
    },
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
  return { name: "payment announced", kind: "outside", run };
}

export function setPaymentMethod(world: World, account: number, isOnFile: boolean): Call {
  return {
    ...{ name: isOnFile ? "payment method added" : "payment method removed", kind: "customer" },
    async run() {
      const result = await world.engine.setPaymentMethodOnFile(writeCall(ownerOf(account)), isOnFile);
      return result.ok ? "ok" : result.problem.code;
    },
  };
}
