import { OperationError } from "../../../../shared/api/definition/problems.ts";
import type { DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import type { Availability } from "../../../../shared/billing-contract/availability.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { Registrar } from "../../engine/registrar/registrar.ts";

/**
 * What the registry says of a name just now, for the quotes and orders of the cart: nothing is kept of it. What is
 * registered here already is not transferred here.
 * @param registrar null: nobody can be asked, and what nobody was asked about is not sold
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
 * The same for somebody who has not signed in: unknown where visitors have asked enough for now.
 * @param count counts a question of all visitors together. @throws {OperationError} where it must not be asked
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
