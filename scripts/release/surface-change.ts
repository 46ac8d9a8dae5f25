/** The part of the semantic version that a release with this change must raise. A `major` change can break a client. */
export type Impact = "major" | "minor" | "patch";

/** A difference in the published surface. */
export interface SurfaceChange {
  impact: Impact;
  /** The changed operation (`GET /plans`) or tool; `null` if the change concerns the whole document. */
  subject: string | null;
  text: string;
  /** Whether only texts changed, and neither requests nor responses. */
  isWording?: boolean;
  /** Whether the change only announces a deprecation. The changelog then uses the sentence from the version table. */
  isAnnouncement?: boolean;
}

const ORDER: Impact[] = ["patch", "minor", "major"];

/** Returns the highest impact; `null` if there are no changes. */
export function highestImpact(changes: readonly SurfaceChange[]): Impact | null {
  return ORDER.findLast((impact) => changes.some((change) => change.impact === impact)) ?? null;
}

/**
 * Returns the lowest release number that a change of this impact allows. A breaking change needs a new major version.
 */
export function nextRelease(release: string, impact: Impact): string {
  const [major = 0, minor = 0, patch = 0] = release.split(".").map(Number);
  switch (impact) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
  }
}

/** Returns whether a release number is equal to or higher than another one. */
export function isAtLeast(release: string, other: string): boolean {
  const parts = other.split(".").map(Number);
  for (const [at, part] of release.split(".").map(Number).entries()) {
    if (part !== parts[at]) return part > (parts[at] ?? 0);
  }
  return true;
}
