import type { OperatorContext } from "../operator-context.ts";
import { carryOnErasures } from "./carry-on.ts";
import type { Erasure } from "./erasures.ts";

/** Subjects that one sentence names. */
const MAX_NAMED = 20;

/** Carries out at once what is to be repeated; what waits for something goes on with the scheduled work. @returns what came of it */
export async function eraseAgain(
  repeated: readonly Erasure[],
  context: Pick<OperatorContext, "erasures" | "account" | "billing" | "requestId">,
): Promise<string> {
  const { erasures, requestId } = context;
  await erasures.again(repeated, 0);
  await carryOnErasures(context, requestId);
  const open = await erasures.openAmong(repeated.map(({ id }) => id));
  const rest = open === 0 ? "all are done" : `${open} of them go on every five minutes: erasures says how far they are`;
  return `Erased again: ${subjectsOf(repeated)}; ${rest}.`;
}

/** Whom erasures are of and when each was done, as a list in a sentence. */
export function subjectsOf(repeated: readonly Pick<Erasure, "subject" | "places">[]): string {
  const named = repeated.slice(0, MAX_NAMED).map(({ subject: { kind, id }, places: { until } }) => {
    const erased = until ? `erased ${new Date(until).toISOString()}` : "not done yet";
    return `${kind} ${id} (${erased})`;
  });
  const more = repeated.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}
