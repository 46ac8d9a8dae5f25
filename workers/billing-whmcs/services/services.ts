import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import {
  type AccountService,
  type CustomerService,
  type Page,
  SERVICE_STATUSES,
  type ServiceCancellation,
  type ServiceList,
  type ServiceListKey,
} from "../../../shared/billing-contract/customer.ts";
import type { ServerPlace } from "../../../shared/zones-contract/zone-system.ts";
import { admit } from "../accounts/access.ts";
import { getCancelledPackages, getClientsProducts, type ProductRow } from "../answers/services.ts";
import { inOrder } from "../bridge/outcome.ts";
import { type MappedPlan, plansByProduct } from "../catalogue/plan-map.ts";
import { isOrIsUnder, limitOf, pageOf } from "../list-page.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { billingCycleOf } from "./billing-cycles.ts";

const DAY_MS = 86_400_000;
const IN_USE = new Set<CustomerService["status"]>(["pending", "active", "suspended"]);

/**
 * Returns one page of the account's services, sorted by id. Reads the whole list, because WHMCS's API cannot sort or
 * filter as the contract requires.
 */
export async function listServices(
  context: WhmcsContext,
  query: ActorQuery,
  list: ServiceList,
): Promise<Page<CustomerService, ServiceListKey>> {
  const within = limitOf(list);
  const only = within.kind === "service" ? within.id : undefined;
  const [{ account }, services] = await inOrder(admit(context, query), readServices(context, query.accountId, only));
  const isWithin = ({ id, domain }: CustomerService) => {
    if (within.kind === "service") return id === within.id;
    return within.kind === "account" || isOrIsUnder(domain, within.name);
  };
  const matching = services.filter(
    (service) =>
      isWithin(service) &&
      (list.status === "all" || IN_USE.has(service.status)) &&
      (list.domain === undefined || isOrIsUnder(service.domain, list.domain)),
  );
  const keyOf = ({ id }: CustomerService): ServiceListKey => ({ id });
  return { account, ...pageOf(matching, list, keyOf, (one, other) => one.id - other.id) };
}

/** Returns one service with its server. Both are `null` if the account has no service with this id. */
export async function readService(context: WhmcsContext, query: ActorQuery, id: number): Promise<AccountService> {
  const [{ account }, placed] = await inOrder(admit(context, query), readPlaced(context, query.accountId, id));
  const found = placed.find(({ service }) => service.id === id) ?? { service: null, server: null };
  return { account, ...found };
}

/** Returns a service; `null` if the account has no service with this id. */
export async function findService(
  context: WhmcsContext,
  accountId: number,
  id: number,
): Promise<CustomerService | null> {
  return (await readServices(context, accountId, id)).find((service) => service.id === id) ?? null;
}

/** Reads the account's services. @param only the id of one of them; absent for all */
export async function readServices(
  context: WhmcsContext,
  accountId: number,
  only?: number,
): Promise<CustomerService[]> {
  return (await readPlaced(context, accountId, only)).map(({ service }) => service);
}

interface PlacedService {
  service: CustomerService;
  server: ServerPlace | null;
}

async function readPlaced(
  context: WhmcsContext,
  accountId: number,
  only: number | undefined,
): Promise<PlacedService[]> {
  const { api } = context;
  const [rows, cancellations, plans] = await inOrder(
    api.list(getClientsProducts, { clientid: accountId, serviceid: only }, { accountId }),
    readCancellations(context, accountId),
    plansByProduct(context),
  );
  return rows.flatMap((row) => {
    const status = SERVICE_STATUSES.find((known) => known === row.status.toLowerCase());
    const billingCycle = billingCycleOf(row.billingcycle);
    if (status && billingCycle) {
      const service = toService(row, status, billingCycle, plans.get(row.pid ?? 0), cancellations.get(row.id));
      return [{ service, server: placeOf(row) }];
    }
    // Omit the service, because a guessed status would mislead the customer.
    api.rowUnread(getClientsProducts.name, row.id, { accountId });
    return [];
  });
}

/** A cancellation request, without the date on which it takes effect. */
type RequestedCancellation = Pick<ServiceCancellation, "when" | "requestedAt">;

/**
 * Returns an account's cancellation requests, by service id. If a service has several requests, the last one applies.
 */
export async function readCancellations(
  { api }: WhmcsContext,
  accountId: number,
): Promise<ReadonlyMap<number, RequestedCancellation>> {
  const rows = await api.list(getCancelledPackages, { clientid: accountId }, { accountId });
  const inTurn = rows.toSorted((one, other) => one.id - other.id);
  return new Map(inTurn.map(({ relid, when, date }) => [relid, { when, requestedAt: date }]));
}

/**
 * Returns a service's server and its user on that server; `null` if either is missing. A service that was never set up
 * has a server but no user.
 */
function placeOf({ serverid, username }: ProductRow): ServerPlace | null {
  return serverid && username ? { server: String(serverid), user: username } : null;
}

function toService(
  row: ProductRow,
  status: CustomerService["status"],
  billingCycle: BillingCycle,
  sold: MappedPlan | undefined,
  requested: RequestedCancellation | undefined,
): CustomerService {
  return {
    id: row.id,
    plan: row.translated_name ?? row.name ?? "",
    planId: sold?.planId ?? null,
    line: sold?.line ?? null,
    domain: row.domain,
    status,
    billingCycle,
    nextDueDate: row.nextduedate,
    recurringPrice: row.recurringamount,
    cancellation: requested ? cancellationOf(requested, row.nextduedate) : null,
  };
}

/**
 * Returns a cancellation with the date on which it takes effect: the end of the period, or the day of WHMCS's next
 * daily run.
 */
function cancellationOf({ when, requestedAt }: RequestedCancellation, nextDue: string | null): ServiceCancellation {
  const nextDay = new Date(Date.parse(requestedAt) + DAY_MS).toISOString().slice(0, 10);
  return { when, requestedAt, effectiveOn: when === "end_of_period" ? (nextDue ?? nextDay) : nextDay };
}
