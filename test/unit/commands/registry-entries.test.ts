import { expect, test } from "vitest";
import { registryEntries } from "../../../scripts/server-json.ts";
import { mistakesIn, REGISTRY_SERVER } from "../../support/discovery-schemas.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const SETTINGS = { ...UNSET_ADDRESSES, ORIGIN: "https://www.provider.example", BRAND_NAME: "Maple Hosting" };

test.each(["Maple Hosting", 'Example & Söhne "Hosting"', "x\ny</script>", "🍁".repeat(200)])(
  "the entries of a provider named %j are valid for the registry",
  (name) => {
    for (const entry of Object.values(registryEntries({ ...SETTINGS, BRAND_NAME: name }))) {
      expect(mistakesIn(JSON.parse(JSON.stringify(entry)), REGISTRY_SERVER)).toBeUndefined();
    }
  },
);

test("an entry is named after the site's host and leads to the server's own URL", () => {
  const { catalogue, account } = registryEntries({ ...SETTINGS, CATALOGUE_ORIGIN: "https://mcp.provider.example" });
  expect(catalogue).toMatchObject({
    name: "example.provider.www/catalogue",
    remotes: [{ type: "streamable-http", url: "https://mcp.provider.example/api/v1/mcp" }],
  });
  expect(account).toMatchObject({
    name: "example.provider.www/account",
    remotes: [{ type: "streamable-http", url: "https://www.provider.example/api/v1/account/mcp" }],
  });
});

test.each(["", "http://localhost:8787"])("no entries are created for the origin %j", (ORIGIN) => {
  expect(() => registryEntries({ ...SETTINGS, ORIGIN })).toThrow("ORIGIN or DOMAIN is not set");
});
