import type { InvoiceRow, ServiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { changeOwner, changePermissions, customersOf, erase, loginsOf } from "./accounts.ts";
import { type action, actorOn, again } from "./customers.ts";
import { domains, leave, registerName, renewDomain, transferIn, transferOut } from "./domains.ts";
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
    const call = world.pick([orderPlan, registerName, transferIn, changePlan, renewDomain, cancelService, transferOut])(
      world,
    );
    return call && "asked" in call
      ? [call, again(world, (call as ReturnType<typeof action>).asked), world.scheduledJobs()]
      : [];
  },
  "a permission withdrawn from who acts": (world) => {
    const service = some(world, services(world))[0] ?? null;
    const domain = some(world, domains(world))[0] ?? null;
    const makers = [
      () => changePlan(world, service),
      () => cancelService(world, service),
      () => renewDomain(world, domain),
    ];
    const calls = [orderPlan(world), world.pick(makers)(), pay(world)];
    const contact = calls.find((call) => call?.actor && isContact(world, call));
    if (!contact?.actor) return [];
    const { accountId: account, loginId: login } = contact.actor;
    return [contact, changePermissions(world, { account, login }), world.scheduledJobs()];
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
  "a name renewed as it leaves": (world) => {
    const left = leave(world);
    const domain = some(
      world,
      domains(world).filter(({ name }) => world.mails.codes.some((mail) => mail.domain === name)),
    )[0];
    const order = domain && world.state.ordersAbout({ domain: domain.id })[0];
    const invoice = order?.invoice_id ? world.state.get("invoices", order.invoice_id) : null;
    return left && domain
      ? [left, invoice ? pay(world, invoice) : renewDomain(world, domain), world.scheduledJobs()]
      : [];
  },
  "an owner replaced as a code is mailed": (world) => {
    const [domain] = some(
      world,
      domains(world).filter(({ status }) => status === "active"),
    );
    return domain ? [transferOut(world, domain), changeOwner(world, domain.account_id)] : [];
  },
  "an order of an account that is erased": (world) => {
    const [account] = some(
      world,
      customersOf(world).filter(({ id }) => !isInUse(world, id)),
    );
    const makers = [orderPlan, registerName, transferIn];
    return account ? [erase(world, account.id), world.pick(makers)(world, actorOn(world, account.id))] : [];
  },
  "prices changed as one orders": (world) => [changePrices(world), orderPlan(world), registerName(world)],
  "orders of one account": (world) => [orderPlan(world), registerName(world), transferIn(world)],
};

function some<Item>(world: World, items: readonly Item[]): Item[] {
  return items.length > 0 ? [world.pick(items)] : [];
}

function isContact(world: World, { actor }: Call): boolean {
  return loginsOf(world, actor?.accountId ?? 0).some(
    ({ login_id, owner }) => login_id === actor?.loginId && owner === 0,
  );
}

/** The unpaid invoice of a service's change of plan. */
function invoiceOfChange({ state }: World, { id }: ServiceRow): InvoiceRow | null {
  const change = state.ordersAbout({ service: id }).find(({ kind }) => kind === "plan_change");
  const invoice = change?.invoice_id;
  return invoice && state.payableInvoices.has(invoice) ? state.get("invoices", invoice) : null;
}

/** Whether an account has anything that keeps it from being erased. */
function isInUse(world: World, account: number): boolean {
  return [...services(world), ...domains(world), ...payable(world)].some(({ account_id }) => account_id === account);
}
