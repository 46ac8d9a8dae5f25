import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { API_VERSIONS } from "../../shared/api/versions/api-versions.ts";
import { readOptions, runCommand } from "../deployment/command-words.ts";
import { projectVersion } from "../deployment/release-name.ts";
import { keepReleases, type Release, readReleases, withPresentRelease } from "../deployment/schemas.ts";
import { PROJECT } from "../workers.ts";
import { RELEASED, RELEASED_RPC, releasedRpc, SURFACE } from "./published-surface.ts";
import { releaseSurface } from "./release-surface.ts";
import { presentOutline, releasedContracted, rpcFaults } from "./rpc-outline.ts";

/**
 * `npm run release`: see `releaseSurface`; keeps besides the tables and classes of the version in `releases.json`, and what Workers call of
 * each other. `--dry-run` says
 * what it would write, and writes nothing.
 */
await runCommand(release);

function release(): void {
  const { "dry-run": isDry = false } = readOptions(process.argv.slice(2), { "dry-run": { type: "boolean" } });
  const releases = readReleases();
  const withPresent = releasesWithPresent(releases);
  const rpc = presentOutline();
  const rpcBefore = releasedRpc();
  const broken = rpcBefore ? rpcFaults(rpcBefore, rpc, releasedContracted(releases.map(({ version }) => version))) : [];
  if (broken.length > 0) refuse(broken);
  const result = releaseSurface({
    ...{ surface: SURFACE, released: RELEASED, changelog: join(PROJECT, "CHANGELOG.md"), versions: API_VERSIONS },
    ...{ today: new Date().toISOString().slice(0, 10), isDry },
  });

  switch (result.outcome) {
    case "refused":
      refuse(result.faults);
      break;
    case "unchanged":
      console.log("Nothing has changed for clients since the last release.");
      break;
    case "released":
      console.log(result.section);
      if (!isDry) console.log("Written to CHANGELOG.md and test/surface/released: commit both.");
  }
  if (withPresent.length > releases.length) {
    if (!isDry) keepReleases(withPresent);
    console.log(
      `The tables and classes of ${projectVersion()} ${isDry ? "are new" : "were written to releases.json: commit it"}.`,
    );
  }

  if (JSON.stringify(rpc) !== JSON.stringify(rpcBefore)) {
    if (!isDry) writeFileSync(join(RELEASED, RELEASED_RPC), `${JSON.stringify(rpc, null, 2)}\n`);
    console.log(
      `What Workers call of each other ${isDry ? "is new" : "was written to test/surface/released: commit it"}.`,
    );
  }
}

/** A version of the service is released once, with the tables and classes that it has then. */
function releasesWithPresent(releases: readonly Release[]): Release[] {
  try {
    return withPresentRelease(releases, projectVersion());
  } catch (error) {
    return refuse([(error as Error).message]);
  }
}

function refuse(faults: readonly string[]): never {
  throw new Error([...faults, "Nothing was released."].join("\n"));
}
