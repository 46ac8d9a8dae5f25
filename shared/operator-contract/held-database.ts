import { acceptedText, type DatabaseGeneration } from "../generations/database-generation.ts";
import type { BillingOperatorPort } from "./billing-operator.ts";

/** What lets a billing Worker's database go on that went back. @param generation null where nothing compares it */
export function heldDatabase(
  generation: Pick<DatabaseGeneration, "held" | "accept"> | null,
): Pick<BillingOperatorPort, "held" | "accept"> {
  return {
    held: async () => (await generation?.held()) ?? [],
    accept: async () => acceptedText((await generation?.accept()) ?? false),
  };
}
