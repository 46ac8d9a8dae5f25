import { OperationError } from "../../../../shared/api/definition/problems.ts";
import type { DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import type { Availability } from "../../../../shared/billing-contract/availability.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { Registrar } from "../../engine/registrar/registrar.ts";

/**
 * The registry's current answer about a domain, for quotes and orders of the cart; it is not cached. A domain that
 * is already registered here cannot be transferred here.
 * @param registrar null: no domain can be checked, and unchecked domains are not sold
 */
export async function availabilityAt(
  registrar: Registrar | null,
  { domain, type }: Pick<DomainOrderRequest, "domain" | "type">,
  requestId: string | undefined,
): Promise<Availability> {
  if (!registrar) return "unknown";
  const checked = await registrar.check(domain, requestId);
  if (!checked.ok) return "unknown";
  if (type === "register" || checked.value !== "taken") return checked.value;
  const read = await registrar.read(domain, requestId);
  if (!read.ok) return "unknown";
  return read.value === null ? "taken" : "unavailable";
}

/**
 * The same for visitors, who share a limit: unknown over it.
 * @param count counts against the limit of all visitors. @throws {OperationError} over it
 */
export async function availabilityForVisitor(
  registrar: Registrar | null,
  order: Pick<DomainOrderRequest, "domain" | "type">,
  requestId: string | undefined,
  count: () => Promise<void>,
): Promise<Availability> {
  if (!registrar) return "unknown";
  try {
    await count();
  } catch (refusal) {
    if (!(refusal instanceof OperationError)) throw refusal;
    if (refusal.code !== "rate_limited") log("address_limit_failed", { request_id: requestId, cause: refusal });
    return "unknown";
  }
  return availabilityAt(registrar, order, requestId);
}
