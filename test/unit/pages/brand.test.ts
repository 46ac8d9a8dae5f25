import { expect, test } from "vitest";
import { brandFrom, initialOf } from "../../../shared/pages/brand.ts";
import { SAMPLE_BRAND } from "../../support/sample-brand.ts";

const SETTINGS = { ...SAMPLE_BRAND, BRAND_NAME: "Érable & fils", BRAND_COLOUR: "#0B6E4F" };

test("a brand needs only a name and a colour", () => {
  expect(brandFrom(SETTINGS)).toEqual({
    name: "Érable & fils",
    colour: expect.any(Array),
    logo: null,
    menu: [],
    links: [],
    socialImage: null,
    terms: null,
    privacy: null,
    status: null,
    support: null,
    signUp: null,
  });
  expect(initialOf("érable")).toBe("É");
});

test("a brand name is reduced to one line", () => {
  expect(brandFrom({ ...SETTINGS, BRAND_NAME: " Two\nlines\t of  it " }).name).toBe("Two lines of it");
});

test("a brand name loses control characters and direction marks but keeps the joiners of its script", () => {
  const name = "\u202eمستضيف\u2066 می\u200cخواهم\u0007\u200f";
  expect(brandFrom({ ...SETTINGS, BRAND_NAME: name }).name).toBe("مستضيف می\u200cخواهم");
  expect(() => brandFrom({ ...SETTINGS, BRAND_NAME: "\u202e" })).toThrow("BRAND_NAME is empty");
});

test("links are read line by line", () => {
  const [terms, mail] = ["Terms | Conditions | https://a.example/t?x=1", "Mail|Courriel|mailto:a@b.example"];
  const lines = `\n${terms}\n  Help | Aide | /help \n${mail}\n`;
  const { links, menu } = brandFrom({ ...SETTINGS, BRAND_LINKS: lines, BRAND_MENU: lines });
  expect(menu).toEqual(links);
  expect(links).toEqual([
    { label: { en: "Terms", fr: "Conditions" }, address: "https://a.example/t?x=1" },
    { label: { en: "Help", fr: "Aide" }, address: "/help" },
    { label: { en: "Mail", fr: "Courriel" }, address: "mailto:a@b.example" },
  ]);
});

test("the provider's own pages are accepted if they are URLs", () => {
  const addresses = {
    PRIVACY_URL: " https://a.example/privacy ",
    SUPPORT_URL: "mailto:help@a.example",
    SIGN_UP_URL: "https://a.example/join",
  };
  expect(brandFrom({ ...SETTINGS, ...addresses })).toMatchObject({
    privacy: "https://a.example/privacy",
    support: "mailto:help@a.example",
    signUp: "https://a.example/join",
  });
});

test.each([
  ["PRIVACY_URL", "/privacy"],
  ["PRIVACY_URL", "mailto:privacy@a.example"],
  ["SUPPORT_URL", "javascript:alert(1)"],
  ["SIGN_UP_URL", "data:text/html,x"],
  ["BRAND_NAME", " "],
  ["BRAND_COLOUR", "green"],
  ["BRAND_LOGO_URL", "logo.svg"],
  ["BRAND_LOGO_URL", "javascript:alert(1)"],
  ["SOCIAL_IMAGE", "picture.png"],
  ["STATUS_URL", "mailto:status@a.example"],
  ["TERMS_URL", "/terms"],
  ["BRAND_LINKS", "Terms | https://a.example"],
  ["BRAND_MENU", "E-mail | Courriel | plans?line=email"],
  ["BRAND_LINKS", "Terms | Conditions | javascript:alert(1)"],
  ["BRAND_LINKS", "Terms | Conditions | //elsewhere.example"],
])("%s = %j is refused, and the message names the setting", (setting, value) => {
  expect(() => brandFrom({ ...SETTINGS, [setting]: value })).toThrow(setting);
});
