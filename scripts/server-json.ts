import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "./command-line.ts";
import { providerText, readProviderSettings } from "./provider-settings.ts";
import { registryEntries } from "./registry-entries.ts";
import { PROJECT, settingsOfAll, workersOn } from "./workers.ts";

/** Writes the `server.json` of both MCP servers, each in a folder of its own, for `mcp-publisher`. */
export const command = defineCommand({
  options: {},
  hasSettings: true,
  run({ settings: given }) {
    const { billing, settings } = readProviderSettings(providerText(given));
    const entries = registryEntries({ ...settingsOfAll(workersOn(billing)), ...settings });
    for (const [name, entry] of Object.entries(entries)) {
      const folder = join(PROJECT, "dist/mcp-registry", name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "server.json"), `${JSON.stringify(entry, null, 2)}\n`);
      console.log(`Wrote dist/mcp-registry/${name}/server.json.`);
    }
  },
});
