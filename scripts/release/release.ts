import { join } from "node:path";
import { API_VERSIONS } from "../../shared/api/versions/api-versions.ts";
import { defineCommand } from "../command-line.ts";
import { projectVersion } from "../deployment/release-name.ts";
import { PROJECT } from "../workers.ts";
import { RELEASED, SURFACE } from "./published-surface.ts";
import { releaseSurface } from "./release-surface.ts";

export const command = defineCommand({
  options: { "dry-run": { type: "boolean", about: "Says what it would write, and writes nothing." } },
  run({ options: { "dry-run": isDry } }) {
    const result = releaseSurface({
      ...{ surface: SURFACE, released: RELEASED, changelog: join(PROJECT, "CHANGELOG.md"), versions: API_VERSIONS },
      ...{ today: new Date().toISOString().slice(0, 10), isDry },
    });
    switch (result.outcome) {
      case "refused":
        throw new Error([...result.faults, "Nothing was released."].join("\n"));
      case "unchanged":
        console.log("Nothing has changed for clients since the last release.");
        break;
      case "released":
        console.log(result.section);
        if (!isDry) console.log("Written to CHANGELOG.md and test/surface/released: commit both.");
    }
    if (!isDry) console.log(`Tag the commit: git tag v${projectVersion()}`);
  },
});
