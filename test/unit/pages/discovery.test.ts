import { describe, expect, test } from "vitest";
import { serverCard } from "../../../shared/api/mcp/server-identity.ts";
import { API_VERSIONS } from "../../../shared/api/versions/api-versions.ts";
import { brandFrom } from "../../../shared/pages/brand.ts";
import { addressesFor } from "../../../shared/platform/addresses.ts";
import { accountIdentity } from "../../../workers/account/api/descriptions.ts";
import { catalogueIdentity } from "../../../workers/catalogue/api/descriptions.ts";
import { aiCatalog } from "../../../workers/site/discovery/ai-catalog.ts";
import { apiCatalog } from "../../../workers/site/discovery/api-catalog.ts";
import { securityTxt, sitemap } from "../../../workers/site/discovery/discovery-routes.ts";
import { discoveryFrom } from "../../../workers/site/discovery/discovery-settings.ts";
import { AI_CATALOG, LINKSET, mistakesIn, SERVER_CARD } from "../../support/discovery-schemas.ts";
import { SAMPLE_BRAND } from "../../support/sample-brand.ts";
import { TWO_VERSIONS } from "../../support/two-versions.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const SITE = "https://www.provider.example";
const NAMES = [
  "Maple Hosting",
  'Example & Söhne "Hosting"',
  "</script><img src=x onerror=alert(1)>",
  "\u202eمستضيف\u202c",
  "🍁".repeat(150),
];

function addressesAt(settings: Partial<typeof UNSET_ADDRESSES> = {}) {
  const all = { ...UNSET_ADDRESSES, ORIGIN: SITE, ...settings };
  const addresses = addressesFor(new URL(all.ORIGIN), all);
  if (!addresses) throw new Error("not an own host");
  return addresses;
}

describe.each(NAMES)("a provider named %j", (name) => {
  const identities = [catalogueIdentity(name), accountIdentity(name)];

  test("has valid server cards", () => {
    for (const identify of identities) {
      const card = serverCard(identify({ site: SITE }), `${SITE}/api/v1/mcp`);
      expect(mistakesIn(JSON.parse(JSON.stringify(card)), SERVER_CARD)).toBeUndefined();
    }
  });

  test("has servers named after their purpose, whatever the length of its name", () => {
    const [catalogue, account] = identities.map((identify) => identify({ site: SITE }));
    expect(catalogue).toMatchObject({
      name: "example.provider.www/catalogue",
      title: expect.stringMatching(/ catalogue$/),
    });
    expect(account).toMatchObject({ name: "example.provider.www/account", title: expect.stringMatching(/ account$/) });
  });

  test("has a valid AI catalogue", () => {
    const brand = brandFrom({ ...SAMPLE_BRAND, BRAND_NAME: name, PRIVACY_URL: "https://provider.example/privacy" });
    expect(mistakesIn(JSON.parse(JSON.stringify(aiCatalog(brand, addressesAt()))), AI_CATALOG)).toBeUndefined();
  });
});

test("the schemas refuse what the standards forbid", () => {
  const card = serverCard(catalogueIdentity("Maple")({ site: SITE }), `${SITE}/api/v1/mcp`);
  expect(mistakesIn({ ...card, description: "🍁".repeat(101) }, SERVER_CARD)).toMatch(/description/);
  expect(mistakesIn({ ...card, name: "no-slash" }, SERVER_CARD)).toMatch(/name/);
  const entry = { identifier: "urn:air:a.example:mcp:b", type: "text/plain", url: "https://a.example" };
  expect(mistakesIn({ specVersion: "1.0", entries: [entry] }, AI_CATALOG)).toBeUndefined();
  expect(
    mistakesIn({ specVersion: "1.0", entries: [{ ...entry, mediaType: "text/plain" }] }, AI_CATALOG),
  ).toBeDefined();
  expect(mistakesIn({ linkset: [{ item: { href: "https://a.example" } }] }, LINKSET)).toBeDefined();
});

