import type { CustomerDomain, CustomerService } from "../../../shared/billing-contract/customer.ts";
import type { OrderSubject } from "../../../shared/billing-contract/order.ts";
import { addDays, addYears } from "../../../shared/platform/calendar.ts";
import { type ClientDomain, getClientsDomains } from "../answers/domains.ts";
import { inOrder } from "../bridge/outcome.ts";
import { plansByProduct } from "../catalogue/plan-map.ts";
import { domainStatusOf } from "../domains/domains.ts";
import { findService } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { OrderedThing } from "./ordered-thing.ts";

/**
 * How far what was ordered has come. `waiting`: it is as before. `begun`: the registrar has it. `done`: it is there, or was changed.
 * `ending`: it is as before, and is being cancelled. `ended`: it is cancelled, and nothing says whether it was there before. `unknown`: WHMCS has it no more, or does not tell.
 */
export type ThingState = "waiting" | "begun" | "done" | "ending" | "ended" | "fraud" | "unknown";

/** What was ordered, by its name in the contract, and how far it has come. */
export interface ThingRead {
  subject: OrderSubject;
  state: ThingState;
}

/** Reads what was ordered; null where it is nothing that the contract has. */
export function readThing(context: WhmcsContext, accountId: number, thing: OrderedThing): Promise<ThingRead | null> {
  switch (thing.kind) {
    case "registration":
    case "transfer":
    case "renewal":
      return readDomainThing(context, accountId, thing);
    case "plan":
    case "plan_change":
      return readServiceThing(context, accountId, thing);
  }
}

async function readDomainThing(
  { api }: WhmcsContext,
  accountId: number,
  thing: Extract<OrderedThing, { domainId: number | null }>,
): Promise<ThingRead | null> {
  const { domainId } = thing;
  const name = "domain" in thing ? thing.domain : undefined;
  const which = domainId === null ? { domain: name } : { domainid: domainId };
  const rows = await api.list(getClientsDomains, { clientid: accountId, ...which }, { accountId });
  // An installation that ignores the filter gives all of them.
  const row = rows.findLast(({ id, domainname }) => (domainId === null ? domainname === name : id === domainId));
  const domain = name ?? row?.domainname;
  if (!domain) return null;
  const status = row ? domainStatusOf(row.status) : null;
  const state = thing.kind === "renewal" ? renewalState(thing, row) : STATE_OF_NEW_DOMAIN[status ?? "unknown"];
  return { subject: { kind: thing.kind, domain }, state };
}

const STATE_OF_NEW_DOMAIN: Record<CustomerDomain["status"] | "unknown", ThingState> = {
  pending: "waiting",
  pending_registration: "begun",
  pending_transfer: "begun",
  active: "done",
  grace: "done",
  redemption: "done",
  expired: "done",
  transferred_away: "done",
  cancelled: "ended",
  fraud: "fraud",
  unknown: "unknown",
};

/** Registries count a term from a day of their own. */
const TERM_TOLERANCE_DAYS = 7;

/** A renewal is told by the expiry, which has moved by the years that were ordered. */
function renewalState(
  { years, expiredOn }: Extract<OrderedThing, { kind: "renewal" }>,
  row: ClientDomain | undefined,
): ThingState {
  if (!row || expiredOn === null) return "unknown";
  const renewedTo = addDays(addYears(expiredOn, years), -TERM_TOLERANCE_DAYS);
  return row.expirydate !== null && row.expirydate >= renewedTo ? "done" : "waiting";
}

async function readServiceThing(
  context: WhmcsContext,
  accountId: number,
  thing: Extract<OrderedThing, { serviceId: number }>,
): Promise<ThingRead | null> {
  const { kind, serviceId } = thing;
  const [service, plans] = await inOrder(findService(context, accountId, serviceId), plansByProduct(context));
  // What is no plan of the catalogue is ordered in the client area alone.
  if (thing.kind === "plan" && !thing.isOwn && !service?.planId) return null;
  const subject = { kind, serviceId };
  if (!service) return { subject, state: "unknown" };
  const waiting = service.cancellation?.when === "immediately" ? "ending" : "waiting";
  if (thing.kind === "plan") {
    const state = STATE_OF_NEW_SERVICE[service.status];
    return { subject, state: state === "waiting" ? waiting : state };
  }
  const planId = plans.get(thing.productId)?.planId;
  const isChanged = service.planId === planId && service.billingCycle === thing.billingCycle;
  const isOver = service.status === "cancelled" || service.status === "terminated";
  return { subject, state: isChanged ? "done" : isOver ? "ended" : waiting };
}

const STATE_OF_NEW_SERVICE: Record<CustomerService["status"], ThingState> = {
  pending: "waiting",
  active: "done",
  suspended: "done",
  completed: "done",
  terminated: "done",
  cancelled: "ended",
  fraud: "fraud",
};
