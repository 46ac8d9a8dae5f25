import { expect, test } from "vitest";
import type { Catalogue } from "../../../shared/billing-contract/catalogue.ts";
import { closeNames } from "../../../workers/catalogue/catalogue-data/close-names.ts";
import { parseSoldName } from "../../../workers/catalogue/catalogue-data/sold-name.ts";

const PRICES = { register: 1_000, transfer: 1_000, renew: 1_000 };
const extensions = [".com", ".net", ".ca", ".qc.ca", ".org", ".eu", ".it", ".ai"].map((tld) => ({ tld, ...PRICES }));

/** Returns the domains that a search suggests for `names`. `asked` contains all domains of the search. */
function closeTo(names: string[], more: Partial<Catalogue> = {}, asked: string[] = names): string[] {
  const catalogue = { extensions, currency: "CAD", language: "en", ...more } as Catalogue;
  const sold = (texts: string[]) => texts.map((text) => parseSoldName(text, catalogue, "domains"));
  return closeNames(sold(names), catalogue, sold(asked)).map(({ name }) => name.unicode);
}

const EVERYWHERE = { extensions: extensions.slice(0, 1) };

test.each<[string, string[], Partial<Catalogue>, string[]]>([
  [
    "other extensions in the currency's order, then without the hyphen, then with common words",
    ["studio-ana.com"],
    {},
    [
      ...["studio-ana.ca", "studio-ana.net", "studio-ana.org", "studio-ana.eu", "studioana.com"],
      ...["get-studio-ana.com", "my-studio-ana.com", "studio-ana-hq.com", "studio-ana-shop.com"],
    ],
  ],
  [
    "in French and in euros",
    ["studio.ca"],
    { language: "fr", currency: "EUR" },
    [
      ...["studio.eu", "studio.com", "studio.net", "studio.org"],
      ...["mon-studio.ca", "la-studio.ca", "studio-boutique.ca", "studio-atelier.ca"],
    ],
  ],
  [
    "a hyphen between letters and digits",
    ["agence24h.com"],
    EVERYWHERE,
    ["agence-24-h.com", "get-agence24h.com", "my-agence24h.com", "agence24h-hq.com", "agence24h-shop.com"],
  ],
  [
    "at most ten, each rule for every name before the next",
    ["a-b.com", "c-d.net"],
    {},
    [...["a-b.ca", "a-b.org", "a-b.eu", "a-b.it", "c-d.ca", "c-d.org", "c-d.eu", "c-d.it", "ab.com", "cd.net"]],
  ],
  [
    "without names that their registry refuses: two characters under .it, an accent under .ai",
    ["éa.com"],
    { extensions: [".com", ".it", ".ai", ".net"].map((tld) => ({ tld, ...PRICES })) },
    ["éa.net", "get-éa.com", "my-éa.com", "éa-hq.com", "éa-shop.com"],
  ],
])("a search suggests similar domains: %s", (_, names, more, expected) => {
  expect(closeTo(names, more)).toEqual(expected);
});

test("a search suggests no label that is too long and no domain that it already contains", () => {
  const label = `${"a".repeat(61)}1`;
  expect(closeTo([`${label}.com`], EVERYWHERE)).toEqual([`${"a".repeat(61)}-1.com`]);
  expect(closeTo(["a-b.com"], EVERYWHERE, ["a-b.com", "ab.com", "get-a-b.com", "a-b-hq.com"])).toEqual([
    "my-a-b.com",
    "a-b-shop.com",
  ]);
});
