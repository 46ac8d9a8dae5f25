import type { InvoiceRow, ServiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { again } from "./customers.ts";
import { registerName, renewDomain, transferIn } from "./domains.ts";
import { pay, payable } from "./payments.ts";
import { changePrices } from "./prices.ts";
import { cancelService, changePlan, orderPlan, services } from "./services.ts";

type Maker = (world: World) => (Call | null)[];

/** Several at once that stand in each other's way. */
export const MEETINGS: Record<string, Maker> = {
  "an invoice paid twice": (world) => {
    const [invoice] = some(world, payable(world));
    return invoice ? [pay(world, invoice), pay(world, invoice), world.scheduledJobs()] : [];
  },
  "two invoices of an account": (world) => {
    const [invoice] = some(world, payable(world));
    const other = payable(world).find(({ id, account_id }) => id !== invoice?.id && account_id === invoice?.account_id);
    return invoice && other ? [pay(world, invoice), pay(world, other), world.scheduledJobs()] : [];
  },
  "a payment and the jobs": (world) => {
    const [invoice] = some(world, payable(world));
    return invoice ? [pay(world, invoice), world.scheduledJobs()] : [];
  },
  "two runs of the jobs": (world) => [world.scheduledJobs(), world.scheduledJobs(), orderPlan(world)],
  "one reference twice": (world) => {
    const call = world.pick([orderPlan, registerName, transferIn, changePlan, renewDomain, cancelService])(world);
    return call ? [call, again(call), world.scheduledJobs()] : [];
  },
  "changes of one service": (world) => {
    const [service] = some(world, services(world));
    if (!service) return [];
    const [invoice] = payable(world).filter(({ account_id }) => account_id === service.account_id);
    return [
      changePlan(world, service),
      cancelService(world, service),
      invoice ? pay(world, invoice) : changePlan(world, service),
    ];
  },
  "a plan change paid as its service is cancelled": (world) => {
    const service = some(
      world,
      services(world).filter((one) => invoiceOfChange(world, one)),
    )[0];
    const invoice = service && invoiceOfChange(world, service);
    return invoice ? [pay(world, invoice), cancelService(world, service), world.scheduledJobs()] : [];
  },
  "prices changed as one orders": (world) => [changePrices(world), orderPlan(world), registerName(world)],
  "orders of one account": (world) => [orderPlan(world), registerName(world), transferIn(world)],
};

function some<Item>(world: World, items: readonly Item[]): Item[] {
  return items.length > 0 ? [world.pick(items)] : [];
}

/** The unpaid invoice of a service's change of plan. */
function invoiceOfChange({ state }: World, { id }: ServiceRow): InvoiceRow | null {
  const change = state.ordersAbout({ service: id }).find(({ kind }) => kind === "plan_change");
  const invoice = change?.invoice_id;
  return invoice && state.payableInvoices.has(invoice) ? state.get("invoices", invoice) : null;
}
