/** The languages of the catalogue and the pages. */
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language. A missing translation is a compile error. */
export type Text = Record<Language, string>;

/** Adds a full stop to a text that lacks one, so that another sentence can follow. */
export function asSentence({ en, fr }: Text): Text {
  return { en: ended(en), fr: ended(fr) };
}

function ended(text: string): string {
  return text === "" || /[.!?…][»”"’)\s]*$/.test(text) ? text : `${text}.`;
}

/** Returns a wait in words, such as `2 minutes`. A long wait is rounded up to minutes or hours. */
export function waitInWords(seconds: number): Text {
  if (seconds <= 120) return secondsInWords(seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 120) return { en: `${minutes} minutes`, fr: `${minutes} minutes` };
  const hours = Math.ceil(minutes / 60);
  return { en: `${hours} hours`, fr: `${hours} heures` };
}

/** Returns a number of seconds in words, such as `1 second`. French uses the singular for 0. */
export function secondsInWords(seconds: number): Text {
  return {
    en: `${seconds} second${seconds === 1 ? "" : "s"}`,
    fr: `${seconds} seconde${seconds < 2 ? "" : "s"}`,
  };
}
