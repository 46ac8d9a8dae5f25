import { describe, expect, test } from "vitest";
import { domainNotOffered, possibleExtensions } from "../../../shared/ordering/domain-orders.ts";
import { blockedSiteNames, isReservedSite, planNotOffered } from "../../../shared/ordering/plan-orders.ts";
import { toTerms } from "../../../shared/ordering/refusals.ts";
import { TODAY } from "./support/facts.ts";

test.each<[what: string, offer: object, reason: string]>([
  ["an unknown plan", { isKnown: false }, "There is no such plan. Plans: web, mail."],
  [
    "a plan without a price in the currency",
    { cycles: [] },
    "The plan web is not sold in EUR, the currency of the account. Plans sold in it: web, mail.",
  ],
  [
    "the cycles of a plan without the requested one",
    {},
    "The plan web is not sold with this billing cycle. Its cycles: monthly, annually.",
  ],
])("a refusal names %s", (_, offer, en) => {
  const sold = { currency: "EUR", isKnown: true, cycles: ["annually", "monthly"], plans: ["web", "mail"] };
  expect(planNotOffered("web", { ...sold, ...offer })).toMatchObject({ code: "not_offered", reason: { en } });
});

describe("a domain order", () => {
  test("is refused with a reason that names the extension if that extension is not sold", () => {
    expect(possibleExtensions("a.studio.zz")).toEqual([".a.studio.zz", ".studio.zz", ".zz"]);
    expect(domainNotOffered("a.studio.zz", null)).toMatchObject({ reason: { en: "Names in .zz are not sold here." } });
  });

  test("is refused if the extension takes no new registrations, even if it has a price", () => {
    expect(domainNotOffered("studio.qc.ca", ".qc.ca")).toMatchObject({ code: "not_offered" });
  });

  test.each([
    ["a.studio.ca", ".ca"],
    ["co.uk", ".co.uk"],
  ])("is refused as invalid if the domain is not directly under %s", (domain, sold) => {
    expect(domainNotOffered(domain, sold)).toMatchObject({ code: "invalid_body", refused: [{ pointer: "/domain" }] });
  });

  test("is not refused if the extension is sold", () => {
    expect(domainNotOffered("studio.ca", ".ca")).toBeNull();
  });
});

describe("the terms in force", () => {
  const row = (scope: string, in_force_on: string) => ({
    ...{
      scope,
      in_force_on,
      title_en: `Terms ${in_force_on}`,
      title_fr: "Conditions",
      url: `https://terms.example/${scope}`,
    },
  });
  const rows = [row("", "2025-01-01"), row("", TODAY), row("", "2027-01-01"), row(".ca", "2010-10-12")];

  test("are the provider's newest terms in force and those of the registry", () => {
    expect(toTerms(rows, TODAY)).toMatchObject({ version: `${TODAY}+ca.2010-10-12`, title: { en: `Terms ${TODAY}` } });
    expect(toTerms(rows, TODAY).items).toHaveLength(2);
    expect(toTerms(rows.slice(0, 3), "2026-11-21").version).toBe("2025-01-01");
  });

  test("are an error if the provider has none", () => {
    expect(() => toTerms(rows, "2024-12-31")).toThrow("no terms of service");
  });
});

test("a blocked domain, its subdomains and a known extension cannot be used as a site", () => {
  const blocked = blockedSiteNames(" bank.example\nHÔTEL.fr ");
  const sites = ["bank.example", "my.bank.example", "xn--htel-vqa.fr", "co.uk", "studio.co.uk", "mybank.example", null];
  expect(sites.map((site) => isReservedSite(site, blocked))).toEqual([true, true, true, true, false, false, false]);
  expect(() => blockedSiteNames("bank.example no/name")).toThrow(/BLOCKED_SITE_NAMES: no\/name/);
});
