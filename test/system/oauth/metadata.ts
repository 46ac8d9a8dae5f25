import { expect, test } from "vitest";
import type { OAuthDoor } from "./support/oauth-door.ts";

export function metadata(door: OAuthDoor): void {
  const RESOURCE = "/.well-known/oauth-protected-resource";
  const SERVER = "/.well-known/oauth-authorization-server";

  test("the authorization server describes itself", async () => {
    const { origin } = door;
    const metadata = await (await door.fetch(SERVER)).json();
    expect(metadata).toEqual({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      protected_resources: ["", "/account/mcp", "/account/mcp/read"].map((path) => `${origin}/api/v1${path}`),
      scopes_supported: ["account:read", "billing:write", "domains:write"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${origin}/developers/account`,
      op_policy_uri: "https://provider.example/privacy",
      ui_locales_supported: ["en", "fr"],
    });
  });

  const KEPT = "public, max-age=3600";
  const [READ, BILLING, DOMAINS, ZONES] = ["account:read", "billing:write", "domains:write", "zones:write"];
  test.each<[changes: boolean | null, zones: boolean | null, scopes: string[] | undefined, kept: string]>([
    [true, false, [READ, BILLING, DOMAINS], KEPT],
    [true, true, [READ, BILLING, DOMAINS, ZONES], KEPT],
    [true, null, [READ, BILLING, DOMAINS], "no-store"],
    [false, true, [READ], KEPT],
    [null, false, undefined, "no-store"],
  ])(
    "with changes %j and zones %j the server announces the scopes %j, cached as %s",
    async (changes, zones, scopes, kept) => {
      const { scopes_supported: _, ...others } = await (await door.fetch(SERVER)).json<Record<string, unknown>>();
      await door.takesChanges(changes);
      await door.hasZones(zones);
      const response = await door.fetch(SERVER);
      await door.takesChanges(true);
      await door.hasZones(false);
      expect(await response.json()).toEqual({ ...others, ...(scopes && { scopes_supported: scopes }) });
      expect(response.headers.get("Cache-Control")).toBe(kept);
    },
  );

  test.each([
    ["", "/api/v1"],
    ["/api/v1", "/api/v1"],
    ["/api/v1/account/mcp", "/api/v1/account/mcp"],
    ["/api/v1/account/mcp/read", "/api/v1/account/mcp/read"],
  ])("the resource metadata at …%s describes %s", async (suffix, path) => {
    const { origin } = door;
    expect(await (await door.fetch(RESOURCE + suffix)).json()).toEqual({
      resource: origin + path,
      authorization_servers: [origin],
      scopes_supported: ["account:read"],
      bearer_methods_supported: ["header"],
      resource_name: "Maple Hosting",
      resource_documentation: `${origin}/developers/account`,
    });
  });

  test.each([SERVER, RESOURCE])("%s may be cached for an hour and forbids media type sniffing", async (path) => {
    const { headers } = await door.fetch(path);
    expect(headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("other paths have no metadata", async () => {
    for (const path of [`${RESOURCE}/api/v1/mcp`, `${RESOURCE}/api/v1/`, `${SERVER}/api/v1`]) {
      expect((await door.fetch(path)).status).toBe(404);
    }
  });
}