test.each([
  ["https://www.provider.example:8443", "example.provider.www/catalogue"],
  ["http://localhost:8787", "localhost/catalogue"],
  ["http://127.0.0.1:8787", "1.0.0.127/catalogue"],
  ["http://[::1]:8787", "1/catalogue"],
])("a server at %s is named %s", (site, name) => {
  const identity = catalogueIdentity("Maple")({ site });
  expect(identity.name).toBe(name);
  expect(mistakesIn(serverCard(identity, `${site}/api/v1/mcp`), SERVER_CARD)).toBeUndefined();
});

test("the catalogues use the configured URLs, even on separate origins", () => {
  const addresses = addressesAt({
    CATALOGUE_ORIGIN: "https://mcp.provider.example",
    ACCOUNT_ORIGIN: "https://api.provider.example",
    AUTH_ORIGIN: "https://login.provider.example",
  });
  const brand = brandFrom({ ...SAMPLE_BRAND, BRAND_NAME: "Maple", PRIVACY_URL: "" });
  const { entries } = aiCatalog(brand, addresses) as { entries: { url: string; identifier: string }[] };
  expect(entries.map(({ url }) => url)).toEqual([
    "https://mcp.provider.example/api/v1/mcp/server-card",
    "https://api.provider.example/api/v1/account/mcp/server-card",
    "https://api.provider.example/api/v1/account/mcp/read/server-card",
  ]);
  expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length);
  expect(JSON.stringify(entries), "no policy without a setting").not.toContain("policy");
  const apis = apiCatalog(addresses, API_VERSIONS, "2026-11-23");
  expect(mistakesIn(apis, LINKSET)).toBeUndefined();
  const text = JSON.stringify(apis);
  expect(text).toContain('"anchor":"https://api.provider.example/api/v1/account"');
  expect(text).toContain("https://api.provider.example/.well-known/oauth-protected-resource/api/v1");
  expect(text).toContain("https://login.provider.example/.well-known/oauth-authorization-server");
});

test("the API catalogue lists each active version, and states which versions will end", () => {
  const addresses = addressesAt({ CATALOGUE_ORIGIN: "https://api.provider.example" });
  const anchorsOn = (day: string) => {
    const apis = apiCatalog(addresses, TWO_VERSIONS, day) as {
      linkset: { anchor: string; item?: { href: string }[] }[];
    };
    expect(mistakesIn(JSON.parse(JSON.stringify(apis)), LINKSET)).toBeUndefined();
    const [index, ...contexts] = apis.linkset;
    expect(index?.item?.map(({ href }) => href)).toEqual(contexts.map(({ anchor }) => anchor));
    return contexts;
  };
  const contexts = anchorsOn("2026-11-23");
  const api = "https://api.provider.example/api";
  expect(contexts.map(({ anchor }) => anchor)).toEqual([
    `${api}/v1`,
    `${api}/v2`,
    `${SITE}/api/v1/account`,
    `${api}/v1/mcp`,
    `${api}/v2/mcp`,
    `${SITE}/api/v1/account/mcp`,
    `${SITE}/api/v1/account/mcp/read`,
  ]);
  const notice = [{ href: `${SITE}/developers/versions`, type: "text/html" }];
  expect(contexts[0]).toMatchObject({
    deprecation: notice,
    sunset: notice,
    "successor-version": [{ href: `${api}/v2/openapi.json` }],
    status: [{ href: `${api}/v1/status` }],
  });
  expect(contexts[1]).toMatchObject({ "service-desc": [{ href: `${api}/v2/openapi.json` }] });
  expect(Object.keys(contexts[1] ?? {})).not.toContain("deprecation");
  expect(
    anchorsOn("2099-01-01").map(({ anchor }) => anchor),
    "on the day of its sunset",
  ).not.toContain(`${api}/v1`);
});

