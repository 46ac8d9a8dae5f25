import { expect, test } from "vitest";
import {
  addressBook,
  addressesFor,
  checkAddressSettings,
  isForPrograms,
  mayBePlain,
  resourceMetadataUrl,
} from "../../../shared/platform/addresses.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const at = (url: string, settings = {}) => addressesFor(new URL(url), { ...UNSET_ADDRESSES, ...settings });

test.each([
  "http://localhost:8787",
  "http://127.0.0.1:9",
  "http://127.9.9.9",
  "http://[::1]:8787",
  "https://frontdesk.me.workers.dev",
])("without settings, %s is an origin of its own", (origin) => {
  expect(at(`${origin}/api/v1/plans`)).toEqual({
    site: origin,
    catalogue: `${origin}/api/v1`,
    catalogueMcp: `${origin}/api/v1/mcp`,
    base: `${origin}/api/v1`,
    accountMcp: `${origin}/api/v1/account/mcp`,
    auth: origin,
    clientArea: `${origin}/client-area`,
  });
});

test.each([
  "https://evil.example/",
  "http://localhost.evil.example/",
  "http://127.0.0.1.evil.example/",
  "https://workers.dev/",
  "https://evilworkers.dev/",
])("without settings, %s is refused", (url) => expect(at(url)).toBeNull());

test("a configured origin is the only one", () => {
  const settings = { ORIGIN: "https://desk.provider.example" };
  expect(at("https://desk.provider.example/x", settings)?.site).toBe("https://desk.provider.example");
  expect(at("http://localhost:8787/", settings)).toBeNull();
  expect(at("https://frontdesk.me.workers.dev/", settings)).toBeNull();
});

test("each part can be moved to an origin of its own, and is then answered there too", () => {
  const settings = {
    ORIGIN: "https://desk.provider.example",
    CATALOGUE_ORIGIN: "https://catalogue.provider.example",
    CATALOGUE_MCP_ORIGIN: "https://mcp.provider.example",
    ACCOUNT_ORIGIN: "https://account.provider.example",
    ACCOUNT_MCP_ORIGIN: "https://account-mcp.provider.example",
    AUTH_ORIGIN: "https://auth.provider.example",
    CLIENT_AREA_URL: "https://my.provider.example",
  };
  for (const host of ["desk", "catalogue", "mcp", "account", "account-mcp", "auth"]) {
    expect(at(`https://${host}.provider.example/api/v1`, settings)).toEqual({
      site: "https://desk.provider.example",
      catalogue: "https://catalogue.provider.example/api/v1",
      catalogueMcp: "https://mcp.provider.example/api/v1/mcp",
      base: "https://account.provider.example/api/v1",
      accountMcp: "https://account-mcp.provider.example/api/v1/account/mcp",
      auth: "https://auth.provider.example",
      clientArea: "https://my.provider.example",
    });
  }
});

test.each([
  ["https://desk.example/api/v1", "https://desk.example/.well-known/oauth-protected-resource/api/v1"],
  [
    "https://desk.example/api/v1/account/mcp",
    "https://desk.example/.well-known/oauth-protected-resource/api/v1/account/mcp",
  ],
  ["https://desk.example", "https://desk.example/.well-known/oauth-protected-resource"],
])("the metadata of %s is at %s", (resource, metadata) => expect(resourceMetadataUrl(resource)).toBe(metadata));

test.each([
  ["http://desk.provider.example", "has to begin with https://"],
  ["https://desk.provider.example/", "is not an origin"],
])("ORIGIN=%s is refused", (ORIGIN, reason) => {
  expect(() => checkAddressSettings({ ...UNSET_ADDRESSES, ORIGIN })).toThrow(`ORIGIN ${reason}`);
});

test("ORIGIN may be plain http on loopback", () => {
  checkAddressSettings({ ...UNSET_ADDRESSES, ORIGIN: "http://localhost:8787" });
});

test("problems of a foreign host begin with the configured origin, else with one that leads nowhere", () => {
  expect(addressBook({ ...UNSET_ADDRESSES, ORIGIN: "https://desk.example" }).siteElsewhere).toBe(
    "https://desk.example",
  );
  expect(addressBook(UNSET_ADDRESSES).siteElsewhere).toBe("https://host.invalid");
});

test.each([
  ["/api/v1/plans", true],
  ["/oauth/token", true],
  ["/.well-known/oauth-authorization-server", true],
  ["/oauth/authorize", false],
  ["/oauth/authorize/", false],
  ["/oauth/authorized", true],
  ["/apis", false],
  ["/client-area", false],
])("%s is for programs: %s", (path, expected) => expect(isForPrograms(path)).toBe(expected));

test.each([
  ["http://localhost:8787/", true],
  ["http://127.0.0.1/", true],
  ["https://localhost/", false],
  ["http://desk.example/", false],
  ["https://desk.example/", false],
])("cookies of %s may go without Secure: %s", (url, expected) => expect(mayBePlain(new URL(url))).toBe(expected));
