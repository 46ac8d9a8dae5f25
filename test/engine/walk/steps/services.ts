import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import { CYCLES, PLANS } from "../model/price-list.ts";
import type { ServiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { action, actorOn, anyActor } from "./customers.ts";

export const TERMS = "2020-01-01";

/** Every plan in every cycle, at a site of its own, or at times at one that another account has or has ordered. */
export function orderPlan(world: World, actor = anyActor(world)): Call {
  const { state, engine } = world;
  const account = state.get("accounts", actor.accountId);
  const others = services(world).filter(({ account_id, domain }) => account_id !== account.id && domain !== null);
  const isContested = others.length > 0 && world.chance(0.15);
  const site = isContested ? (world.pick(others).domain ?? "") : `site-${world.nextName++}.com`;
  const planId = world.pick(Object.keys(PLANS));
  const billingCycle = world.pick(CYCLES);
  const order = { planId, billingCycle, domain: site, promotion: null, acceptTerms: TERMS, expectedPrice: null };
  const expected = () => {
    if (isContested) return null;
    return state.get("accounts", account.id).payment_method_on_file === 1 ? "ok" : "payment_method_missing";
  };
  return action(world, "orderPlan", actor, (command) => engine.orderPlan(command, order), expected);
}

/** To a plan and a cycle that may be the present ones. */
export function changePlan(world: World, of: ServiceRow | null = null): Call | null {
  const { state, engine } = world;
  const service = of ?? anyService(world);
  if (!service) return null;
  const actor = actorOn(world, service.account_id);
  const siblings = Object.keys(PLANS).filter((plan) => world.chance(0.05) || PLANS[plan] === PLANS[service.plan_id]);
  const planId = siblings.length > 0 ? world.pick(siblings) : service.plan_id;
  const billingCycle: BillingCycle = world.chance(0.6) ? service.billing_cycle : world.pick(CYCLES);
  const expected = () => {
    const row = state.get("services", service.id);
    const change = state.ordersAbout({ service: row.id }).find(({ kind }) => kind === "plan_change");
    if (change?.plan_id === planId && change.billing_cycle === billingCycle) return "already_requested";
    const isSame = row.plan_id === planId && row.billing_cycle === billingCycle;
    const isOver = row.next_due_on === null || row.next_due_on <= world.today;
    const isOther = PLANS[planId] !== PLANS[row.plan_id];
    const isCancelled = state.row("cancellations", row.id) !== undefined;
    if (row.status !== "active" || change || isOver || isCancelled || isOther || isSame) return "not_changeable";
    return state.get("accounts", row.account_id).payment_method_on_file === 1 ? "ok" : "payment_method_missing";
  };
  const request = { serviceId: service.id, planId, billingCycle, expectedPrice: null };
  return action(world, "changePlan", actor, (command) => engine.changePlan(command, request), expected);
}

export function cancelService(world: World, of: ServiceRow | null = null): Call | null {
  const { state, engine } = world;
  const service = of ?? anyService(world);
  if (!service) return null;
  const actor = actorOn(world, service.account_id);
  const when = world.chance(0.4) ? "immediately" : "end_of_period";
  const expected = () => {
    const { id, status } = state.get("services", service.id);
    if (state.row("cancellations", id)) return "already_requested";
    return status === "active" || status === "suspended" ? "ok" : "not_cancellable";
  };
  const request = { serviceId: service.id, when, reason: null } as const;
  const call = action(world, "cancelService", actor, (command) => engine.cancelService(command, request), expected);
  return { ...call, name: `cancelService ${when}` };
}

export function services({ state }: World): ServiceRow[] {
  return [...state.activeServices].map((id) => state.get("services", id));
}

function anyService(world: World): ServiceRow | null {
  const all = services(world);
  return all.length > 0 ? world.pick(all) : null;
}
