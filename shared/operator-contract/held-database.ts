import type { DatabaseName, Holds } from "../holds/holds.ts";
import type { BillingOperatorPort } from "./billing-operator.ts";

/**
 * Returns the functions that hold and resume the database of a billing Worker.
 * @param restored called before a restored database resumes
 */
export function heldDatabase(
  holds: Pick<Holds, "list" | "hold" | "resume">,
  store: DatabaseName,
  restored: () => Promise<void> = async () => undefined,
): Pick<BillingOperatorPort, "held" | "hold" | "resume"> {
  return {
    held: () => holds.list(),
    hold: () => holds.hold(store),
    async resume(wasRestored) {
      if (wasRestored) await restored();
      return holds.resume(store);
    },
  };
}
