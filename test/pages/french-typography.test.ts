import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDate, formatMoney } from "../../shared/pages/formats.ts";
import { french, typesetFrench } from "../../shared/pages/french-typography.ts";
import { layoutTexts } from "../../shared/pages/layout-texts.ts";
import { developersTexts } from "../../workers/site/pages/developers-texts.ts";
import { failureTexts } from "../../workers/site/pages/failure-texts.ts";
import { homeTexts } from "../../workers/site/pages/home-texts.ts";
import { problemTexts } from "../../workers/site/pages/problem-texts.ts";

test.each([
  ["Connecter à votre compte ?", "Connecter à votre compte\u202f?"],
  ["Essayez : « ceci » ; puis cela !", "Essayez\u00a0: «\u00a0ceci\u00a0»\u202f; puis cela\u202f!"],
  ["50 % de remise", "50\u00a0% de remise"],
  ["12 345 678 sites", "12\u202f345\u202f678 sites"],
  ["Content-Type: application/json à 10:30", "Content-Type: application/json à 10:30"],
  ["https://a.example/?x=1 et http://b.example", "https://a.example/?x=1 et http://b.example"],
  ["en 2026 ou 64 Kio", "en 2026 ou 64 Kio"],
])("%j", (plain, set) => {
  expect(typesetFrench(plain)).toBe(set);
});

test("texts keep their shape, and functions are set when they are called", () => {
  const texts = french({ a: "Non ?", list: ["Oui !"], say: (name: string) => `${name} : oui`, none: null });
  expect(texts.a).toBe("Non\u202f?");
  expect(texts.list).toEqual(["Oui\u202f!"]);
  expect(texts.say("Ana")).toBe("Ana\u00a0: oui");
  expect(texts.none).toBeNull();
});

describe.each(Object.entries({ layoutTexts, homeTexts, developersTexts, problemTexts, failureTexts }))(
  "%s",
  (_, texts) => {
    const written = (value: unknown): string[] => {
      if (typeof value === "string") return [value];
      if (typeof value === "function") return written(value("1", "2"));
      return typeof value === "object" && value !== null ? Object.values(value).flatMap(written) : [];
    };

    test("no sign of French stands after a space that may end a line", () => {
      expect(written(texts.fr).filter((text) => / [?!:;»%](?:\s|$)|« /.test(text))).toEqual([]);
    });

    test("nothing is exclaimed, and apostrophes are typographic", () => {
      expect([...written(texts.en), ...written(texts.fr)].filter((text) => /!|\w'\w/.test(text))).toEqual([]);
    });

    test("nothing was left in English", () => {
      const english = new Set(written(texts.en).filter((text) => text.split(" ").length > 3));
      expect(written(texts.fr).filter((text) => english.has(text))).toEqual([]);
    });
  },
);

test("every file of texts is checked here", () => {
  const files = ["shared/pages", "workers/site/pages"].flatMap((folder) =>
    readdirSync(folder, { encoding: "utf8" }).filter((name) => name.endsWith("-texts.ts")),
  );
  const source = readFileSync(new URL(import.meta.url), "utf8");
  for (const file of files) expect(source).toContain(`/${file}"`);
});

test("amounts name their dollar, dates put the day first", () => {
  expect(formatMoney(14.99, "CAD", "en")).toBe("CA$14.99");
  expect(formatMoney(14.99, "USD", "en")).toBe("US$14.99");
  expect(formatMoney(1234.5, "CAD", "fr").replace(/\s/g, " ")).toBe("1 234,50 $CA");
  expect(formatMoney(14.99, "EUR", "fr").replace(/\s/g, " ")).toBe("14,99 €");
  expect(formatDate("2026-11-03", "en")).toBe("3 November 2026");
  expect(formatDate("2026-11-03", "fr")).toBe("3 novembre 2026");
});
