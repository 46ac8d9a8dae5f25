/** What one thing uses, by unit: `d1_calls`, `object_calls Connection.admit`, `tokens`. What it does not use is not in it. */
export type Counts = Record<string, number>;

/** What is counted, by its name in `counts.json`. */
export type Counted = [name: string, count: () => Promise<Counts>][];

/** What is not as it was. @param room the part of a number by which it may differ, up or down */
export function differencesOf(was: Counts, is: Counts, room = 0): string[] {
  const units = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
  return units.flatMap((unit) => {
    const [before, now] = [was[unit] ?? 0, is[unit] ?? 0];
    return Math.abs(now - before) > before * room ? [`${unit}: was ${before}, is ${now}`] : [];
  });
}
