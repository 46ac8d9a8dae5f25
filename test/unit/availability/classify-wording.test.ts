import { expect, test } from "vitest";
import { isHeading, isServiceKey, keyKind } from "../../../workers/catalogue/availability/classify/field-wording.ts";
import { isBare, saysFree } from "../../../workers/catalogue/availability/classify/statement-wording.ts";

test.each<[key: string, kind: string | null]>([
  ["city", "detail"],
  ["whois city", null],
  ["this is the city", null],
  [`city ${"x".repeat(55)}`, "detail"],
  [`city ${"x".repeat(56)}`, null],
  ["city a b c d e f", "detail"],
  ["city a b c d e f g", null],
])("the field %s is of the kind %s", (key, kind) => {
  expect(keyKind(key)).toBe(kind);
});

test("keys about the service, and headings, are known by their words", () => {
  expect([isServiceKey("whois colour"), isServiceKey("colour")]).toEqual([true, false]);
  expect([isHeading("registrar name"), isHeading("registrar colour")]).toEqual([true, false]);
  expect([isBare("the, domain"), isBare("the colour")]).toEqual([true, false]);
});

test.each([
  ["not found", true],
  ["the, domain not found", true],
  ["domain sample not found", true],
  ["for sample not found", true],
  ["sample not found", false],
  ["the sample not found", false],
  ["domainname sample not found", false],
  ["names sample not found", false],
  ["not found sample", false],
  ["not found - sample", true],
  [`no existe ${"x".repeat(150)}`, true],
  [`no existe ${"x".repeat(151)}`, false],
])("%s says that the name is free: %s", (statement, isFree) => {
  expect(saysFree(statement)).toBe(isFree);
});
