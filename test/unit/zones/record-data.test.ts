import fc from "fast-check";
import { expect, test } from "vitest";
import { readData } from "../../../shared/zones-contract/record-data.ts";
import type { RecordType } from "../../../shared/zones-contract/zone-system.ts";
import { casesOf } from "../../support/cases.ts";

const CASES = casesOf<{
  read: [RecordType, written: string[], read?: string[]][];
  refused: [RecordType, written: string[], field: number | null][];
}>(import.meta.url);
const k = (count: number) => "x".repeat(count);

test.each<[RecordType, string[], string[]?]>([...CASES.read, ["TXT", [k(255), k(255)]], ["TXT", ["é".repeat(127)]]])(
  "%s %j is read in canonical form",
  (type, written, read = written) => {
    expect(readData(type, written)).toEqual({ data: read });
  },
);

test.each<[RecordType, string[], number | null]>([
  ...CASES.refused,
  ["TXT", ["a", k(256)], 1],
  ["TXT", [k(10_000)], 0],
  ["TXT", Array(40).fill(k(250)), null],
  ["TXT", Array(17).fill(k(255)), null],
])("%s %j is refused at field %j", (type, written, index) => {
  const read = readData(type, written);
  expect("refused" in read && read.refused.map((refused) => refused.index)).toEqual([index]);
});

test("a refusal names each wrong field and repeats no input", () => {
  const read = readData("SRV", ["SECRETa", "SECRETb", "SECRETc", "SECRETd."]);
  expect("refused" in read && read.refused.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(JSON.stringify(read)).not.toContain("SECRET");
});

test("canonical data is read unchanged", () => {
  const types = fc.constantFrom<RecordType>("A", "AAAA", "CAA", "CNAME", "MX", "SRV", "TXT");
  const field = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.domain(),
    fc.nat(70_000).map(String),
    fc.constantFrom("issue", "iodef", ".", ";", "128", "0"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(types, fc.array(field, { maxLength: 4 }), (type, data) => {
      const read = readData(type, data);
      if ("data" in read) expect(readData(type, read.data)).toEqual(read);
    }),
    { numRuns: 1_000 },
  );
});
