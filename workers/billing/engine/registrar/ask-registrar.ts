import type { Availability } from "../../../../shared/billing-contract/availability.ts";
import type { Registrar } from "./registrar.ts";

/** What the registrar says of a name just now; null: there is no registrar. */
export async function askRegistrar(
  registrar: Registrar | null,
  name: string,
  requestId: string | undefined,
): Promise<Availability | null> {
  if (!registrar) return null;
  const checked = await registrar.check(name, requestId);
  return checked.ok ? checked.value : "unknown";
}
