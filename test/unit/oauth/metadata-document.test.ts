import { expect, test } from "vitest";
import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import { freshFor, mayBeFetched, readDocument } from "../../../workers/account/oauth/metadata-document.ts";
import { casesOf } from "../../support/cases.ts";
import { documentFor } from "../../system/oauth/support/document-host.ts";

/** URLs that a deployment must not fetch, grouped by reason, and URLs that it may fetch. */
const CASES = casesOf<{ inside: Record<string, string[]>; fetched: string[] }>(import.meta.url);
const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21, 12);
const ID = "https://app.example.com/client.json";
const PRIVATE_KEY = { token_endpoint_auth_method: "private_key_jwt" };
const READINGS: Record<string, object[]> = {
  known: [
    ...[{}, { token_endpoint_auth_method: "none" }],
    ...[
      ["http://127.0.0.1/callback", "com.example.atelier:/callback"],
      ["https://app.example/cb", "cursor://app/cb"],
    ].map((redirect_uris) => ({ redirect_uris })),
    { ...PRIVATE_KEY, token_endpoint_auth_methods_supported: ["private_key_jwt", "none"] },
    { grant_types: ["authorization_code", "urn:example:other"], response_types: ["code", "id_token"] },
  ],
  incomplete: [
    ...[{ client_id: undefined }, { client_name: undefined }, { client_name: "  " }, { client_name: 7 }],
    ...[{ redirect_uris: [] }, { redirect_uris: undefined }, { redirect_uris: "https://app.example/callback" }],
  ],
  unsafe_redirect: [
    ...["javascript:alert(1)", "http://app.example/callback", "myapp://cb", "search-ms:x", "https://*.example/cb"].map(
      (unsafe) => ({ redirect_uris: ["https://app.example/callback", unsafe] }),
    ),
  ],
  other_client: [{ client_id: "https://app.example.com/Client.json" }],
  needs_authentication: [
    ...[{ client_secret: "s" }, { client_secret_expires_at: 0 }, PRIVATE_KEY],
    ...[
      { token_endpoint_auth_method: "client_secret_basic" },
      { token_endpoint_auth_methods_supported: ["private_key_jwt"] },
    ],
  ],
  too_large: [
    { redirect_uris: Array.from({ length: 21 }, (_, one) => `https://app.example/${one}`) },
    { redirect_uris: [1, 2, 3].map((one) => `https://app.example/${one}${"a".repeat(1_400)}`) },
  ],
  other_flow: [{ grant_types: ["client_credentials"] }, { response_types: ["token"] }],
};

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each(Object.entries(READINGS))("documents are read as %s", (expected, changes) => {
  for (const change of changes) {
    const reading = readDocument(ID, bytesOf(JSON.stringify(documentFor(ID, change))), START);
    expect(reading.ok ? "known" : reading.reason, JSON.stringify(change)).toBe(expected);
  }
});

test("an application's name is cut to 200 characters", () => {
  const reading = readDocument(ID, bytesOf(JSON.stringify(documentFor(ID, { client_name: "a".repeat(300) }))), START);
  if (!reading.ok) throw new Error(reading.reason);
  expect(JSON.parse(reading.record).clientName).toHaveLength(200);
});

test.each(["", "{", "null", "[]", '"text"'])("%o is not a document", (text) => {
  expect(readDocument(ID, bytesOf(text), START).ok).toBe(false);
});

test.each([
  [{}, 5],
  [{ "Cache-Control": "no-store" }, 5],
  [{ "Cache-Control": "private, max-age=3600" }, 5],
  [{ "Cache-Control": "max-age=10" }, 5],
  [{ "Cache-Control": "max-age=3600" }, 60],
  [{ "Cache-Control": "public,max-age=60, s-maxage=1200" }, 20],
  [{ "Cache-Control": "max-age=3600", Age: "1800" }, 30],
  [{ "Cache-Control": "max-age=9999999999999" }, 1_440],
  [{ "Cache-Control": "max-age=-1" }, 5],
])("with the headers %j, a document stays valid for %d minutes", (headers, minutes) => {
  expect(freshFor(new Headers(headers as Record<string, string>))).toBe(minutes * MINUTE);
});

test.each(Object.entries(CASES.inside))("a URL is not fetched if it has %s", (_, addresses) => {
  for (const address of addresses) expect(mayBeFetched(address, false), address).toBe(false);
});

test.each(CASES.fetched)("%s may be fetched", (address) => {
  expect(mayBeFetched(address, false)).toBe(true);
});

test("loopback URLs are fetched only with a setting, which permits nothing else", () => {
  for (const host of ["localhost:9443", "127.0.0.1", "[::1]:8443"]) {
    expect(mayBeFetched(`https://${host}/client.json`, true)).toBe(true);
  }
  for (const host of ["10.0.0.1", "intranet", "app.example.com:8443", "printer.local", "user@localhost", "0x7f.1"]) {
    expect(mayBeFetched(`https://${host}/client.json`, true)).toBe(false);
  }
  expect(mayBeFetched("http://localhost/client.json", true)).toBe(false);
});

test("if there are too many hosts, only the least recently used one is forgotten", () => {
  const hosts = new Map<string, number>();
  for (const host of ["a", "b", "c"]) keepNewest(hosts, host, 1, 3);
  keepNewest(hosts, "a", 2, 3);
  keepNewest(hosts, "d", 1, 3);
  expect([...hosts]).toEqual([
    ["c", 1],
    ["a", 2],
    ["d", 1],
  ]);
});
