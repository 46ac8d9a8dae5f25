import type { DomainOrderRequest } from "../../../../shared/billing-contract/actions.ts";
import type { Availability } from "../../../../shared/billing-contract/availability.ts";
import type { CountResult } from "../../../../shared/platform/address-limit.ts";
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
 * @param count counts a question of all visitors together. It is asked only where that was done.
 */
export async function availabilityForVisitor(
  registrar: Registrar | null,
  order: Pick<DomainOrderRequest, "domain" | "type">,
  requestId: string | undefined,
  count: () => Promise<CountResult>,
): Promise<Availability> {
  if (!registrar) return "unknown";
  const counted = await count();
  if (counted.outcome === "not_counted") {
    log("address_limit_failed", { request_id: requestId, cause: counted.cause });
  }
  return counted.outcome === "counted" ? availabilityAt(registrar, order, requestId) : "unknown";
}
