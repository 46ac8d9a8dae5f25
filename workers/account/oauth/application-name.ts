const MOST_GRAPHEMES = 60;
const MOST_MARKS = 3;
/** Control, format (bidi, zero-width, tags), private-use and half characters; and what fonts draw as nothing. */
const UNSEEN = /(?![\t\n\v\f\r])(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\u{34f}|\u{17b4}|\u{17b5}|[\u{e0100}-\u{e01ef}])/gu;
/** White space, and letters that are drawn as a blank. */
const BLANK = /[\s\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]+/gu;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * An application's own name as pages, mails and lists may show it: nothing in it is invisible, turns the text around it,
 * or is longer than 60 characters as a reader counts them. It is still text of a stranger: escape it. Empty where nothing
 * is left.
 */
export function cleanName(name: string): string {
  const seen = name.replace(UNSEEN, "").replace(BLANK, " ").trim().normalize("NFC").replace(TOO_MANY_MARKS, "$1");
  const characters = Array.from(graphemes.segment(seen), ({ segment }) => segment);
  return characters.slice(0, MOST_GRAPHEMES).join("").trim();
}
