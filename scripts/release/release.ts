import { join } from "node:path";
import process from "node:process";
import { API_VERSIONS } from "../../shared/api/versions/api-versions.ts";
import { PROJECT } from "../workers.ts";
import { RELEASED, SURFACE } from "./published-surface.ts";
import { releaseSurface } from "./release-surface.ts";

/** `npm run release`: see `releaseSurface`. `--dry-run` says what it would write, and writes nothing. */
const isDry = process.argv.includes("--dry-run");
const result = releaseSurface({
  ...{ surface: SURFACE, released: RELEASED, changelog: join(PROJECT, "CHANGELOG.md"), versions: API_VERSIONS },
  ...{ today: new Date().toISOString().slice(0, 10), isDry },
});

switch (result.outcome) {
  case "refused":
    console.error([...result.faults, "Nothing was released."].join("\n"));
    process.exit(1);
    break;
  case "unchanged":
    console.log("Nothing has changed for clients since the last release.");
    break;
  case "released":
    console.log(result.section);
    if (!isDry) console.log("Written to CHANGELOG.md and test/surface/released: commit both.");
}
