import { expect, test } from "vitest";
import { CASES } from "../billing-contract/contract.ts";
import { sourcesIn } from "./support/sources.ts";

const INTERFACES = { catalogue: "CatalogueReads", customer: "CustomerReads", actions: "ActingBilling" };

/** The methods that the source of an interface declares. */
function methodsOf(file: string, name: string): string[] {
  const source = sourcesIn(["shared/billing-contract"]).get(`shared/billing-contract/${file}.ts`) ?? "";
  const [, body = ""] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, "ms").exec(source) ?? [];
  return [...body.matchAll(/^ {2}(\w+)\??[(<:]/gm)].map(([, method = ""]) => method);
}

test("every method of a billing system has cases in the contract, and no other has any", () => {
  const declared = Object.entries(INTERFACES).flatMap(([file, name]) => methodsOf(file, name));
  expect(declared.length).toBeGreaterThan(30);
  expect(Object.keys(CASES).toSorted()).toEqual(declared.toSorted());
  const without = Object.entries(CASES).filter(([, cases]) => cases.length === 0);
  expect(without.map(([method]) => method)).toEqual([]);
});

test("a billing system is these interfaces and no others", () => {
  const source = sourcesIn(["shared/billing-contract"]).get("shared/billing-contract/billing-system.ts");
  const [, named = ""] = /interface BillingSystem extends ([\w, ]+) \{\}/.exec(source ?? "") ?? [];
  expect(named.split(", ").toSorted()).toEqual(Object.values(INTERFACES).toSorted());
});
