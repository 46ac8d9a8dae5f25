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
  ...["http://localhost:8787", "http://127.0.0.1:9", "http://127.9.9.9", "http://[::1]:8787"],
  "https://frontdesk.me.workers.dev",
])("without settings, the origin %s is used for everything", (origin) => {
  const base = `${origin}/api/v1`;
  expect(at(`${base}/plans`)).toEqual({
    ...{ site: origin, auth: origin, clientArea: `${origin}/client-area` },
    ...{ catalogue: base, catalogueMcp: `${base}/mcp`, base, accountMcp: `${base}/account/mcp` },
    accountRead: `${base}/account/mcp/read`,
  });
});

test.each([
  ...["https://evil.example/", "http://localhost.evil.example/", "http://127.0.0.1.evil.example/"],
  ...[
    "https://workers.dev/",
    "https://evilworkers.dev/",
    "https://x';id;'.workers.dev/",
    "https://$(id).me.workers.dev/",
  ],
])("without settings, the URL %s is refused", (url) => expect(at(url)).toBeNull());

test("a configured origin is the only one that is accepted", () => {
  const settings = { ORIGIN: "https://desk.provider.example" };
  expect(at("https://desk.provider.example/x", settings)?.site).toBe("https://desk.provider.example");
  expect(at("http://localhost:8787/", settings)).toBeNull();
  expect(at("https://frontdesk.me.workers.dev/", settings)).toBeNull();
});

test("each part can have a separate origin and is served there", () => {
  const of = (host: string) => `https://${host}.provider.example`;
  const settings = {
    ...{ ORIGIN: of("desk"), CATALOGUE_ORIGIN: of("catalogue") },
    ...{ ACCOUNT_ORIGIN: of("account"), AUTH_ORIGIN: of("auth") },
    CLIENT_AREA_URL: of("my"),
  };
  for (const host of ["desk", "catalogue", "account", "auth"]) {
    expect(at(`${of(host)}/api/v1`, settings)).toEqual({
      ...{ site: of("desk"), auth: of("auth"), clientArea: of("my") },
      ...{ catalogue: `${of("catalogue")}/api/v1`, catalogueMcp: `${of("catalogue")}/api/v1/mcp` },
      ...{ base: `${of("account")}/api/v1`, accountMcp: `${of("account")}/api/v1/account/mcp` },
      accountRead: `${of("account")}/api/v1/account/mcp/read`,
    });
  }
});

test.each(["/api/v1", "/api/v1/account/mcp", ""])(
  "the metadata URL for a resource at %j is on the same host",
  (path) => {
    const metadata = `https://desk.example/.well-known/oauth-protected-resource${path}`;
    expect(resourceMetadataUrl(`https://desk.example${path}`)).toBe(metadata);
  },
);

test.each([
  ["ORIGIN", "http://desk.provider.example", "must begin with https://"],
  ["ORIGIN", "https://desk.provider.example/", "is not an origin"],
  ["AUTH_ORIGIN", "HTTPS://desk.provider.example", ""],
  ["CLIENT_AREA_URL", "https://my.provider.example/", ""],
  ["CLIENT_AREA_URL", "my.provider.example", ""],
])("%s=%s is refused, and the message names the setting", (name, value, reason) => {
  expect(() => checkAddressSettings({ ...UNSET_ADDRESSES, [name]: value })).toThrow(`${name} ${reason}`);
});

test.each(["ORIGIN", "CATALOGUE_ORIGIN", "ACCOUNT_ORIGIN", "AUTH_ORIGIN"])(
  "%s is refused with an invalid host name",
  (name) => {
    for (const host of ["x';id;'.workers.dev", "$(id).provider.example", "a_b.provider.example", "192.0.2.1", "desk"]) {
      const settings = { ...UNSET_ADDRESSES, [name]: `https://${host}` };
      expect(() => checkAddressSettings(settings), host).toThrow(`${name} is not an origin`);
    }
  },
);

test("problems for a foreign host use the configured origin, or otherwise an invalid one", () => {
  const ORIGIN = "https://desk.example";
  expect(addressBook({ ...UNSET_ADDRESSES, ORIGIN }).siteElsewhere).toBe(ORIGIN);
  expect(addressBook(UNSET_ADDRESSES).siteElsewhere).toBe("https://host.invalid");
});

test.each([
  ["/api/v1/plans", true],
  ["/oauth/token", true],
  ["/.well-known/oauth-authorization-server", true],
  ["/oauth/authorize", false],
  ["/oauth/authorize/", false],
  ["/apis", false],
  ["/client-area", false],
])("the path %s serves programs: %s", (path, expected) => expect(isForPrograms(path)).toBe(expected));

test.each([
  ["http://localhost:8787/", true],
  ["http://127.0.0.1/", true],
  ["http://desk.example/", false],
  ["https://desk.example/", false],
])("cookies for %s may omit Secure: %s", (url, expected) => expect(mayBePlain(new URL(url))).toBe(expected));
