import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerDomain, CustomerService } from "../../../shared/billing-contract/customer.ts";
import type { OrderSubject } from "../../../shared/billing-contract/order.ts";
import { addDays, addYears } from "../../../shared/platform/calendar.ts";
import { type ClientDomain, getClientsDomains } from "../answers/domains.ts";
import type { OrderDetails } from "../answers/orders.ts";
import { inOrder, NoAnswer } from "../bridge/outcome.ts";
import { type MappedPlan, plansByProduct } from "../catalogue/plan-map.ts";
import { domainStatusOf } from "../domains/domains.ts";
import { readServices } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { ActionRow } from "./action-rows.ts";

/**
 * The item that an order creates, renews or changes. It is taken from the order's action, or else from WHMCS's order.
 */
export type OrderedThing =
  /** `domainId` is `null` if WHMCS's order does not contain the domain. */
  | { kind: "registration" | "transfer"; domain: string; domainId: number | null }
  /** `expiredOn` is the domain's expiry date when the renewal was ordered; `null` if it was not stored. */
  | { kind: "renewal"; domainId: number; years: number; expiredOn: string | null }
  /** `isOwn` states whether this Worker placed the order. */
  | { kind: "plan"; serviceId: number; isOwn: boolean }
  | { kind: "plan_change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/**
 * Returns the item that an order concerns. An order that this Worker did not place is identified by the item that it
 * creates or renews.
 * @param action the action that placed the order; `null` if there is none
 * @returns `null` if the item cannot be identified or the contract has no equivalent
 * @throws {NoAnswer} if the order's contents are unreadable
 */
export function thingOf(order: OrderDetails, action: ActionRow | null): OrderedThing | null {
  if (action?.request?.kind !== "order") return thingOfContents(order);
  const { line, expiredOn = null } = action.request;
  switch (line.kind) {
    case "register":
    case "transfer": {
      const domainId = order.domains.find(({ name }) => name === line.domain)?.id ?? null;
      return { kind: line.kind === "register" ? "registration" : "transfer", domain: line.domain, domainId };
    }
    case "renew":
      return { kind: "renewal", domainId: line.domainId, years: line.years, expiredOn };
    case "plan": {
      const serviceId = action.made?.serviceId ?? order.services[0]?.id ?? null;
      if (serviceId === null) throw new NoAnswer("unread");
      return { kind: "plan", serviceId, isOwn: true };
    }
    case "change": {
      const { serviceId, productId, billingCycle } = line;
      return { kind: "plan_change", serviceId, productId, billingCycle };
    }
  }
}

/**
 * Returns the item of an order that has exactly one item. Returns `null` for several items, and for a plan change,
 * because another order may have made that change.
 */
function thingOfContents({ services, domains, renewals, changes }: OrderDetails): OrderedThing | null {
  if (renewals === null) throw new NoAnswer("unread");
  if (services.length + domains.length + renewals.length + changes.length !== 1) return null;
  const [[service], [domain], [renewal]] = [services, domains, renewals];
  if (service) return { kind: "plan", serviceId: service.id, isOwn: false };
  if (renewal) return { kind: "renewal", domainId: renewal.id, years: Math.max(1, renewal.years), expiredOn: null };
  if (!domain || domain.name === null) return null;
  const kind = domain.type.toLowerCase() === "transfer" ? "transfer" : "registration";
  return { kind, domain: domain.name, domainId: domain.id };
}

/**
 * The progress of an ordered item:
 * - `waiting`: nothing has happened yet.
 * - `begun`: the registrar has the request.
 * - `done`: the item exists or was changed.
 * - `ending`: nothing has happened, and the service is being cancelled.
 * - `ended`: the item was cancelled. It may never have existed.
 * - `fraud`: WHMCS marks the item as fraud.
 * - `unknown`: WHMCS has deleted the item or does not show it, or the expiry date before a renewal was not stored.
 */
export type ThingState = "waiting" | "begun" | "done" | "ending" | "ended" | "fraud" | "unknown";

/** An ordered item in the contract's terms, with its progress. */
interface ThingRead {
  subject: OrderSubject;
  state: ThingState;
}

/** The account's domains and services, which show the progress of its orders, and the provider's plans. */
interface OrderedRows {
  domains: ClientDomain[];
  services: CustomerService[];
  plans: ReadonlyMap<number, MappedPlan>;
}

/** Reads the account's domains and services. @param only the item to read; `null` for all */
export async function readOrderedRows(
  context: WhmcsContext,
  accountId: number,
  only: OrderedThing | null,
): Promise<OrderedRows> {
  const [domains, services, plans] = await inOrder(
    only && !("domainId" in only)
      ? []
      : context.api.list(getClientsDomains, { clientid: accountId, ...whichDomain(only) }, { accountId }),
    only && !("serviceId" in only) ? [] : readServices(context, accountId, only?.serviceId),
    plansByProduct(context),
  );
  return { domains, services, plans };
}

function whichDomain(only: Extract<OrderedThing, { domainId: number | null }> | null) {
  if (!only) return {};
  return only.domainId === null ? { domain: nameIn(only) } : { domainid: only.domainId };
}

function nameIn(thing: Extract<OrderedThing, { domainId: number | null }>): string | undefined {
  return "domain" in thing ? thing.domain : undefined;
}

/** Returns the progress of an ordered item; `null` if the contract has no equivalent for the item. */
export function howFar(thing: OrderedThing, rows: OrderedRows): ThingRead | null {
  return "serviceId" in thing ? serviceThing(thing, rows) : domainThing(thing, rows);
}

function domainThing(
  thing: Extract<OrderedThing, { domainId: number | null }>,
  { domains }: OrderedRows,
): ThingRead | null {
  const { domainId } = thing;
  const name = nameIn(thing);
  // Some versions of WHMCS ignore the filter and return all domains.
  const row = domains.findLast(({ id, domainname }) => (domainId === null ? domainname === name : id === domainId));
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

/** The maximum number of days by which a renewal's new expiry date may precede the old date plus the ordered years. */
const TERM_TOLERANCE_DAYS = 7;

/** Returns the state of a renewal. A renewal is done if the expiry date has moved by the ordered years. */
function renewalState(
  { years, expiredOn }: Extract<OrderedThing, { kind: "renewal" }>,
  row: ClientDomain | undefined,
): ThingState {
  if (!row || expiredOn === null) return "unknown";
  const renewedTo = addDays(addYears(expiredOn, years), -TERM_TOLERANCE_DAYS);
  return row.expirydate !== null && row.expirydate >= renewedTo ? "done" : "waiting";
}

function serviceThing(
  thing: Extract<OrderedThing, { serviceId: number }>,
  { services, plans }: OrderedRows,
): ThingRead | null {
  const { kind, serviceId } = thing;
  const service = services.find(({ id }) => id === serviceId);
  // A product that is not a plan of the catalogue is ordered only in the client area, so it has no equivalent here.
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
