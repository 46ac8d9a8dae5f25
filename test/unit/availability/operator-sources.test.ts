import { expect, test } from "vitest";
import { parseOperatorSources } from "../../../workers/catalogue/availability/sources/operator-sources.ts";
import { casesOf } from "../../support/cases.ts";

function read(...entries: unknown[]) {
  return parseOperatorSources(JSON.stringify(entries));
}

/** Returns the only problem in the file, as `entry: message`. */
function problemOf(...entries: unknown[]): string {
  const { problems, table } = read(...entries);
  expect(problems).toHaveLength(1);
  expect(table.size).toBe(entries.length - 1);
  return problems.map(({ entry, message }) => `${entry}: ${message}`).join();
}

const WHMCS = { extensions: ".maple,.co.maple", uri: "socket://whois.nic.maple", available: "No match for" };

test("a WHMCS entry is accepted unchanged", () => {
  const page = { extensions: ".oak", uri: "https://whois.nic.oak/check?name=", available: "is still free" };
  const { table, problems } = read(WHMCS, page);
  expect(problems).toEqual([]);
  expect([...table.keys()]).toEqual(["maple", "co.maple", "oak"]);
  expect(table.get("co.maple")?.[0]).toMatchObject({
    ...{ kind: "whois", host: "whois.nic.maple", port: 43, query: "{name}", origin: "operator" },
    phrases: { available: ["No match for"] },
  });
  expect(table.get("oak")?.[0]).toMatchObject({ kind: "page", host: "whois.nic.oak", port: 443 });
});

test("an entry in the extended format is accepted", () => {
  const whois = {
    ...{ extensions: ".maple", uri: "socket://das.nic.maple:4343", query: "get 1.0 {label}\r\n" },
    ...{ available: ["Status: FREE"], taken: ["Status: HELD"], limited: ["RC: -2"] },
    rate: { perMinute: 60, concurrency: 2 },
  };
  const rdap = { extensions: ".oak", rdap: "https://rdap.nic.oak/rdap", trusted404: true };
  const { table, problems } = read(whois, rdap, { extensions: ".elm", none: true, note: "nobody to ask" });
  expect(problems).toEqual([]);
  expect(table.get("maple")?.[0]).toMatchObject({
    ...{ kind: "whois", port: 4343, query: "get 1.0 {label}" },
    rate: { perMinute: 60, concurrency: 2, burst: 3 },
    phrases: { taken: ["Status: HELD"], limited: ["RC: -2"] },
  });
  expect(table.get("oak")?.[0]).toMatchObject({ base: "https://rdap.nic.oak/rdap/", trusted404: true });
  expect(table.get("elm")).toEqual([]);
});

test.each(casesOf<[entry: unknown, message: string][]>(import.meta.url))(
  "a mistake is reported with the number of its entry: %j",
  (entry, message) => {
    const problem = problemOf(
      { extensions: ".good", uri: "socket://whois.nic.good", available: "No match for" },
      entry,
    );
    expect(problem).toContain(message);
    expect(problem).toMatch(/^2: /);
  },
);

test("the first of two entries for an extension applies", () => {
  const { table, problems } = read(WHMCS, { ...WHMCS, extensions: ".maple", uri: "socket://other.nic.maple" });
  expect(problems).toEqual([{ entry: 2, extension: ".maple", message: "is already in entry 1" }]);
  expect(table.get("maple")?.[0]?.host).toBe("whois.nic.maple");
});

test("a file that is not a list is refused", () => {
  expect(parseOperatorSources("{").problems[0]?.message).toContain("not JSON");
  expect(parseOperatorSources("{}").problems[0]?.message).toBe("must be an array of entries");
});
