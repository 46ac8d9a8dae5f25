/**
 * What one call uses, by unit, such as `d1_calls`, `object_calls Connection.admit` or `tokens`. Unused units are left
 * out.
 */
export type Counts = Record<string, number>;

/** The calls to count, each with its name in `counts.json`. */
export type Counted = [name: string, count: () => Promise<Counts>][];

/**
 * Returns the differences from the recorded counts.
 * @param room the fraction by which a number may differ either way
 */
export function differencesOf(was: Counts, is: Counts, room = 0): string[] {
  const units = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
  return units.flatMap((unit) => {
    const [before, now] = [was[unit] ?? 0, is[unit] ?? 0];
    return Math.abs(now - before) > before * room ? [`${unit}: was ${before}, is ${now}`] : [];
  });
}
