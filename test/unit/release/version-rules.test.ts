import { expect, test } from "vitest";
import { versionFaults } from "../../../scripts/release/version-rules.ts";
import type { ApiVersion } from "../../../shared/api/versions/api-versions.ts";

const TODAY = "2026-11-23";
const NOTICE = "/developers/versions";
const FIRST: ApiVersion = { major: 1, release: "1.4.0" };
const SECOND: ApiVersion = { major: 2, release: "2.0.0" };
const ending = (deprecated: string, sunset: string): ApiVersion => ({ ...FIRST, deprecated, sunset, notice: NOTICE });

interface TestFacts {
  routed?: number[];
  released?: ApiVersion[];
  readByPages?: number;
}

const faultsOf = (versions: ApiVersion[], facts: TestFacts = {}) => {
  const { routed = versions.map(({ major }) => major), released = [FIRST], readByPages = 2 } = facts;
  return versionFaults("catalogue", versions, { routed, readByPages, released, today: TODAY });
};

/** Returns the first version with this deprecation and sunset, and its successor. */
const two = (deprecated: string, sunset: string): ApiVersion[] => [ending(deprecated, sunset), SECOND];
const releasedAs = (deprecated: string, sunset: string) => ({ released: [ending(deprecated, sunset)] });
const A_YEAR = [TODAY, "2027-11-23"] as const;

test.each<[string, ApiVersion[], TestFacts?]>([
  ["the first version is deprecated today and ends in twelve months", two(...A_YEAR)],
  ["the first version will be deprecated later", two("2027-02-01", "2028-02-01")],
  ["the deprecation was announced earlier", two("2026-01-01", "2027-01-01"), releasedAs("2026-01-01", "2027-01-01")],
  ["the sunset is later than announced", two("2026-01-01", "2027-06-01"), releasedAs("2026-01-01", "2027-01-01")],
  [
    "the first version has ended and has no operations",
    two("2025-01-01", "2026-01-01"),
    { routed: [2], released: two("2025-01-01", "2026-01-01") },
  ],
])("a version table is valid if %s", (_, versions, facts) => {
  expect(faultsOf(versions, facts)).toEqual([]);
});

const notice = "https://elsewhere.example";
test.each<[string, ApiVersion[], RegExp, TestFacts?]>([
  ["a sunset that is a day too early", two(TODAY, "2027-11-22"), /earlier than twelve months after 2026-11-23/],
  ["a sunset before the deprecation", two("9999-01-01", "2027-01-01"), /earlier than twelve months after 9999/],
  ["a new deprecation in the past", two("2026-11-22", "2028-01-01"), /2026-11-22, which is past/],
  [
    "a deprecation that was moved into the past",
    two("2026-06-01", "2028-01-01"),
    /is past/,
    releasedAs("2027-01-01", "2028-01-01"),
  ],
  [
    "a sunset earlier than announced",
    two("2026-01-01", "2027-01-01"),
    /was promised until/,
    releasedAs("2026-01-01", "2027-06-01"),
  ],
  ["a version that the site reads", two(...A_YEAR), /READ_BY_PAGES/, { readByPages: 1 }],
  ["no successor", [ending(...A_YEAR)], /without a successor/],
  ["a successor without operations", two(...A_YEAR), /1 is deprecated without a successor/, { routed: [1] }],
  [
    "a version that is still routed on its sunset",
    two("2025-01-01", TODAY),
    /its sunset/,
    releasedAs("2025-01-01", TODAY),
  ],
  ["operations removed before the sunset", two(...A_YEAR), /stay available until 2027-11-23/, { routed: [2] }],
  ["a version without operations or sunset", [FIRST, SECOND], /1 has no operations, and no sunset/, { routed: [2] }],
  ["operations without a row", [FIRST], /version 2 has operations and no row/, { routed: [1, 2] }],
  ["a removed row", [SECOND], /version 1 was released: its row stays/],
  ["rows out of order", [SECOND, FIRST], /not in order/],
  ["a release of another major", [{ major: 1, release: "2.0.0" }], /is released as 2.0.0/],
  ["a date that does not exist", two("2026-02-30", "2028-01-01"), /2026-02-30, which is not a date/],
  ["a notice elsewhere", [{ ...ending(...A_YEAR), notice } as ApiVersion, SECOND], /not a path/],
])("a version table is refused with %s", (_, versions, said, facts) => {
  expect(faultsOf(versions, facts).join("\n")).toMatch(said);
});

test("a year from 29 February ends on 1 March", () => {
  const leap = (sunset: string) => faultsOf([ending("2028-02-29", sunset), SECOND]);
  expect(leap("2029-02-28")).toHaveLength(1);
  expect(leap("2029-03-01")).toEqual([]);
});
