/** What a bundle weighs, in bytes: as it is, and after gzip. */
export interface BundleSize {
  raw: number;
  gzip: number;
}

/** How far a bundle may be from what was found, up or down. */
const ROOM = 0.1;

/** The most that a bundle may weigh: a tenth above what was found. */
export function budgetOf({ raw, gzip }: BundleSize): BundleSize {
  return { raw: Math.floor(raw * (1 + ROOM)), gzip: Math.floor(gzip * (1 + ROOM)) };
}

/**
 * Why a bundle is not taken, or null: it is over its budget, or so far below what was found that its budget no longer holds it.
 * @param found undefined for a bundle that was never weighed
 */
export function refusalOf(size: BundleSize, found: BundleSize | undefined): string | null {
  if (found === undefined) return "it was never weighed";
  const budget = budgetOf(found);
  if (size.raw > budget.raw || size.gzip > budget.gzip) return "it is over its budget";
  const isSmaller = size.raw < found.raw * (1 - ROOM) || size.gzip < found.gzip * (1 - ROOM);
  return isSmaller ? "it is more than a tenth below what was found" : null;
}
