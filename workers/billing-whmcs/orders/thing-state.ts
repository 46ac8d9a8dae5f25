import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { CustomerDomain, CustomerService } from "../../../shared/billing-contract/customer.ts";
import type { OrderSubject } from "../../../shared/billing-contract/order.ts";
import { addDays, addYears } from "../../../shared/platform/calendar.ts";
import { type ClientDomain, getClientsDomains } from "../api/actions/get-clients-domains.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { domainStatusOf } from "../domains/list-domains.ts";
import { readServices } from "../services/list-services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { OrderedThing } from "./ordered-thing.ts";

/**
 * How far what was ordered has come. `waiting`: it is as before. `begun`: the registrar has it. `done`: it is there, or was changed.
 * `ending`: it is as before, and is being cancelled. `ended`: it is cancelled, and nothing says whether it was there before. `unknown`: WHMCS has it no more, or does not tell.
 */
export type ThingState = "waiting" | "begun" | "done" | "ending" | "ended" | "fraud" | "unknown";

type Query = Pick<ActorQuery, "accountId" | "requestId">;
type Read = ApiOutcome<{ subject: OrderSubject; state: ThingState } | null>;

/** Reads what was ordered, by its name in the contract; null where it is nothing that the contract has. */
export function readThing(context: WhmcsContext, query: Query, thing: OrderedThing): Promise<Read> {
  switch (thing.kind) {
    case "registration":
    case "transfer":
    case "renewal":
      return readDomainThing(context, query, thing);
    case "plan":
    case "plan_change":
      return readServiceThing(context, query, thing);
  }
}

async function readDomainThing(
  { api }: WhmcsContext,
  { accountId, requestId }: Query,
  thing: Extract<OrderedThing, { domainId: number | null }>,
): Promise<Read> {
  const { domainId } = thing;
  const name = "domain" in thing ? thing.domain : undefined;
  const which = domainId === null ? { domain: name } : { domainid: domainId };
  const read = await api.list(getClientsDomains, { clientid: accountId, ...which }, { accountId, requestId });
  if (read.kind !== "ok") return read;
  // An installation that ignores the filter gives all of them.
  const row = read.body.findLast(({ id, domainname }) => (domainId === null ? domainname === name : id === domainId));
  const domain = name ?? row?.domainname;
  if (!domain) return { kind: "ok", body: null };
  const status = row ? domainStatusOf(row.status) : null;
  const state = thing.kind === "renewal" ? renewalState(thing, row) : STATE_OF_NEW_DOMAIN[status ?? "unknown"];
  return { kind: "ok", body: { subject: { kind: thing.kind, domain }, state } };
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
  query: Query,
  thing: Extract<OrderedThing, { serviceId: number }>,
): Promise<Read> {
  const { kind, serviceId } = thing;
  const [read, plans] = await Promise.all([readServices(context, query, serviceId), context.plans.byProduct()]);
  if (read.kind !== "ok") return read;
  const service = read.body.find(({ id }) => id === serviceId);
  // What is no plan of the catalogue is ordered in the client area alone.
  if (thing.kind === "plan" && !thing.isOwn && !service?.planId) return { kind: "ok", body: null };
  const subject = { kind, serviceId };
  if (!service) return { kind: "ok", body: { subject, state: "unknown" } };
  const waiting = service.cancellation?.when === "immediately" ? "ending" : "waiting";
  if (thing.kind === "plan") {
    const state = STATE_OF_NEW_SERVICE[service.status];
    return { kind: "ok", body: { subject, state: state === "waiting" ? waiting : state } };
  }
  const planId = plans.get(thing.productId)?.planId;
  const isChanged = service.planId === planId && service.billingCycle === thing.billingCycle;
  const isOver = service.status === "cancelled" || service.status === "terminated";
  return { kind: "ok", body: { subject, state: isChanged ? "done" : isOver ? "ended" : waiting } };
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