test("the AI catalogue links the provider's privacy policy for each server", () => {
  const brand = brandFrom({ ...SAMPLE_BRAND, BRAND_NAME: "Maple", PRIVACY_URL: "https://provider.example/privacy" });
  const { entries } = aiCatalog(brand, addressesAt()) as { entries: { extensions: unknown }[] };
  const extensions = {
    "https://ai-catalog.org/extensions/policy-urls": { privacyPolicyUrl: "https://provider.example/privacy" },
  };
  expect(entries).toEqual(Array(3).fill(expect.objectContaining({ extensions })));
});

describe("security.txt", () => {
  const contacts = ["mailto:security@provider.example", "https://provider.example/report"];

  test("has the fields of RFC 9116 and an expiry date that moves with the current date", () => {
    const text = securityTxt(contacts, SITE, new Date("2026-11-22T20:15:00Z"));
    expect(text.split("\n")).toEqual([
      "Contact: mailto:security@provider.example",
      "Contact: https://provider.example/report",
      "Expires: 2027-05-21T00:00:00Z",
      `Canonical: ${SITE}/.well-known/security.txt`,
      "",
    ]);
    expect(securityTxt(contacts, SITE, new Date("2027-02-28T23:59:59Z"))).toContain("Expires: 2027-08-27T00:00:00Z");
  });
});

describe("the sitemap", () => {
  const map = sitemap(SITE, ["web-start", "a&b<c>"], ["/developers/operations/listPlans"]);

  test("escapes the ids of plans", () => {
    expect(map).not.toMatch(/&(?!#\d+;)/);
    expect(map).toContain(`${SITE}/plans/a%26b%3Cc%3E?lang=en`);
  });
});

describe("the settings for discovery", () => {
  const UNSET = { MCP_REGISTRY_AUTH: "", OPENAI_APPS_CHALLENGE: "", SECURITY_CONTACT: "" };
  const KEY = btoa("k".repeat(32));

  test("create no document if they are empty", () => {
    expect(discoveryFrom(UNSET)).toEqual({ registryProof: null, openAiChallenge: null, securityContacts: [] });
  });

  test("accept a proof unchanged", () => {
    const proof = `v=MCPv1; k=ed25519; p=${KEY}`;
    expect(discoveryFrom({ ...UNSET, MCP_REGISTRY_AUTH: ` ${proof} ` }).registryProof).toBe(proof);
    const other = `v=MCPv1; k=ecdsap384; p=${btoa("k".repeat(49))}`;
    expect(discoveryFrom({ ...UNSET, MCP_REGISTRY_AUTH: other }).registryProof).toBe(other);
  });

  test.each([
    ["MCP_REGISTRY_AUTH", `v=MCPv1; k=ed25519; p=${btoa("k".repeat(31))}`],
    ["MCP_REGISTRY_AUTH", `v=MCPv1; k=rsa; p=${KEY}`],
    ["MCP_REGISTRY_AUTH", `v=MCPv1; k=ed25519; p=${KEY.slice(0, -1)}`],
    ["MCP_REGISTRY_AUTH", `v=MCPv1; k=ed25519; p=${KEY}\nv=MCPv1; k=ed25519; p=${KEY}`],
    ["MCP_REGISTRY_AUTH", "v=MCPv1"],
    ["OPENAI_APPS_CHALLENGE", "two words"],
    ["OPENAI_APPS_CHALLENGE", "t".repeat(513)],
    ["SECURITY_CONTACT", "security@provider.example"],
    ["SECURITY_CONTACT", "javascript:alert(1)"],
    ["SECURITY_CONTACT", "http://provider.example/report"],
    ["SECURITY_CONTACT", "mailto:security@provider.example\nExpires: never"],
  ] as const)("stop the deployment for %s=%j, and the message names the setting", (name, value) => {
    expect(() => discoveryFrom({ ...UNSET, [name]: value })).toThrow(name);
  });
});
