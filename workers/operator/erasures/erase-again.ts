import type { OperatorContext } from "../operator-context.ts";
import { carryOnErasures } from "./carry-on.ts";

/**
 * Carries out again at once what was erased within the last 31 days; what waits for something goes on with the scheduled work.
 * @param store a store that was restored: what was kept there; null: all of it
 * @returns what came of it, as a sentence; null where nothing was erased
 */
export async function eraseAgain(
  store: string | null,
  context: Pick<OperatorContext, "erasures" | "account" | "billing" | "requestId">,
): Promise<string | null> {
  const { erasures, requestId } = context;
  const ids = await erasures.again(store);
  if (ids.length === 0) return null;
  await carryOnErasures(context, requestId);
  const open = await erasures.openAmong(ids);
  const rest = open === 0 ? "all are done" : `${open} of them go on every five minutes: erasures says how far they are`;
  return `Erasures of the last 31 days that are carried out again: ${ids.length}; ${rest}.`;
}
