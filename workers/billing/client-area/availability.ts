import type { Availability, DomainOrderRequest } from "../../../shared/billing-actions.ts";
import type { Registrar } from "../registrar/registrar.ts";

/**
 * What the registry says of a name just now, for the quotes and orders of the cart: nothing is kept of it. What is
 * registered here already is not transferred here.
 * @param registrar null: nothing is registered anywhere, nobody can be asked, and the pages say so
 */
export async function availabilityAt(
  registrar: Registrar | null,
  { domain, type }: Pick<DomainOrderRequest, "domain" | "type">,
): Promise<Availability> {
  if (!registrar) return type === "register" ? "available" : "taken";
  const checked = await registrar.check(domain);
  if (!checked.ok) return "unknown";
  if (type === "register" || checked.value !== "taken") return checked.value;
  const read = await registrar.read(domain);
  if (!read.ok) return "unknown";
  return read.value === null ? "taken" : "unavailable";
}
