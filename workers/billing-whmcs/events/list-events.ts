import type { ActorQuery, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { AccountEvents, CustomerService } from "../../../shared/billing-contract/customer.ts";
import {
  type BillingEvent,
  type BillingEventType,
  EVENT_PERMISSIONS,
  type EventList,
  eventPage,
  eventSubject,
} from "../../../shared/billing-contract/events.ts";
import { admit } from "../accounts/access.ts";
import { getEvents } from "../answers/events.ts";
import { inOrder } from "../bridge/outcome.ts";
import { isOrIsUnder, limitOf } from "../list-page.ts";
import { readServices } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** The event types that WHMCS has no hooks for. */
export const EVENTS_MISSING = [
  "order.completed",
  "order.refused",
  "order.lapsed",
  "domain.expiring",
  "invoice.overdue",
] as const satisfies BillingEventType[];

/** Returns the recorded events that the login may read, from oldest to newest. */
export async function listEvents(context: WhmcsContext, query: ActorQuery, list: EventList): Promise<AccountEvents> {
  const { accountId } = query;
  const { after, limit } = list;
  const within = limitOf(list);
  const [{ account, permissions }, rows, services] = await inOrder(
    admit(context, query),
    context.api.list(getEvents, { clientid: accountId, after, limit: limit + 1 }, { accountId }),
    within.kind === "domain" ? readServices(context, accountId) : [],
  );
  const page = eventPage(rows, list, context.now());
  const events = page.events.flatMap(({ subject, ...read }): BillingEvent[] => {
    if (subject === null) return [];
    const event = { ...read, subject };
    const isShown =
      permissions.includes(EVENT_PERMISSIONS[eventSubject(event.type)]) && isWithin(within, event, services);
    return isShown ? [event] : [];
  });
  return { account, ...page, events };
}

/**
 * Returns whether a connection with this limit may see an event. A connection that is limited to a service or domain
 * sees no order or invoice events. A domain limit includes the services for the domain and for its subdomains.
 */
function isWithin(within: ResourceLimit, { type, subject }: BillingEvent, services: CustomerService[]): boolean {
  if (within.kind === "account") return true;
  const isOf = eventSubject(type);
  if (within.kind === "service") return isOf === "service" && subject === within.id;
  if (isOf === "domain") return subject === within.name;
  const service = isOf === "service" ? services.find(({ id }) => id === subject) : undefined;
  return service !== undefined && isOrIsUnder(service.domain, within.name);
}
