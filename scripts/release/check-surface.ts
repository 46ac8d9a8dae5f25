import process from "node:process";
import { API_VERSIONS } from "../../shared/api/versions/api-versions.ts";
import { changesSinceRelease, releasedVersions, surfaceFaults } from "./published-surface.ts";

/**
 * Fails if the surface breaks clients of a released version, or if the version tables are invalid. `npm run check` runs
 * this script.
 */
const faults = surfaceFaults(changesSinceRelease(), {
  ...{ versions: API_VERSIONS, released: releasedVersions() },
  today: new Date().toISOString().slice(0, 10),
});
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
