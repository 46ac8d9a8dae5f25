/** The languages of the catalogue and the pages. */
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language; the type makes a missing translation a compile error. */
export type Text = Record<Language, string>;
