import type { Actor } from "../../../../shared/billing-contract/call.ts";
import type { DomainOrder } from "../../../../shared/billing-contract/domain-orders.ts";
import { REQUIRED } from "../invariants/accounts.ts";
import { daysAfter, laterOf, yearsAfter } from "../model/calendar.ts";
import { EXTENSIONS, phaseOf, termsOf, yearsAhead } from "../model/extensions.ts";
import type { DomainRow } from "../model/rows.ts";
import { REGISTERED } from "../model/state.ts";
import { CODE_MARK } from "../world/registry.ts";
import type { Call, World } from "../world/world.ts";
import { action, actorOn, anyActor, notGranted, writeCall } from "./customers.ts";
import { TERMS } from "./services.ts";

/** A new name, or at times one that another account has ordered or has. */
export function registerName(world: World, actor = anyActor(world)): Call {
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
export function transferIn(world: World, actor = anyActor(world)): Call {
  const name = newName(world);
  const expiresOn = daysAfter(world.today, 5 + world.below(800));
  const { code } = world.registry.addElsewhere(name, expiresOn, world.chance(0.1));
  const sent = world.chance(0.85) ? code : `${CODE_MARK}-wrong`;
  return orderName(world, actor, name, {
    type: "transfer",
    years: 1,
    authCode: termsOf(name).hasCode ? sent : null,
  });
}

type Chosen = Pick<DomainOrder, "type" | "years"> & Partial<DomainOrder>;

function orderName(world: World, actor: Actor, name: string, order: Chosen): Call {
  const { state, registry, engine } = world;
  const availability = registry.stateOf(name);
  const request: DomainOrder = {
    ...{ domain: name, availability, retryAfter: 30, authCode: null, acceptTerms: TERMS, fields: {} },
    expectedPrice: null,
    ...order,
  };
  const expected = () => {
    const own = state.domainNamed(actor.accountId, name);
    if (own?.status.startsWith("pending")) return "already_requested";
    const isFree = availability === (order.type === "register" ? "available" : "taken");
    if (own || state.holdersOf(name).length > 0 || !isFree) return "not_available";
    return state.get("accounts", actor.accountId).payment_method_on_file === 1 ? "ok" : "payment_method_missing";
  };
  const call = action(world, "orderDomain", actor, (command) => engine.orderDomain(command, request), expected);
  return { ...call, name: order.type === "register" ? "registerName" : "transferIn" };
}

export function renewDomain(world: World, of: DomainRow | null = null): Call | null {
  const { state, engine } = world;
  const domain = of ?? anyDomain(world);
  if (!domain) return null;
  const actor = actorOn(world, domain.account_id);
  const { name } = domain;
  const sold = termsOf(name).years;
  const years = world.chance(0.7) ? (sold[0] ?? 1) : 1 + world.below(10);
  const expected = () => {
    const row = state.get("domains", domain.id);
    if (state.ordersAbout({ domain: row.id }).some(({ kind }) => kind === "renew_domain")) return "already_requested";
    const { expires_on: expires } = row;
    if (!REGISTERED.includes(row.status) || expires === null) return "not_renewable";
    if (phaseOf(name, expires, world.today) === "expired") return "not_renewable";
    if (!sold.includes(years)) return "invalid_body";
    const { window } = termsOf(name);
    if (window !== null && world.today < daysAfter(expires, -window)) return "not_renewable";
    if (yearsAfter(expires, years) > yearsAfter(world.today, yearsAhead(name))) return "not_renewable";
    return state.get("accounts", row.account_id).payment_method_on_file === 1 ? "ok" : "payment_method_missing";
  };
  const request = { domain: name, years, expectedPrice: null };
  const call = action(world, "renewDomain", actor, (command) => engine.renewDomain(command, request), expected);
  return domain.status === "redemption" ? { ...call, name: "restoreDomain" } : call;
}

export function setAutoRenew(world: World): Call | null {
  const domain = anyDomain(world);
  if (!domain) return null;
  const actor = actorOn(world, domain.account_id);
  const permissions = [...REQUIRED.setDomainAutoRenew];
  const autoRenew = world.chance(0.6);
  return {
    ...{ name: autoRenew ? "auto-renewal on" : "auto-renewal off", kind: "customer", actor },
    async run() {
      const result = await world.engine.setDomainAutoRenew(writeCall(actor, permissions), {
        domain: domain.name,
        autoRenew,
      });
      return result.ok ? "ok" : result.problem.code;
    },
    expected: () => notGranted(world, actor, permissions) ?? "ok",
  };
}

export function transferOut(world: World, of: DomainRow | null = null): Call | null {
  const { state, engine, registry, mails } = world;
  const domain = of ?? anyDomain(world);
  if (!domain) return null;
  const { name } = domain;
  const actor = actorOn(world, domain.account_id);
  const expected = () => {
    const there = registry.names.get(name);
    const { status } = state.get("domains", domain.id);
    if (!registry.isReliable || mails.mode !== "up" || !there?.isHere || !REGISTERED.includes(status)) return null;
    const { wait, hasCode } = termsOf(name);
    const since = laterOf(there.registeredOn, there.transferredOn ?? "");
    if (status === "redemption" || world.today < daysAfter(since, wait)) return "not_allowed";
    if (state.underWay().some(({ answer }) => answer.includes(`"${name}"`))) return "already_requested";
    return hasCode && hasOwner(world, domain.account_id) ? "ok" : "refused";
  };
  return action(
    world,
    "transferDomainOut",
    actor,
    (call) => engine.transferDomainOut(call, { domain: name }),
    expected,
  );
}

function hasOwner({ state }: World, account: number): boolean {
  return state.partsOf("account_logins", account).some(({ owner }) => owner === 1);
}

/** Another registrar asks for a name with the code that was mailed within 60 days. */
export function leave(world: World, of: DomainRow | null = null): Call | null {
  const { registry, mails } = world;
  const mailed = mails.codes.filter(({ domain, code, day }) => {
    const there = registry.names.get(domain);
    const isGood = there?.isHere && there.code === code && day >= daysAfter(world.today, -60);
    return isGood && (!of || of.name === domain) && isNoticed(world, domain);
  });
  if (mailed.length === 0) return null;
  const { domain, code } = world.pick(mailed);
  const run = async () => (registry.transferAway(domain, code) ? "ok" : "locked");
  return { name: "name leaves", kind: "outside", actor: null, run };
}

/** A transfer that was given up, although its mails went out, is one that the engine does not know of. */
function isNoticed({ state, today }: World, name: string): boolean {
  const [holder] = state.holdersOf(name);
  const since = daysAfter(today, -60);
  return state.actionsOf(holder?.account_id ?? 0).some(({ operation, state: outcome, answer, begun_at: begun }) => {
    const isRecent = outcome === "under_way" || (outcome === "done" && begun >= since);
    return operation === "transferDomainOut" && isRecent && answer.includes(`"domain":"${name}"`);
  });
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
