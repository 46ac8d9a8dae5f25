import type { Erasure } from "./erasures.ts";

/** Subjects that one sentence names. */
const MAX_NAMED = 20;

/** Whom erasures are of and when each was done, as a list in a sentence. */
export function subjectsOf(repeated: readonly Pick<Erasure, "subject" | "places">[]): string {
  const named = repeated.slice(0, MAX_NAMED).map(({ subject: { kind, id }, places: { until } }) => {
    const erased = until ? `erased ${new Date(until).toISOString()}` : "not done yet";
    return `${kind} ${id} (${erased})`;
  });
  const more = repeated.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}
