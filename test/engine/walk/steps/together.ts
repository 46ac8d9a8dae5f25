import type { InvoiceRow, ServiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import {
  again,
  cancelService,
  changePlan,
  one,
  orderPlan,
  pay,
  payable,
  registerName,
  renewDomain,
  services,
  transferIn,
} from "./customers.ts";
import { changePrices } from "./others.ts";

type Maker = (world: World) => (Call | null)[];

/** Sets of competing calls that run concurrently. */
export const MEETINGS: Record<string, Maker> = {
  "an invoice paid twice": (world) => {
    const invoice = one(world, payable(world));
    return invoice ? [pay(world, invoice), pay(world, invoice), world.scheduledJobs()] : [];
  },
  "two invoices of an account": (world) => {
    const invoice = one(world, payable(world));
    const other = payable(world).find(({ id, account_id }) => id !== invoice?.id && account_id === invoice?.account_id);
    return invoice && other ? [pay(world, invoice), pay(world, other), world.scheduledJobs()] : [];
  },
  "a payment and the jobs": (world) => {
    const invoice = one(world, payable(world));
    return invoice ? [pay(world, invoice), world.scheduledJobs()] : [];
  },
  "two runs of the jobs": (world) => [world.scheduledJobs(), world.scheduledJobs(), orderPlan(world)],
  "one reference twice": (world) => {
    const call = world.pick([orderPlan, registerName, transferIn, changePlan, renewDomain, cancelService])(world);
    return call ? [call, again(call), world.scheduledJobs()] : [];
  },
  "changes of one service": (world) => {
    const service = one(world, services(world));
    if (!service) return [];
    const [invoice] = payable(world).filter(({ account_id }) => account_id === service.account_id);
    return [
      changePlan(world, service),
      cancelService(world, service),
      invoice ? pay(world, invoice) : changePlan(world, service),
    ];
  },
  "a plan change paid as its service is cancelled": (world) => {
    const service = one(
      world,
      services(world).filter((each) => invoiceOfChange(world, each)),
    );
    const invoice = service && invoiceOfChange(world, service);
    return invoice ? [pay(world, invoice), cancelService(world, service), world.scheduledJobs()] : [];
  },
  "prices changed as one orders": (world) => [changePrices(world), orderPlan(world), registerName(world)],
  "several orders": (world) => [orderPlan(world), registerName(world), transferIn(world)],
};

/** Returns the payable invoice for a service's plan change, or `null` if there is none. */
function invoiceOfChange({ state }: World, { id }: ServiceRow): InvoiceRow | null {
  const change = state.ordersAbout({ service: id }).find(({ kind }) => kind === "plan_change");
  const invoice = change?.invoice_id;
  return invoice && state.payableInvoices.has(invoice) ? state.get("invoices", invoice) : null;
}
