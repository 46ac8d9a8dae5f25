import fc from "fast-check";
import { expect, test } from "vitest";
import { presentedFields } from "../../../shared/zones-contract/presentation-format.ts";
import { recordOf } from "../../../workers/billing/client-area/pages/services/dns-entries.ts";

const dataOf = (type: string, value: string) =>
  recordOf({ name: "studio-ana.ca", type, value, ttl: "300" })?.data ?? null;

test.each<[string, string, string[] | null]>([
  ["TXT", "v=spf1 -all", ["v=spf1 -all"]],
  ["TXT", String.raw`back\slash`, [String.raw`back\slash`]],
  ["TXT", "k".repeat(300), ["k".repeat(255), "k".repeat(45)]],
  ["TXT", `"${"k".repeat(300)}"`, ["k".repeat(255), "k".repeat(45)]],
  ["TXT", '"a" "b', null],
  ["TXT", '"a" b', null],
  ["TXT", String.raw`"\255"`, null],
  ["TXT", String.raw`"\300"`, null],
  ["CAA", "0 issue letsencrypt.org", ["0", "issue", "letsencrypt.org"]],
  ["CAA", '0 issue "letsencrypt.org; a=b"', ["0", "issue", "letsencrypt.org; a=b"]],
])("the entry %s %s is read as %j", (type, value, data) => {
  expect(dataOf(type, value)).toEqual(data);
});

test("a TXT record that is copied from the page stays the same", () => {
  const text = fc.string({ unit: "binary", maxLength: 255 }).filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (data) => {
      expect(dataOf("TXT", presentedFields({ type: "TXT", data }).join(" "))).toEqual(data);
    }),
  );
});
