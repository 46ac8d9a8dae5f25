import type { Text } from "./language.ts";

/** A text that came without its full stop, with one: another may follow it. */
export function asSentence({ en, fr }: Text): Text {
  return { en: ended(en), fr: ended(fr) };
}

function ended(text: string): string {
  return text === "" || /[.!?…][»”"’)\s]*$/.test(text) ? text : `${text}.`;
}

/** A whole number of seconds in words: `1 second`. French counts 0 as one. */
export function secondsInWords(seconds: number): Text {
  return {
    en: `${seconds} second${seconds === 1 ? "" : "s"}`,
    fr: `${seconds} seconde${seconds < 2 ? "" : "s"}`,
  };
}
