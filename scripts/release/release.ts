import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSIONS, type VersionTables } from "../../shared/api/versions/api-versions.ts";
import { defineCommand } from "../command-line.ts";
import { projectVersion } from "../deployment/release-name.ts";
import { PROJECT } from "../workers.ts";
import { releaseSection, withRelease } from "./changelog.ts";
import {
  changesSinceRelease,
  RELEASED,
  RELEASED_VERSIONS,
  releasedVersions,
  SURFACE,
  surfaceFaults,
  surfaceFiles,
  type VersionChanges,
} from "./published-surface.ts";
import { highestImpact, isAtLeast, nextRelease } from "./surface-change.ts";

export const command = defineCommand({
  options: { "dry-run": { type: "boolean", about: "Shows what it would write, and writes nothing." } },
  run({ options: { "dry-run": isDry } }) {
    const section = releaseSurface({
      ...{ surface: SURFACE, released: RELEASED, changelog: join(PROJECT, "CHANGELOG.md"), versions: API_VERSIONS },
      ...{ today: new Date().toISOString().slice(0, 10), isDry },
    });
    console.log(section ?? "Nothing has changed for clients since the last release.");
    if (section !== null && !isDry) console.log("Written to CHANGELOG.md and test/surface/released: commit both.");
    if (!isDry) console.log(`Tag the commit: git tag v${projectVersion()}`);
  },
});

/** The input and the output paths of a release. */
export interface ReleaseInput {
  /** The folder with the committed surface. */
  surface: string;
  /** The folder with the surface of the last release. Before the first release it does not exist. */
  released: string;
  changelog: string;
  versions: VersionTables;
  /** YYYY-MM-DD. */
  today: string;
  /** Whether to write nothing. */
  isDry: boolean;
}

/**
 * Copies the committed surface to the released one, and adds the changes for clients to the changelog.
 * @returns the new changelog section; `null` if nothing changed
 * @throws Error that lists why the release is refused; nothing is written
 */
export function releaseSurface(input: ReleaseInput): string | null {
  const { surface, released: folder, changelog, versions, today, isDry } = input;
  const isFirst = !existsSync(join(folder, RELEASED_VERSIONS));
  const released = isFirst ? null : releasedVersions(folder);
  const changes = isFirst ? [] : changesSinceRelease(surface, folder);
  const faults = released
    ? [...surfaceFaults(changes, { versions, released, today }), ...releaseFaults(changes, versions, released)]
    : [];
  if (faults.length > 0) throw new Error([...faults, "Nothing was released."].join("\n"));

  const section = releaseSection(today, versions, released, changes);
  if (section !== null && !isDry) {
    const before = existsSync(changelog) ? readFileSync(changelog, "utf8") : "";
    writeFileSync(changelog, withRelease(before, section));
    moveBase(input);
  }
  return section;
}

/** Checks that the release number in each version's documents was raised enough for its changes. */
function releaseFaults(all: readonly VersionChanges[], versions: VersionTables, released: VersionTables): string[] {
  return all.flatMap(({ api, major, changes }) => {
    const impact = highestImpact(changes);
    const before = released[api].find((one) => one.major === major);
    const now = versions[api].find((one) => one.major === major);
    // Breaking changes are already refused, whatever the release number is.
    if (impact === null || impact === "major" || !before || !now) return [];
    const least = nextRelease(before.release, impact);
    if (isAtLeast(now.release, least)) return [];
    const how = "Set `release` in shared/api/versions/api-versions.ts, then npm run update-surface.";
    return [`${api}: the changes since ${before.release} need at least ${least}. ${how}`];
  });
}

/**
 * Copies the surface. The changelog is written first. If the copy then fails before it changes a file, a second release
 * on the same day does not write the section twice.
 */
function moveBase({ surface, released, versions }: ReleaseInput): void {
  mkdirSync(released, { recursive: true });
  const names = surfaceFiles(surface).map(({ name }) => name);
  for (const name of names) copyFileSync(join(surface, name), join(released, name));
  // These files belong to a version that has ended.
  for (const { name } of surfaceFiles(released)) if (!names.includes(name)) rmSync(join(released, name));
  writeFileSync(join(released, RELEASED_VERSIONS), `${JSON.stringify(versions, null, 2)}\n`);
}
