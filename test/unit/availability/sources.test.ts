import { expect, test } from "vitest";
import { extensions } from "../../../dev/seed/catalogue.ts";
import { decodeAnswer, queryFor, urlFor } from "../../../workers/catalogue/availability/ask/wire-format.ts";
import { ORIGINS, SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";
import { registrySources } from "../../../workers/catalogue/availability/sources/registry-settings.ts";

const NOTHING_SET = {
  ...{ REGISTRY_SOURCES: "", REGISTRY_RATES: "", DNS_RESOLVER: "", DEMONSTRATION: "" },
  ...{ SANDBOX_WHOIS: "", SANDBOX_RDAP: "", SANDBOX_DAS: "" },
};
const SOLD = extensions.map(({ tld }) => tld.slice(1));

test("every sold extension has a real source or states that it has none", () => {
  expect([...SOURCES.keys()].sort()).toEqual([...SOLD].sort());
  expect(SOLD.filter((extension) => SOURCES.get(extension)?.length === 0)).toEqual(["es"]);
});

test("every source has a known origin and a host, and all sources on a host have the same rate", () => {
  const rates = new Map<string, string>();
  for (const sources of SOURCES.values()) {
    for (const source of sources) {
      expect(Object.keys(ORIGINS)).toContain(source.origin);
      expect(source.host).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
      const address = `${source.host}:${source.port}`;
      expect(rates.get(address) ?? JSON.stringify(source.rate)).toBe(JSON.stringify(source.rate));
      rates.set(address, JSON.stringify(source.rate));
      if (source.kind === "rdap") expect(source.base).toMatch(/^https:\/\/.+\/$/);
    }
  }
});

test("an untrusted 404 always has a second source to confirm it", () => {
  for (const sources of SOURCES.values()) {
    const [first, second] = sources;
    if (first?.kind === "rdap" && !first.trusted404) expect(second).toBeDefined();
  }
});

test("a 404 is not trusted if the RDAP base is not in IANA's file or knows only some of the sold extensions", () => {
  const rdap = [...SOURCES].flatMap(([extension, sources]) =>
    sources.flatMap((source) => (source.kind === "rdap" ? [{ extension, ...source }] : [])),
  );
  expect(rdap.filter(({ origin, trusted404 }) => origin === "override" && trusted404)).toEqual([]);
  const overridden = rdap.filter(({ origin }) => origin === "override").map(({ extension }) => extension);
  expect(overridden).toEqual(expect.arrayContaining(["me", "ch", "li", "io", "co", "us", "de"]));
  expect(rdap.find(({ extension }) => extension === "name")?.trusted404).toBe(false);
});

test("the sources use the expected queries and URLs", () => {
  const [das] = SOURCES.get("eu") ?? [];
  const [rdap, whois] = SOURCES.get("com") ?? [];
  if (das?.kind !== "das" || rdap?.kind !== "rdap" || whois?.kind !== "whois")
    throw new Error("the table changed kinds");
  expect(queryFor(das, "maple.eu")).toBe("get 1.0 maple\r\n");
  expect(queryFor(whois, "maple.com")).toBe("domain maple.com\r\n");
  expect(urlFor(rdap, "maple.com")).toBe("https://rdap.verisign.com/com/v1/domain/maple.com");
});

test("an operator's entry replaces the bundled one", () => {
  const { table } = registrySources({ ...NOTHING_SET, REGISTRY_SOURCES: '[{"extensions": ".eu", "none": true}]' });
  expect(table.get("eu")).toEqual([]);
  expect(table.get("be")).toHaveLength(2);
});

test("bytes that are not UTF-8 are read as windows-1252", () => {
  expect(decodeAnswer(new TextEncoder().encode("érable"))).toBe("érable");
  expect(decodeAnswer(new Uint8Array([0xe9, 0x72]))).toBe("ér");
});
