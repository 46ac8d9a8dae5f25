import { expect, test } from "vitest";
import { versionFaults } from "../../../scripts/release/version-rules.ts";
import type { ApiVersion } from "../../../shared/api/versions/api-versions.ts";

const TODAY = "2026-11-23";
const NOTICE = "/developers#versions";
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

test.each<[string, ApiVersion[], TestFacts?]>([
  ["the first is deprecated from today on, for twelve months", [ending(TODAY, "2027-11-23"), SECOND]],
  ["it is to be deprecated later", [ending("2027-02-01", "2028-02-01"), SECOND]],
  [
    "it was announced before",
    [ending("2026-01-01", "2027-01-01"), SECOND],
    { released: [ending("2026-01-01", "2027-01-01")] },
  ],
  [
    "its sunset is later than was announced",
    [ending("2026-01-01", "2027-06-01"), SECOND],
    { released: [ending("2026-01-01", "2027-01-01")] },
  ],
  [
    "it has ended, and its operations are gone",
    [ending("2025-01-01", "2026-01-01"), SECOND],
    { routed: [2], released: [ending("2025-01-01", "2026-01-01"), SECOND] },
  ],
])("may be built: %s", (_, versions, facts) => {
  expect(faultsOf(versions, facts)).toEqual([]);
});

test.each<[string, ApiVersion[], RegExp, TestFacts?]>([
  ["a sunset a day too early", [ending(TODAY, "2027-11-22"), SECOND], /earlier than twelve months after 2026-11-23/],
  [
    "a sunset before the last year",
    [ending("9999-01-01", "2027-01-01"), SECOND],
    /earlier than twelve months after 9999/,
  ],
  [
    "a deprecation in the past when it is announced",
    [ending("2026-11-22", "2028-01-01"), SECOND],
    /2026-11-22, which is past/,
  ],
  [
    "a deprecation that is moved into the past",
    [ending("2026-06-01", "2028-01-01"), SECOND],
    /which is past/,
    { released: [ending("2027-01-01", "2028-01-01")] },
  ],
  [
    "a sunset that is brought forward",
    [ending("2026-01-01", "2027-01-01"), SECOND],
    /was to be answered until 2027-06-01/,
    { released: [ending("2026-01-01", "2027-06-01")] },
  ],
  ["a version that the site reads", [ending(TODAY, "2027-11-23"), SECOND], /READ_BY_PAGES/, { readByPages: 1 }],
  ["no successor", [ending(TODAY, "2027-11-23")], /without a successor/],
  [
    "a successor without operations",
    [ending(TODAY, "2027-11-23"), SECOND],
    /1 is deprecated without a successor/,
    { routed: [1] },
  ],
  [
    "a sunset that is reached while it is routed",
    [ending("2025-01-01", TODAY), SECOND],
    /has reached its sunset/,
    { released: [ending("2025-01-01", TODAY)] },
  ],
  [
    "operations that are gone before the sunset",
    [ending(TODAY, "2027-11-23"), SECOND],
    /has to be answered until 2027-11-23/,
    { routed: [2] },
  ],
  ["a version without operations or sunset", [FIRST, SECOND], /1 has no operations, and no sunset/, { routed: [2] }],
  ["operations without a row", [FIRST], /version 2 has operations and no row/, { routed: [1, 2] }],
  ["a row that is gone", [SECOND], /version 1 was released: its row stays/],
  ["rows out of order", [SECOND, FIRST], /not in order/],
  ["a release of another major", [{ major: 1, release: "2.0.0" }], /is released as 2.0.0/],
  ["a day that is none", [ending("2026-02-30", "2028-01-01"), SECOND], /2026-02-30, which is no day/],
  [
    "a notice elsewhere",
    [{ ...ending(TODAY, "2027-11-23"), notice: "https://elsewhere.example" } as ApiVersion, SECOND],
    /no path/,
  ],
])("may not be built: %s", (_, versions, said, facts) => {
  const faults = faultsOf(versions, facts);
  expect(
    faults.some((fault) => said.test(fault)),
    faults.join("\n"),
  ).toBe(true);
});

test("a year from 29 February ends on 1 March", () => {
  const leap = (sunset: string) => faultsOf([ending("2028-02-29", sunset), SECOND]);
  expect(leap("2029-02-28")).toHaveLength(1);
  expect(leap("2029-03-01")).toEqual([]);
});
