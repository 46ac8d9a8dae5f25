import { expect, test } from "vitest";
import {
  compareNames,
  domainsIn,
  isHostName,
  maskDomains,
} from "../../../workers/catalogue/availability/classify/domain-name.ts";

test.each<[text: string, isHost: boolean]>([
  ["ns1.sample.example", true],
  [" NS1.Sample.Example. ", true],
  ["_dmarc.sample.example", true],
  ["ns1.sample.example 192.0.2.1", true],
  ["ns1.sample.example, 192.0.2.1; 2001:db8::1", true],
  ["ns1.sample.example  (192.0.2.1)", true],
  ["ns1.sample.example [192.0.2.1]", true],
  ["ns1.sample.example ns2.sub.sample.example", true],
  ["ns1.sample.example 192.0.2.1 ", true],
  ["ns1.sample.example 192.0.2.1,", true],
  ["ns1.sample.example         is down", false],
  ["ns1.sample.example is down", false],
  ["ns1.sample.example 192.0.2.1 maybe", false],
  ["ns1.sample.example a.b!", false],
  ["ns1.sample.example !a.b", false],
  ["sample", false],
  ["192.0.2.1", false],
  ["2026-11-23", false],
  ["-a.example", false],
  ["a.example!", false],
  ["a.b!c.example", false],
  ["!a.example", false],
  ["a..example", false],
  ["a.example.1", false],
  ["a.b.", false],
  ["", false],
])("%j is a host name: %s", (text, isHost) => {
  expect(isHostName(text)).toBe(isHost);
});

test.each<[found: string, asked: string, relation: "same" | "other" | null]>([
  ["a.example", "a.example", "same"],
  [" A.Example. ", "a.example", "same"],
  ["a.example", " A.EXAMPLE. ", "same"],
  ["b.example", "a.example", "other"],
  ["a", "a.example", "same"],
  [" a. ", "a.example", "same"],
  ["b", "a.co.example", "other"],
  ["érable.example", "xn--rable-9ra.example", "same"],
  ["crème.example", "xn--crme-6oa.example", "same"],
  ["xn--é.example", "a.example", null],
  ["a b", "a.example", null],
  ["a.example!", "a.example", null],
  ["", "a.example", null],
  ["a.example", "", null],
  ["a.example", "no name", null],
])("%j compared with %j is %s", (found, asked, relation) => {
  expect(compareNames(found, asked)).toBe(relation);
});

test("names are found in a text, and put out of the way of its words", () => {
  expect(domainsIn("See a.example, not 192.0.2.1 or 2026.11.23.")).toEqual(["a.example"]);
  expect(domainsIn("nothing")).toEqual([]);
  expect(maskDomains("a.example is not b.example", "@")).toBe("@ is not @");
});
