import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readData } from "../../../shared/zones-contract/record-data.ts";
import type { RecordType } from "../../../shared/zones-contract/zone-system.ts";

const k = (count: number) => "x".repeat(count);

test.each<[RecordType, string[], string[]?]>([
  ["A", ["192.0.2.1"]],
  ["AAAA", ["2001:DB8:0:0::1"], ["2001:db8::1"]],
  ["AAAA", ["::ffff:192.0.2.1"], ["::ffff:c000:201"]],
  [
    "CAA",
    ["0", "ISSUE", "letsencrypt.org; validationmethods=dns-01; accounturi=https://x.example/acct/1"],
    ["0", "issue", "letsencrypt.org; validationmethods=dns-01; accounturi=https://x.example/acct/1"],
  ],
  ["CAA", ["0", "issuewild", ";"]],
  ["CAA", ["128", "iodef", "mailto:security@example.com"]],
  ["CNAME", ["_Target.Example.com"], ["_target.example.com"]],
  ["MX", ["10", "Mail.Example.com"], ["10", "mail.example.com"]],
  ["MX", ["0", "."]],
  ["SRV", ["0", "65535", "443", "a.example.com"]],
  ["SRV", ["0", "0", "0", "."]],
  ["TXT", ['a "quoted" \\ back + % ; é']],
  ["TXT", [""]],
  ["TXT", [k(255), k(255)]],
  ["TXT", ["é".repeat(127)]],
])("%s %j is read in canonical form", (type, written, read = written) => {
  expect(readData(type, written)).toEqual({ data: read });
});

test.each<[RecordType, string[], number | null]>([
  ["A", [], null],
  ...["192.0.2", "192.0.2.256", "192.0.02.1", "192.0.2.1 ", "0x7f.1", "3221225985", "2001:db8::1", "١.١.١.١"].map(
    (address): [RecordType, string[], number] => ["A", [address], 0],
  ),
  ...["192.0.2.1", "2001:db8::1::2", "2001:db8::1%eth0", "[::1]", "fe80::1/64", "g::1", "", "1:2:3:4:5:6:7:8:9"].map(
    (address): [RecordType, string[], number] => ["AAAA", [address], 0],
  ),
  ["CAA", ["1", "issue", "letsencrypt.org"], 0],
  ["CAA", ["0", "is-sue", "letsencrypt.org"], 1],
  ["CAA", ["0", "x".repeat(16), "y"], 1],
  ["CAA", ["0", "issue", "https://letsencrypt.org"], 2],
  ["CAA", ["0", "iodef", "security@example.com"], 2],
  ["CAA", ["0", "iodef", "javascript:alert(1)"], 2],
  ["CAA", ["0", "other", "é"], 2],
  ["CNAME", ["."], 0],
  ["CNAME", ["example.com."], 0],
  ["MX", ["-1", "mail.example.com"], 0],
  ["MX", ["65536", "mail.example.com"], 0],
  ["MX", ["010", "mail.example.com"], 0],
  ["MX", ["10", "192.0.2.1"], 1],
  ["MX", ["10", "_mail.example.com"], 1],
  ["MX", ["10", "."], 0],
  ["SRV", ["0", "0", "70000", "a.example.com"], 2],
  ["SRV", ["0", "0", "443", "_a.example.com"], 3],
  ["TXT", [], null],
  ["TXT", ["a", k(256)], 1],
  ["TXT", [k(10_000)], 0],
  ["TXT", Array(40).fill(k(250)), null],
  ["TXT", Array(17).fill(k(255)), null],
  ["TXT", ["a\nb"], 0],
  ["TXT", ["a\u0000b"], 0],
  ["TXT", ["\ud800"], 0],
])("%s %j is refused at field %j", (type, written, index) => {
  const read = readData(type, written);
  expect("refused" in read && read.refused.map((refused) => refused.index)).toEqual([index]);
});

describe("a refusal", () => {
  test("names each field that is wrong, in both languages, and repeats nothing that was sent", () => {
    const read = readData("SRV", ["SECRETa", "SECRETb", "SECRETc", "SECRETd."]);
    expect("refused" in read && read.refused.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(JSON.stringify(read)).not.toContain("SECRET");
  });
});

test("whatever is read reads as itself", () => {
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
