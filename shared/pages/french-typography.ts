import { LANGUAGES, type Language, type Text } from "../platform/language.ts";

const NO_BREAK = "\u00a0";
const NARROW_NO_BREAK = "\u202f";

/** A pattern for units. A line never breaks between a number and one of these units. */
const UNITS = "h|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?|fois|Ki?o|Mi?o|Gi?o|To|MHz|GHz|€|\\$";
const BEFORE_UNIT = new RegExp(`(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))`, "gu");

/**
 * Applies French spacing. It replaces spaces with no-break spaces before `: ; ! ? » %`, after `«` and `nº`, inside
 * numbers, and between a number and its unit. Source texts have plain spaces, which are visible and easy to type.
 */
export function typesetFrench(text: string): string {
  return text
    .replace(/ (?=[;!?](?:\s|$|»))/g, NARROW_NO_BREAK)
    .replace(/ (?=[:»%](?:\s|$|[.,;)»]))/g, NO_BREAK)
    .replace(/« /g, `«${NO_BREAK}`)
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, NARROW_NO_BREAK)
    .replace(/(?<=\bnº) (?=\d)/g, NO_BREAK)
    .replace(BEFORE_UNIT, NO_BREAK);
}

/**
 * Returns a text in a page's language, with the typography of that language: French spacing, or English apostrophes.
 */
export function typeset(text: Text, language: Language): string {
  return language === "fr" ? typesetFrench(text.fr) : text.en.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
}

/** Applies French spacing to all texts of a page, which are strings and functions that return strings. */
export function french<Texts>(texts: Texts): Texts {
  if (typeof texts === "string") return typesetFrench(texts) as Texts;
  if (typeof texts === "function") return ((...values: unknown[]) => french(texts(...values))) as Texts;
  if (typeof texts !== "object" || texts === null) return texts;
  if (Array.isArray(texts)) return texts.map(french) as Texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, french(text)])) as Texts;
}

/**
 * The texts of a page. Each one is a text in every language, or a function that returns one. Numbers, such as a page's
 * status, and null stay unchanged.
 */
type Texts = Text | number | null | ((...values: never[]) => Texts) | { [key: string]: Texts };

/** The texts of a page in one language. They are strings, and functions that return strings. */
type Words<Of> = Of extends number | null
  ? Of
  : Of extends Text
    ? string
    : Of extends (...values: infer Values) => infer Made
      ? (...values: Values) => Words<Made>
      : { [Key in keyof Of]: Words<Of[Key]> };

/** Returns the texts of a page by language. The French ones have French spacing. */
export function byLanguage<Of extends Texts>(texts: Of): Record<Language, Words<Of>> {
  return { en: wordsIn(texts, "en") as Words<Of>, fr: wordsIn(texts, "fr") as Words<Of> };
}

function wordsIn(texts: Texts, language: Language): unknown {
  if (typeof texts === "number" || texts === null) return texts;
  if (typeof texts === "function") {
    return (...values: unknown[]) => wordsIn((texts as (...values: unknown[]) => Texts)(...values), language);
  }
  if (isText(texts)) return typeset(texts, language);
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, wordsIn(text, language)]));
}

function isText(texts: object): texts is Text {
  return LANGUAGES.every((language) => typeof Object.getOwnPropertyDescriptor(texts, language)?.value === "string");
}
