import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { AccountReference, CustomerService } from "../../../shared/billing-contract/customer.ts";
import type { ActorRefused, BillingUnavailable, NotFound } from "../../../shared/billing-contract/result.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ServerPlace, Zone, ZoneProblem, ZoneResult } from "../../../shared/zones-contract/zone-system.ts";
import type { AccountContext } from "../account-context.ts";
import { type PlainRefusal, refusalProblem } from "../actions/refusal-problem.ts";
import { BILLING_DEADLINE_MS, type ServiceBilling } from "../queries/billing-answers.ts";

/**
 * The deadline for a call to the Worker for zones, in milliseconds. It is longer than that Worker's own maximum, and
 * leaves time for one more read before an action's deadline.
 */
export const ZONES_DEADLINE_MS = 16_000;
const RETRY_AFTER_S = 5;
/** The longest delay that a server can request, in seconds. */
const MAX_RETRY_AFTER_S = 300;

/** A service with its account, and the server that has its zones. */
export interface PlacedService {
  account: AccountReference;
  service: CustomerService;
  server: ServerPlace;
}

/**
 * The statuses of services with a server. After a service has ended, its user on the server may belong to another
 * customer. A pending service has no user on the server yet.
 */
const HAS_SERVER: readonly CustomerService["status"][] = ["active", "suspended"];

export async function findServer(
  billing: ServiceBilling,
  query: ActorQuery,
  serviceId: number,
): Promise<
  | { ok: true; value: PlacedService }
  | { ok: false; problem: BillingUnavailable | ActorRefused | NotFound | { code: "not_bridged" } }
> {
  const read = await askBilling(() => billing.readService(query, serviceId), BILLING_DEADLINE_MS, query.requestId);
  if (!read.ok) return read;
  const { account, service, server } = read.value;
  if (!service) return { ok: false, problem: { code: "not_found" } };
  if (!server || !HAS_SERVER.includes(service.status)) return { ok: false, problem: { code: "not_bridged" } };
  return { ok: true, value: { account, service, server } };
}

/** Reads a zone of an account's service. */
export async function findServiceZone(
  { billing, zones, query }: Pick<AccountContext, "zones" | "query"> & { billing: ServiceBilling },
  serviceId: number,
  zone: string,
): Promise<{ ok: true; value: PlacedService & { zone: Zone } } | { ok: false; problem: PlainRefusal }> {
  const placed = await findServer(billing, query, serviceId);
  if (!placed.ok) return placed;
  const place = { ...placed.value.server, zone };
  const read = await askZones(() => zones.readZone(place, query.requestId), query.requestId);
  if (!read.ok) return { ok: false, problem: zoneRefusal(read.problem, { isChange: false }) };
  return { ok: true, value: { ...placed.value, zone: read.value } };
}

/**
 * Reads a zone for an operation.
 * @throws {OperationError} if the service, its server or its zone cannot be read
 */
export async function readServiceZone(
  context: Pick<AccountContext, "billing" | "zones" | "query" | "clientArea">,
  serviceId: number,
  zone: string,
): Promise<PlacedService & { zone: Zone }> {
  const found = await findServiceZone(context, serviceId, zone);
  if (!found.ok) throw refusalProblem(found.problem, context.clientArea);
  return found.value;
}

/** Calls the Worker for zones with a deadline. A failed or late call becomes `server_unavailable` and is logged. */
export async function askZones<Value>(
  ask: () => Promise<ZoneResult<Value>>,
  requestId: string,
  deadlineMs = ZONES_DEADLINE_MS,
): Promise<ZoneResult<Value>> {
  try {
    return await inTime(ask(), deadlineMs);
  } catch (cause) {
    log("zones_unreachable", { request_id: requestId, cause });
    return { ok: false, problem: { code: "server_unavailable", retryAfter: RETRY_AFTER_S } };
  }
}

/**
 * Converts a zone problem to a refusal.
 * @param isChange whether the call was a change, which may have been made even if the server did not respond
 */
export function zoneRefusal(problem: ZoneProblem, { isChange }: { isChange: boolean }): PlainRefusal {
  if (problem.code !== "server_unavailable") return problem;
  const retryAfter = Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(problem.retryAfter)));
  return { code: "zone_unanswered", retryAfter, isSent: isChange && problem.isSent !== false };
}
