import { expect, test } from "vitest";
import { brandFrom, brandLetter } from "../../../shared/pages/brand.ts";

const SETTINGS = { BRAND_NAME: "Érable & fils", BRAND_COLOUR: "#0B6E4F", BRAND_LOGO_URL: "", BRAND_LINKS: "" };

test("a name and a colour are enough", () => {
  expect(brandFrom(SETTINGS)).toEqual({ name: "Érable & fils", colour: expect.any(Array), logo: null, links: [] });
  expect(brandLetter(brandFrom({ ...SETTINGS, BRAND_NAME: "érable" }))).toBe("É");
});

test("links are read line by line", () => {
  const [terms, mail] = ["Terms | Conditions | https://a.example/t?x=1", "Mail|Courriel|mailto:a@b.example"];
  const { links } = brandFrom({ ...SETTINGS, BRAND_LINKS: `\n${terms}\n  Help | Aide | /help \n${mail}\n` });
  expect(links).toEqual([
    { label: { en: "Terms", fr: "Conditions" }, address: "https://a.example/t?x=1" },
    { label: { en: "Help", fr: "Aide" }, address: "/help" },
    { label: { en: "Mail", fr: "Courriel" }, address: "mailto:a@b.example" },
  ]);
});

test.each([
  ["BRAND_NAME", " "],
  ["BRAND_COLOUR", "green"],
  ["BRAND_LOGO_URL", "logo.svg"],
  ["BRAND_LOGO_URL", "javascript:alert(1)"],
  ["BRAND_LINKS", "Terms | https://a.example"],
  ["BRAND_LINKS", "Terms | Conditions | javascript:alert(1)"],
  ["BRAND_LINKS", "Terms | Conditions | //elsewhere.example"],
])("%s = %j is refused by name", (setting, value) => {
  expect(() => brandFrom({ ...SETTINGS, [setting]: value })).toThrow(setting);
});
