import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { ActorQuery, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import {
  type AccountResult,
  type AccountService,
  type CustomerService,
  type Page,
  SERVICE_STATUSES,
  type ServiceCancellation,
  type ServiceList,
  type ServiceListKey,
} from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ServerPlace } from "../../../shared/zones-contract/zone-system.ts";
import { admit } from "../access/gate.ts";
import { getClientsProducts, type ProductRow } from "../api/actions/get-clients-products.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { MappedPlan } from "../catalogue/plan-map.ts";
import { isOrIsUnder, limitOf, pageOf } from "../list-page.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { billingCycleOf } from "./billing-cycles.ts";
import type { RequestedCancellation } from "./cancellation-mirror.ts";

/** By id. The list is read whole: the API can neither order nor filter it as the contract asks. */
export async function listServices(
  context: WhmcsContext,
  query: ActorQuery,
  list: ServiceList,
): Promise<AccountResult<Page<CustomerService, ServiceListKey>>> {
  const within = limitOf(list);
  const only = within.kind === "service" ? within.id : undefined;
  const [admitted, read] = await Promise.all([admit(context, query), readServices(context, query, only)]);
  if (!admitted.ok) return admitted;
  if (read.kind !== "ok") return unavailable(read);
  const matching = read.body.filter(
    (service) =>
      isWithin(service, within) &&
      (list.status === "all" || IN_USE.has(service.status)) &&
      (list.domain === undefined || isOrIsUnder(service.domain, list.domain)),
  );
  const page = pageOf(
    matching,
    list,
    ({ id }): ServiceListKey => ({ id }),
    (one, other) => one.id - other.id,
  );
  return { ok: true, value: { account: admitted.value.reference, ...page } };
}

/** One service of the account, with the server that it is on; null where the account has none of that id. */
export async function readService(
  context: WhmcsContext,
  query: ActorQuery,
  id: number,
): Promise<AccountResult<AccountService>> {
  const [admitted, read] = await Promise.all([admit(context, query), readPlaced(context, query, id)]);
  if (!admitted.ok) return admitted;
  if (read.kind !== "ok") return unavailable(read);
  const { service, server } = read.body.find((candidate) => candidate.service.id === id) ?? NO_SERVICE;
  return { ok: true, value: { account: admitted.value.reference, service, server } };
}

const NO_SERVICE = { service: null, server: null };

/** The account's services. @param only the id of one of them; all without it */
export async function readServices(
  context: WhmcsContext,
  query: Pick<ActorQuery, "accountId" | "requestId">,
  only?: number,
): Promise<ApiOutcome<CustomerService[]>> {
  const read = await readPlaced(context, query, only);
  return read.kind === "ok" ? { kind: "ok", body: read.body.map(({ service }) => service) } : read;
}

interface PlacedService {
  service: CustomerService;
  server: ServerPlace | null;
}

async function readPlaced(
  context: WhmcsContext,
  { accountId, requestId }: Pick<ActorQuery, "accountId" | "requestId">,
  only: number | undefined,
): Promise<ApiOutcome<PlacedService[]>> {
  const [read, plans] = await Promise.all([
    context.api.list(getClientsProducts, { clientid: accountId, serviceid: only }, { accountId, requestId }),
    context.plans.byProduct(),
  ]);
  if (read.kind !== "ok") return read;
  const cancellations = await context.cancellations.of(read.body.map(({ id }) => id));
  const services = read.body.flatMap((row) => {
    const status = SERVICE_STATUSES.find((known) => known === row.status.toLowerCase());
    const billingCycle = billingCycleOf(row.billingcycle);
    if (status && billingCycle) {
      const sold = plans.get(row.pid ?? 0);
      return [{ service: toService(row, status, billingCycle, sold, cancellations.get(row.id)), server: placeOf(row) }];
    }
    // A guess of the status would tell the customer something untrue.
    log("billing_row_unread", {
      request_id: requestId,
      account: accountId,
      action: getClientsProducts.name,
      row: row.id,
    });
    return [];
  });
  return { kind: "ok", body: services };
}

const IN_USE = new Set<CustomerService["status"]>(["pending", "active", "suspended"]);

function isWithin({ id, domain }: CustomerService, limit: ResourceLimit): boolean {
  switch (limit.kind) {
    case "account":
      return true;
    case "service":
      return id === limit.id;
    case "domain":
      return isOrIsUnder(domain, limit.name);
  }
}

/** A service that was never set up has a server already, and no user there. */
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

/** It takes effect at the end of the period, or with the next daily run. */
function cancellationOf({ when, requestedAt }: RequestedCancellation, nextDue: string | null): ServiceCancellation {
  const nextDay = new Date(Date.parse(requestedAt) + DAY_MS).toISOString().slice(0, 10);
  return { when, requestedAt, effectiveOn: when === "end_of_period" ? (nextDue ?? nextDay) : nextDay };
}

const DAY_MS = 86_400_000;
