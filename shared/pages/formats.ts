import type { Language } from "../language.ts";

/** `en-GB` names every dollar by its country and writes the day before the month. */
const LOCALES: Record<Language, string> = { en: "en-GB", fr: "fr" };

/** An amount in major units as a person reads it: `CA$14.99`, `14,99 $CA`. */
export function formatMoney(amount: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: "currency", currency }).format(amount);
}

/** A calendar date (YYYY-MM-DD) in words: `3 November 2026`, `3 novembre 2026`. */
export function formatDate(date: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

/** A list in words: `a, b and c`. */
export function formatList(items: string[], language: Language): string {
  return new Intl.ListFormat(LOCALES[language]).format(items);
}
