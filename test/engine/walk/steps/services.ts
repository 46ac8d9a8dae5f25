import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import { CYCLES, PLANS } from "../model/price-list.ts";
import type { ServiceRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { action, anyOwner, ownerOf } from "./customers.ts";

export const TERMS = "2020-01-01";

/** Every plan in every cycle, at a site of its own, or at times at one that another account has or has ordered. */
export function orderPlan(world: World, actor = anyOwner(world)): Call {
  const { engine } = world;
  const others = services(world).filter(({ account_id, domain }) => account_id !== actor.accountId && domain !== null);
  const isContested = others.length > 0 && world.chance(0.15);
  const site = isContested ? (world.pick(others).domain ?? "") : `site-${world.nextName++}.com`;
  const planId = world.pick(Object.keys(PLANS));
  const billingCycle = world.pick(CYCLES);
  const order = { planId, billingCycle, domain: site, promotion: null, acceptTerms: TERMS, expectedPrice: null };
  return action(world, "orderPlan", actor, (command) => engine.orderPlan(command, order));
}

/** To a plan and a cycle that may be the present ones. */
export function changePlan(world: World, of: ServiceRow | null = null): Call | null {
  const { engine } = world;
  const service = of ?? anyService(world);
  if (!service) return null;
  const actor = ownerOf(service.account_id);
  const siblings = Object.keys(PLANS).filter((plan) => world.chance(0.05) || PLANS[plan] === PLANS[service.plan_id]);
  const planId = siblings.length > 0 ? world.pick(siblings) : service.plan_id;
  const billingCycle: BillingCycle = world.chance(0.6) ? service.billing_cycle : world.pick(CYCLES);
  const request = { serviceId: service.id, planId, billingCycle, expectedPrice: null };
  return action(world, "changePlan", actor, (command) => engine.changePlan(command, request));
}

export function cancelService(world: World, of: ServiceRow | null = null): Call | null {
  const { engine } = world;
  const service = of ?? anyService(world);
  if (!service) return null;
  const actor = ownerOf(service.account_id);
  const when = world.chance(0.4) ? "immediately" : "end_of_period";
  const request = { serviceId: service.id, when, reason: null } as const;
  return action(world, `cancelService ${when}`, actor, (command) => engine.cancelService(command, request));
}

export function services({ state }: World): ServiceRow[] {
  return [...state.activeServices].map((id) => state.get("services", id));
}

function anyService(world: World): ServiceRow | null {
  const all = services(world);
  return all.length > 0 ? world.pick(all) : null;
}
