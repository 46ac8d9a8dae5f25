/** The languages of the catalogue and the pages. */
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language; the type makes a missing translation a compile error. */
export type Text = Record<Language, string>;

/** Adds the full stop that a text lacks, so that another sentence may follow it. */
export function asSentence({ en, fr }: Text): Text {
  return { en: ended(en), fr: ended(fr) };
}

function ended(text: string): string {
  return text === "" || /[.!?…][»”"’)\s]*$/.test(text) ? text : `${text}.`;
}

/** A wait in words, rounded up to minutes or hours if it is long: `2 minutes`. */
export function waitInWords(seconds: number): Text {
  if (seconds <= 120) return secondsInWords(seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 120) return { en: `${minutes} minutes`, fr: `${minutes} minutes` };
  const hours = Math.ceil(minutes / 60);
  return { en: `${hours} hours`, fr: `${hours} heures` };
}

/** A whole number of seconds in words: `1 second`. French uses the singular for 0. */
export function secondsInWords(seconds: number): Text {
  return {
    en: `${seconds} second${seconds === 1 ? "" : "s"}`,
    fr: `${seconds} seconde${seconds < 2 ? "" : "s"}`,
  };
}
