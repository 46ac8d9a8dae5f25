import type { Actor } from "../../../../shared/billing-contract/call.ts";
import type { DomainOrder } from "../../../../shared/billing-contract/domain-orders.ts";
import { daysAfter } from "../model/calendar.ts";
import { EXTENSIONS, termsOf } from "../model/extensions.ts";
import type { DomainRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";
import { action, anyOwner, ownerOf, writeCall } from "./customers.ts";
import { TERMS } from "./services.ts";

/** A new name, or at times one that another account has ordered or has. */
export function registerName(world: World, actor = anyOwner(world)): Call {
  const { accountId } = actor;
  const others = domains(world).filter(({ account_id }) => account_id !== accountId);
  const isContested = others.length > 0 && world.chance(0.2);
  const name = isContested ? world.pick(others).name : newName(world);
  const years = world.pick(termsOf(name).years);
  return orderName(world, actor, name, {
    type: "register",
    years: world.chance(0.6) ? (termsOf(name).years[0] ?? 1) : years,
  });
}

/** A name of another registrar: with the right code or a wrong one, locked there or not. */
export function transferIn(world: World, actor = anyOwner(world)): Call {
  const name = newName(world);
  const expiresOn = daysAfter(world.today, 5 + world.below(800));
  const { code } = world.registry.addElsewhere(name, expiresOn, world.chance(0.1));
  const sent = world.chance(0.85) ? code : "wrong";
  return orderName(world, actor, name, {
    type: "transfer",
    years: 1,
    authCode: termsOf(name).hasCode ? sent : null,
  });
}

type Chosen = Pick<DomainOrder, "type" | "years"> & Partial<DomainOrder>;

function orderName(world: World, actor: Actor, name: string, order: Chosen): Call {
  const { registry, engine } = world;
  const availability = registry.stateOf(name);
  const request: DomainOrder = {
    ...{ domain: name, availability, retryAfter: 30, authCode: null, acceptTerms: TERMS, fields: {} },
    expectedPrice: null,
    ...order,
  };
  const asked = order.type === "register" ? "registerName" : "transferIn";
  return action(world, asked, actor, (command) => engine.orderDomain(command, request));
}

export function renewDomain(world: World, of: DomainRow | null = null): Call | null {
  const { engine } = world;
  const domain = of ?? anyDomain(world);
  if (!domain) return null;
  const { name } = domain;
  const sold = termsOf(name).years;
  const years = world.chance(0.7) ? (sold[0] ?? 1) : 1 + world.below(10);
  const request = { domain: name, years, expectedPrice: null };
  const asked = domain.status === "redemption" ? "restoreDomain" : "renewDomain";
  return action(world, asked, ownerOf(domain.account_id), (command) => engine.renewDomain(command, request));
}

export function setAutoRenew(world: World): Call | null {
  const domain = anyDomain(world);
  if (!domain) return null;
  const autoRenew = world.chance(0.6);
  return {
    ...{ name: autoRenew ? "auto-renewal on" : "auto-renewal off", kind: "customer" },
    async run() {
      const result = await world.engine.setDomainAutoRenew(writeCall(ownerOf(domain.account_id)), {
        domain: domain.name,
        autoRenew,
      });
      return result.ok ? "ok" : result.problem.code;
    },
  };
}

export function domains({ state }: World): DomainRow[] {
  return [...state.activeDomains].map((id) => state.get("domains", id));
}

function anyDomain(world: World): DomainRow | null {
  const all = domains(world);
  return all.length > 0 ? world.pick(all) : null;
}

function newName(world: World): string {
  return `name-${world.nextName++}${world.pick(Object.keys(EXTENSIONS))}`;
}
