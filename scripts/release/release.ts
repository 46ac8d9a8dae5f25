import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { API_VERSIONS, type VersionTables } from "../../shared/api/versions/api-versions.ts";
import { projectVersion } from "../deployment/release-name.ts";
import { keepReleases, type Release, readReleases, withPresentRelease } from "../deployment/schemas.ts";
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

/**
 * Makes what the committed surface has now the released one: compares the two, refuses what breaks clients, writes what changed to
 * `CHANGELOG.md`, and moves the base forward; keeps the tables and classes of the version in `releases.json`. `--dry-run` says what
 * it would write, and writes nothing.
 */
const CHANGELOG = join(PROJECT, "CHANGELOG.md");
const day = new Date().toISOString().slice(0, 10);
const isFirst = !existsSync(join(RELEASED, RELEASED_VERSIONS));

const released = isFirst ? null : releasedVersions();
const changes = isFirst ? [] : changesSinceRelease();
const faults = released ? [...surfaceFaults(changes, released, day), ...releaseFaults(changes, released)] : [];
if (faults.length > 0) fail([...faults, "Nothing was released."].join("\n"));

const releases = readReleases();
const withThis = schemasToRelease();
const section = releaseSection(day, API_VERSIONS, released, changes);
const isDry = process.argv.includes("--dry-run");
if (!isDry && withThis.length > releases.length) {
  keepReleases(withThis);
  console.log(`The tables and classes of ${projectVersion()} were written to releases.json: commit it.`);
}
if (section === null) console.log("Nothing has changed for clients since the last release.");
else if (isDry) console.log(section);
else {
  const before = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, "utf8") : "";
  writeFileSync(CHANGELOG, withRelease(before, section));
  moveBase();
  console.log(`${section}\nWritten to CHANGELOG.md and test/surface/released: commit both.`);
}

/** With the tables and classes of today, which are of no other release. */
function schemasToRelease(): Release[] {
  try {
    return withPresentRelease(releases, projectVersion());
  } catch (error) {
    return fail(`${(error as Error).message}\nNothing was released.`);
  }
}

/** A version says in its documents which release it is. */
function releaseFaults(all: readonly VersionChanges[], { catalogue, account }: VersionTables): string[] {
  return all.flatMap(({ api, major, changes }) => {
    const impact = highestImpact(changes);
    const before = { catalogue, account }[api].find((one) => one.major === major);
    const now = API_VERSIONS[api].find((one) => one.major === major);
    if (impact === null || !before || !now) return [];
    const least = nextRelease(before.release, impact);
    if (isAtLeast(now.release, least)) return [];
    return [
      `${api}: the changes since ${before.release} need at least ${least}. Set \`release\` in shared/api/versions/api-versions.ts, then npm run update-surface.`,
    ];
  });
}

function moveBase(): void {
  mkdirSync(RELEASED, { recursive: true });
  const names = surfaceFiles(SURFACE).map(({ name }) => name);
  for (const name of names) copyFileSync(join(SURFACE, name), join(RELEASED, name));
  // Those of a version that has ended.
  for (const { name } of surfaceFiles(RELEASED)) if (!names.includes(name)) rmSync(join(RELEASED, name));
  writeFileSync(join(RELEASED, RELEASED_VERSIONS), `${JSON.stringify(API_VERSIONS, null, 2)}\n`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
