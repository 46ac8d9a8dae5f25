import { expect, test } from "vitest";
import { linkTo, pickLanguage, samePage, visitOf } from "../../../shared/pages/visit.ts";

const page = (query: string) => new URL(`https://desk.example/${query}`);

test.each([
  ["?lang=fr", null, "fr", true],
  ["?lang=en", "fr", "en", true],
  ["?lang=FR", null, "en", false],
  ["?lang=de", "fr", "fr", false],
  ["?lang=fr&lang=en", null, "en", false],
  ["", null, "en", false],
  ["", "fr-CA", "fr", false],
  ["", "de, fr;q=0.4, en;q=0.3", "fr", false],
  ["", "en;q=0.8, fr-FR;q=0.9", "fr", false],
  ["", "fr;q=0, en;q=0.1", "en", false],
  ["", "fr;q=0", "en", false],
  ["", "fr;q=2", "en", false],
  ["", "french", "en", false],
  ["", "*", "en", false],
  ["", ",;q=,fr-", "en", false],
])("the query %j with the Accept-Language %j gives the language %s", (query, header, language, languageAsked) => {
  expect(pickLanguage(page(query), header)).toEqual({ language, languageAsked });
});

test("links keep the language only if the URL requested it", () => {
  const asked = visitOf(new Request("https://desk.example/?lang=fr"));
  const preferred = visitOf(new Request("https://desk.example/", { headers: { "Accept-Language": "fr" } }));
  expect(linkTo(asked, "/developers#mcp")).toBe("/developers?lang=fr#mcp");
  expect(linkTo(preferred, "/developers#mcp")).toBe("/developers#mcp");
});

test("the language switch keeps the page and its parameters and cannot lead to another site", () => {
  const visit = visitOf(new Request("https://desk.example//elsewhere.example/?currency=CAD&lang=en"));
  const target = samePage(visit, { lang: "fr" });
  expect(target).toBe("?currency=CAD&lang=fr");
  expect(new URL(target, visit.url).origin).toBe("https://desk.example");
});
