import type { WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { CancellationTime } from "../../../../shared/billing-contract/cancellation.ts";
import type { DomainOrder } from "../../../../shared/billing-contract/domain-orders.ts";
import type { BillingProblem, BillingResult } from "../../../../shared/billing-contract/result.ts";
import type { CheckoutRequest } from "../../../../workers/billing/engine/payments/checkouts.ts";
import { TRANSFER } from "../../../billing-contract/customer.ts";
import { codeOf } from "../../../billing-contract/questions.ts";
import { type Customer, customerOf } from "../../support/customer.ts";
import { EXTENSIONS, termsOf } from "../model/extensions.ts";
import { CYCLES, PLANS, TERMS } from "../model/price-list.ts";
import type { AccountRow, DomainRow, InvoiceRow, ServiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";

export function customersOf({ state }: World): AccountRow[] {
  return [...state.rows.accounts.values()];
}

/** Returns the owner of an account. The owner's login has the same id as the account. */
function ownerOf({ engine }: World, account: number): Customer {
  return customerOf(engine, { requestId: "walk", loginId: account, accountId: account, permissions: [] });
}

function anyOwner(world: World): Customer {
  return ownerOf(world, world.pick(customersOf(world)).id);
}

/** Returns a customer's call that cannot be repeated. */
function change(name: string, send: () => Promise<BillingResult<unknown, BillingProblem>>): Call {
  return { name, kind: "customer", run: () => codeOf(send()) };
}

/** Returns an action with a new reference. The action can be repeated. */
function action(
  world: World,
  name: string,
  send: (reference: string) => Promise<BillingResult<unknown, BillingProblem>>,
): Call {
  const reference = `r-${world.asked.length + 1}`;
  const call = change(name, () => send(reference));
  world.asked.push({ ...call, again: call.run });
  return { ...call, again: call.run };
}

/** Returns a call that repeats an action with the same reference. The customer pays for the action only once. */
export function again(call: Call): Call {
  return { ...call, name: `${call.name} again`, run: call.again ?? call.run };
}

/** Orders a random plan and billing cycle for a new domain name, or sometimes for one that another account uses. */
export function orderPlan(world: World): Call {
  const by = anyOwner(world);
  const others = services(world).filter((one) => one.account_id !== by.query.accountId && one.domain !== null);
  const isContested = others.length > 0 && world.chance(0.15);
  const domain = isContested ? (world.pick(others).domain ?? "") : `site-${world.nextName++}.com`;
  const order = { billingCycle: world.pick(CYCLES), domain, acceptTerms: TERMS };
  const plan = world.pick(Object.keys(PLANS));
  return action(world, "orderPlan", (reference) => by.orderPlan(plan, order, reference));
}

/** Changes a service to a random plan and billing cycle, which may be the current ones. */
export function changePlan(world: World, of: ServiceRow | null = null): Call | null {
  const service = of ?? one(world, services(world));
  if (!service) return null;
  const siblings = Object.keys(PLANS).filter((plan) => world.chance(0.05) || PLANS[plan] === PLANS[service.plan_id]);
  const plan = one(world, siblings) ?? service.plan_id;
  const billingCycle = world.chance(0.6) ? service.billing_cycle : world.pick(CYCLES);
  const by = ownerOf(world, service.account_id);
  return action(world, "changePlan", (reference) => by.changePlan(service.id, plan, { billingCycle }, reference));
}

export function cancelService(world: World, of: ServiceRow | null = null): Call | null {
  const service = of ?? one(world, services(world));
  if (!service) return null;
  const when: CancellationTime = world.chance(0.4) ? "immediately" : "end_of_period";
  const by = ownerOf(world, service.account_id);
  return action(world, `cancelService ${when}`, (reference) => by.cancelService(service.id, when, null, reference));
}

/** Registers a new domain, or sometimes a domain that another account has ordered or owns. */
export function registerName(world: World): Call {
  const by = anyOwner(world);
  const others = domains(world).filter(({ account_id }) => account_id !== by.query.accountId);
  const isContested = others.length > 0 && world.chance(0.2);
  const name = isContested ? world.pick(others).name : newName(world);
  const { years: sold } = termsOf(name);
  const years = world.chance(0.6) ? (sold[0] ?? 1) : world.pick(sold);
  const availability = world.registry.domains.has(name) ? "taken" : "available";
  return orderName(world, by, name, { type: "register", years, availability });
}

/** Transfers a domain from another registrar, with the right auth code or a wrong one. */
export function transferIn(world: World): Call {
  const by = anyOwner(world);
  const name = newName(world);
  const sent = world.chance(0.85) ? TRANSFER.authCode : "wrong";
  return orderName(world, by, name, { ...TRANSFER, authCode: termsOf(name).hasCode ? sent : null });
}

function orderName(world: World, by: Customer, name: string, order: Partial<DomainOrder>): Call {
  const asked = order.type === "register" ? "registerName" : "transferIn";
  const more = { ...order, acceptTerms: TERMS };
  return action(world, asked, (reference) => by.orderDomain(name, more, reference));
}

export function renewDomain(world: World, of: DomainRow | null = null): Call | null {
  const domain = of ?? one(world, domains(world));
  if (!domain) return null;
  const { name, account_id: account } = domain;
  const years = world.chance(0.7) ? (termsOf(name).years[0] ?? 1) : 1 + world.below(10);
  const asked = domain.status === "redemption" ? "restoreDomain" : "renewDomain";
  return action(world, asked, (reference) => ownerOf(world, account).renewDomain(name, { years }, reference));
}

export function setAutoRenew(world: World): Call | null {
  const domain = one(world, domains(world));
  if (!domain) return null;
  const isOn = world.chance(0.6);
  const by = ownerOf(world, domain.account_id);
  return change(isOn ? "auto-renewal on" : "auto-renewal off", () => by.setDomainAutoRenew(domain.name, isOn));
}

/** Pays up to three invoices, first with account credit and then at Stripe. Sometimes one is already paid. */
export function pay(world: World, of: InvoiceRow | null = null): Call | null {
  const isSettled = of === null && world.chance(0.05);
  const invoice = of ?? one(world, isSettled ? [...world.state.rows.invoices.values()] : payable(world));
  if (!invoice) return null;
  const { account_id: account, id } = invoice;
  const others = payable(world).filter((other) => other.account_id === account && other.id !== id);
  const also = world.chance(0.15) ? others.slice(0, 2).map((other) => other.id) : [];
  const { query } = ownerOf(world, account);
  const call = { ...query, connection: "walk", reference: crypto.randomUUID(), commit: true } as const;
  return change("pay", () => checkOut(world, call, { invoices: [id, ...also], savesCard: false }));
}

async function checkOut(
  world: World,
  call: WriteCall<true>,
  asked: Pick<CheckoutRequest, "invoices" | "savesCard">,
): ReturnType<World["engine"]["beginCheckout"]> {
  const begun = await world.engine.beginCheckout(call, { ...asked, returnTo: "https://desk.example/?lang=en" });
  if (begun.ok && begun.value !== null) await payAtStripe(world, begun.value, call);
  return begun;
}

/**
 * Completes most checkouts. Some payments stay pending at the bank, and some customers do not pay. Half of the paying
 * customers return to the site. For another quarter, Stripe's event arrives immediately. All other events wait.
 */
async function payAtStripe(world: World, page: string, query: Customer["query"]): Promise<void> {
  const { state } = world.stripe;
  const session = state.session(page.split("/").at(-1) ?? "");
  const drawn = world.random();
  if (drawn > 0.9 || session.status !== "open") return world.count("not paid after all");
  await state.choose(session.id, drawn > 0.75 ? "later" : "pay", "declines");
  const heard = world.random();
  if (heard < 0.5) {
    const checkout = new URL(session.success_url).searchParams.get("checkout") ?? "";
    await world.engine.reconcileCheckout({ ...query, requestId: "walk" }, checkout);
  } else if (heard < 0.75) await world.tell(world.events.pop() ?? "");
}

/** Adds a card to an account that has none, because orders need a card. Otherwise removes a card. */
export function switchPaymentMethod(world: World): Call {
  const missing = customersOf(world).find(({ id }) => !world.state.row("saved_cards", id));
  const { query } = ownerOf(world, (missing ?? world.pick(customersOf(world))).id);
  const call = { ...query, connection: "walk", reference: crypto.randomUUID(), commit: true } as const;
  if (missing) return change("payment method added", () => checkOut(world, call, { invoices: [], savesCard: true }));
  return change("payment method removed", () => world.engine.removeCard(call, null));
}

export function services({ state }: World): ServiceRow[] {
  return [...state.activeServices].map((id) => state.get("services", id));
}

export function domains({ state }: World): DomainRow[] {
  return [...state.activeDomains].map((id) => state.get("domains", id));
}

export function payable({ state }: World): InvoiceRow[] {
  return [...state.payableInvoices].map((id) => state.get("invoices", id));
}

/** Returns a random item, or `null` if the list is empty. */
export function one<Item>(world: World, items: readonly Item[]): Item | null {
  return items.length > 0 ? world.pick(items) : null;
}

function newName(world: World): string {
  return `name-${world.nextName++}${world.pick(Object.keys(EXTENSIONS))}`;
}
