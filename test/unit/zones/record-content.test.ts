import fc from "fast-check";
import { expect, test } from "vitest";
import { readPresented } from "../../../shared/zones-contract/presentation-format.ts";
import { writeContent } from "../../../workers/zones/servers/powerdns/rrsets.ts";

test.each<[Parameters<typeof readPresented>[0], string, string[] | null]>([
  ["TXT", '"a\\"b\\\\c" "" "\\195\\169"', ['a"b\\c', "", "é"]],
  ["TXT", '"é"', ["é"]],
  ["TXT", '"a;b" "c  d"', ["a;b", "c  d"]],
  ["TXT", '"\\255"', null],
  ["CAA", '0 issue "letsencrypt.org; a=b"', ["0", "issue", "letsencrypt.org; a=b"]],
  ["MX", "10 mail.example.com.", ["10", "mail.example.com."]],
])("the content %s %s is read as its fields", (type, content, fields) => {
  expect(readPresented(type, content)).toEqual(fields);
});

test("texts of any characters are read as they were written", () => {
  const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (data) => {
      const content = writeContent({ type: "TXT", data });
      expect(content).toMatch(/^[\x20-\x7e]+$/);
      expect(readPresented("TXT", content)).toEqual(data);
    }),
  );
});

test("domain names get a final dot, and a single dot stays unchanged", () => {
  expect(writeContent({ type: "MX", data: ["0", "."] })).toBe("0 .");
  expect(writeContent({ type: "SRV", data: ["1", "2", "3", "a.example.com"] })).toBe("1 2 3 a.example.com.");
  expect(writeContent({ type: "CNAME", data: ["a.example.com"] })).toBe("a.example.com.");
});
