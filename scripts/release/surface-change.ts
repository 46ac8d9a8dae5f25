/** The part of a semantic version that a release with a change raises. `major`: it can break a client. */
export type Impact = "major" | "minor" | "patch";

/** One difference of the published surface, in words. */
export interface SurfaceChange {
  impact: Impact;
  /** The operation (`GET /plans`) or tool that it is of; null where it is of the document as a whole. */
  subject: string | null;
  text: string;
  /** Only what is said changed, nothing that is sent or answered. */
  isWording?: boolean;
  /** It is how a deprecation shows in a document: what is to be said of it is said by the table of versions. */
  isAnnouncement?: boolean;
}

const ORDER: Impact[] = ["patch", "minor", "major"];

/** The highest impact; null without a change. */
export function highestImpact(changes: readonly SurfaceChange[]): Impact | null {
  return ORDER.findLast((impact) => changes.some((change) => change.impact === impact)) ?? null;
}

/** The lowest release (semantic) that may carry a change of an impact. A breaking one needs a new major version instead. */
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

/** Whether one release is at least another. */
export function isAtLeast(release: string, other: string): boolean {
  const parts = other.split(".").map(Number);
  for (const [at, part] of release.split(".").map(Number).entries()) {
    if (part !== parts[at]) return part > (parts[at] ?? 0);
  }
  return true;
}
