import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { formatDate, formatInstant, formatMoney, formatZonedInstant } from "../../shared/pages/formats.ts";
import { french, typeset, typesetFrench } from "../../shared/pages/french-typography.ts";
import type { Language } from "../../shared/platform/language.ts";
import type { ActingOperation } from "../../workers/account/actions/acting-operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";

test.each([
  ["Connecter à votre compte ?", "Connecter à votre compte\u202f?"],
  ["Essayez : « ceci » ; puis cela !", "Essayez\u00a0: «\u00a0ceci\u00a0»\u202f; puis cela\u202f!"],
  ["50 % de remise", "50\u00a0% de remise"],
  ["12 345 678 sites", "12\u202f345\u202f678 sites"],
  ["Content-Type: application/json à 10:30", "Content-Type: application/json à 10:30"],
  ["https://a.example/?x=1 et http://b.example", "https://a.example/?x=1 et http://b.example"],
  ["en 2026 ou 64 Kio", "en 2026 ou 64\u00a0Kio"],
  ["service nº 12, 1 an, 10 Go et 24 heures", "service nº\u00a012, 1\u00a0an, 10\u00a0Go et 24\u00a0heures"],
  ["le 3 mars, 2 anses et 5 hôtes", "le 3 mars, 2 anses et 5 hôtes"],
  ["19,99 $ et 5 €", "19,99\u00a0$ et 5\u00a0€"],
])("the French text %j is typeset", (plain, set) => {
  expect(typesetFrench(plain)).toBe(set);
});

test("texts keep their structure, and the results of functions are typeset", () => {
  const texts = french({ a: "Non ?", list: ["Oui !"], say: (name: string) => `${name} : oui`, none: null });
  expect(texts.a).toBe("Non\u202f?");
  expect(texts.list).toEqual(["Oui\u202f!"]);
  expect(texts.say("Ana")).toBe("Ana\u00a0: oui");
  expect(texts.none).toBeNull();
});

type ByLanguage = { en: unknown; fr: unknown };

/** All text tables that are created, including those that their file does not export. */
const made = vi.hoisted((): ByLanguage[] => []);
vi.mock("../../shared/pages/french-typography.ts", async (original) => {
  const real = await original<Record<"byLanguage", (...texts: unknown[]) => ByLanguage>>();
  const kept =
    (make: (...texts: unknown[]) => ByLanguage) =>
    (...texts: unknown[]) => {
      made.push(make(...texts));
      return made.at(-1);
    };
  return { ...real, byLanguage: kept(real.byLanguage) };
});

/** The texts of every file in both languages. A file's texts are listed under the first file that imports it. */
const TEXTS: [name: string, texts: ByLanguage][] = [];
// Other test files in this process may have imported some files already. After the reset, each file creates its tables
// again.
vi.resetModules();
made.length = 0;
for (const file of textFiles()) {
  const exported: Record<string, unknown> = await import(join(PROJECT, file));
  const tables = new Set([...Object.values(exported).filter(hasLanguages), ...made.splice(0)]);
  for (const texts of tables) TEXTS.push([file, texts]);
}

const words = (language: Language) =>
  accountOperations.flatMap((operation) => {
    const { label, consequence, mailLabel } = operation as Partial<ActingOperation>;
    return [label, consequence, mailLabel].flatMap((text) => (text?.[language] ? [typeset(text, language)] : []));
  });
TEXTS.push(["the operations of the account", { en: words("en"), fr: words("fr") }]);

/** The lines of the developers' guides. The French guides are typeset when a page is created. */
const GUIDES = "workers/site/developers/guides";
const linesOf = (path: string) =>
  readFileSync(join(PROJECT, GUIDES, path), "utf8")
    .replace(/<!--.*-->|\| --- .*/g, "")
    .split("\n");
for (const guide of readdirSync(join(PROJECT, GUIDES, "en"))) {
  TEXTS.push([guide, { en: linesOf(`en/${guide}`), fr: linesOf(`fr/${guide}`).map(typesetFrench) }]);
}

function textFiles(): string[] {
  const makesTexts = / = byLanguage\(/;
  return ["shared", "workers"].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .filter((file) => file.endsWith("texts.ts") || makesTexts.test(readFileSync(join(PROJECT, file), "utf8"))),
  );
}

function hasLanguages(texts: unknown): texts is ByLanguage {
  return typeof texts === "object" && texts !== null && "en" in texts && "fr" in texts;
}

test("a text from another system is typeset in French and unchanged in English", () => {
  const text = { en: "20 % off : yes", fr: "Remise de 20 % : oui" };
  expect(typeset(text, "fr")).toBe("Remise de 20\u00a0%\u00a0: oui");
  expect(typeset(text, "en")).toBe("20 % off : yes");
});

test("every file of texts has texts in both languages", () => {
  expect(TEXTS.length).toBeGreaterThan(12);
  const named = textFiles().filter((file) => file.endsWith("texts.ts"));
  for (const file of named) expect(TEXTS.map(([name]) => name)).toContain(file);
});

describe.each(TEXTS)("the texts of %s", (_, texts) => {
  const written = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    if (typeof value === "function") return written(value("1", "2", "3"));
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(written) : [];
  };

  test("have no French punctuation after a space at which a line can break", () => {
    const breakable = / [?!:;»%](?:\s|$)|« |\bnº \d|\d (?:Go|heures?|jours?|ans?|minutes?)\b/;
    expect(written(texts.fr).filter((text) => breakable.test(text))).toEqual([]);
  });

  test("have no exclamation marks, and their apostrophes are typographic", () => {
    expect([...written(texts.en), ...written(texts.fr)].filter((text) => /!|\w'\w/.test(text))).toEqual([]);
  });

  test("are all translated into French", () => {
    const english = new Set(written(texts.en).filter((text) => text.split(" ").length > 3));
    expect(written(texts.fr).filter((text) => english.has(text))).toEqual([]);
  });
});

test("amounts state which dollar they use, and dates start with the day", () => {
  expect(formatMoney(14.99, "CAD", "en")).toBe("CA$14.99");
  expect(formatMoney(14.99, "USD", "en")).toBe("US$14.99");
  expect(formatMoney(1234.5, "CAD", "fr").replace(/\s/g, " ")).toBe("1 234,50 $ CA");
  expect(formatMoney(14.99, "EUR", "fr").replace(/\s/g, " ")).toBe("14,99 €");
  expect(formatMoney(14.99, "GBP", "en")).toBe("£14.99");
  // Intl formats yen without decimals and dinars with three.
  expect(formatMoney(1234.5, "JPY", "en")).toBe("JP¥1,234.50");
  expect(formatMoney(1234.5, "KWD", "fr").replace(/\s/g, " ")).toBe("1 234,50 KWD");
  expect(formatDate("2026-11-03", "en")).toBe("3 November 2026");
  expect(formatDate("2026-11-03", "fr")).toBe("3 novembre 2026");
  expect(formatDate("2026-11-01", "fr")).toBe("1er novembre 2026");
  expect(formatInstant("2026-11-01T14:02:59Z", "en")).toBe("1 Nov 2026, 14:02");
  expect(formatInstant("2026-11-01T14:02:59Z", "fr")).toBe("1er nov. 2026, 14\u00a0h\u00a002");
  expect(formatInstant("2026-11-11T00:00:00Z", "fr", "long")).toBe("11 novembre 2026 à 00\u00a0h\u00a000");
  expect(formatZonedInstant("2026-11-02T03:05:00Z", "fr", "America/Toronto")).toBe(
    "1er novembre 2026 à 22\u00a0h\u00a005 UTC−5",
  );
});
