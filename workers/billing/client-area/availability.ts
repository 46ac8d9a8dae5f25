import type { Availability, DomainOrderRequest } from "../../../shared/billing-actions.ts";
import type { Registrar } from "../registrar/registrar.ts";

/**
 * Whether a name can be ordered, as far as the registrar knows what it holds itself. What the registry says of a name that
 * others hold is seen when it is paid; the checks that lead to the cart have asked it before.
 * @param registrar null: nothing is registered anywhere, and nothing is known
 */
export async function availabilityAt(
  registrar: Registrar | null,
  { domain, type }: Pick<DomainOrderRequest, "domain" | "type">,
): Promise<Availability> {
  const free: Availability = type === "register" ? "available" : "taken";
  if (!registrar) return free;
  const read = await registrar.read(domain);
  if (!read.ok) return "unknown";
  if (read.value === null) return free;
  return type === "register" ? "taken" : "unavailable";
}
