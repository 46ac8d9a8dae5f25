import { expect, test } from "vitest";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";
import * as registryRates from "../../../workers/catalogue/availability/sources/registry-rates.ts";

const { parseRegistryRates, unknownHosts, withHostRate, withRates } = registryRates;
const given = (rates: unknown) => parseRegistryRates(JSON.stringify(rates));

test("a rate for a host replaces only that host's rate", () => {
  const rates = given({ "whois.nic.it": { per_minute: 30 }, "rdap.verisign.com:443": { burst: 50, per_day: 5_000 } });
  expect(rates.problems).toEqual([]);
  const table = withRates(SOURCES, rates);
  expect(table.get("it")?.[0]?.rate).toEqual({ perMinute: 30, burst: 3, concurrency: 1 });
  expect(table.get("com")?.[0]?.rate).toEqual({ perMinute: 60, burst: 50, concurrency: 4, perDay: 5_000 });
  expect(table.get("at")?.[0]?.rate).toEqual(SOURCES.get("at")?.[0]?.rate);
});

test("a rate for a host and port takes precedence over a rate for only the host", () => {
  const rates = given({ "whois.nic.ch": { burst: 1 }, "whois.nic.ch:4343": { burst: 2 } });
  const rate = { perMinute: 30, burst: 5, concurrency: 2 };
  expect(withHostRate(rate, { host: "whois.nic.ch", port: 4343 }, rates).burst).toBe(2);
  expect(withHostRate(rate, { host: "whois.nic.ch", port: 43 }, rates).burst).toBe(1);
});

test.each([
  ["a list instead of hosts", []],
  ["a number", { "whois.nic.it": 30 }],
  ["an empty entry for a host", { "whois.nic.it": {} }],
  ["an unknown field", { "whois.nic.it": { perMinute: 30 } }],
  ["zero", { "whois.nic.it": { burst: 0 } }],
  ["a value above the maximum", { "whois.nic.it": { per_minute: 6_001 } }],
  ["text", { "whois.nic.it": { per_day: "100" } }],
])("the rates are refused as a whole if they contain %s", (_what, rates) => {
  const read = given(rates);
  expect(read.problems).toHaveLength(1);
  expect(read.rates.size).toBe(0);
});

test("a rate for a host without a source is reported", () => {
  const rates = given({ "whois.nic.it": { burst: 1 }, registrar: { burst: 1 }, "whois.nowhere": { burst: 1 } });
  expect(unknownHosts(SOURCES, rates)).toEqual(["whois.nowhere"]);
});

test("the tested bundled rates, including bursts, stay within the registries' published limits", () => {
  const rateOf = (extension: string, kind: string) => {
    const rate = SOURCES.get(extension)?.find((source) => source.kind === kind)?.rate;
    if (!rate) throw new Error(`no ${kind} of .${extension}`);
    return rate;
  };
  const inMinutes = (extension: string, kind: string, minutes: number) => {
    const { perMinute, burst } = rateOf(extension, kind);
    return minutes * perMinute + burst;
  };
  expect(inMinutes("eu", "das", 1)).toBe(120);
  expect(inMinutes("eu", "whois", 1)).toBe(15);
  expect(inMinutes("be", "das", 1)).toBe(50);
  expect(inMinutes("xyz", "whois", 15)).toBeLessThanOrEqual(1_800);
  expect(rateOf("ie", "whois").perDay).toBe(100);
  for (const extension of ["uk", "co.uk", "me.uk", "org.uk"]) expect(rateOf(extension, "whois").perDay).toBe(1_000);
  expect(SOURCES.get("nl")?.map(({ kind }) => kind)).toEqual(["rdap"]);
});
