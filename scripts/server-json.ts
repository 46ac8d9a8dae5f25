import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerIdentity } from "../shared/api/mcp/server-identity.ts";
import { type AddressSettings, addressesFor } from "../shared/platform/addresses.ts";
import { accountIdentity } from "../workers/account/api/descriptions.ts";
import { catalogueIdentity } from "../workers/catalogue/api/descriptions.ts";
import { defineCommand } from "./command-line.ts";
import { providerText, readProviderSettings } from "./provider-settings.ts";
import { PROJECT, settingsOfAll, workersOn } from "./workers.ts";

/** Writes the `server.json` of both MCP servers for `mcp-publisher`, each into its own folder. */
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

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/**
 * Returns the MCP registry's entry for each server: `server.json` in the schema of 2025-12-11. The account entry
 * declares no header because clients find the sign-in through the 401 response. With a header, some clients would ask
 * for a key.
 * @param settings the settings of all Workers, including defaults
 * @throws {Error} with the names of the settings, if no https origin is set
 */
export function registryEntries(settings: Record<string, string>): Record<"catalogue" | "account", object> {
  const { ORIGIN: origin = "", BRAND_NAME: brandName = "" } = settings;
  const addresses = origin.startsWith("https://")
    ? addressesFor(new URL(origin), settings as Record<keyof AddressSettings, string>)
    : null;
  if (!addresses) throw new Error("ORIGIN or DOMAIN is not set: the registry lists servers only at https addresses.");
  return {
    catalogue: entryOf(catalogueIdentity(brandName)(addresses), addresses.catalogueMcp),
    account: entryOf(accountIdentity(brandName)(addresses), addresses.accountMcp),
  };
}

function entryOf(identity: ServerIdentity, url: string): object {
  return { $schema: SCHEMA, ...identity, remotes: [{ type: "streamable-http", url }] };
}
