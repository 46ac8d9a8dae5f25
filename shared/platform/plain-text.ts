/**
 * Matches characters that programs see and readers do not: controls (C0, C1), direction and format marks, lone
 * surrogates, private-use, zero-width and tag characters, variation selectors and fillers (Unicode's
 * Default_Ignorable_Code_Point).
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]--[\t-\r\u0085]]/gv;

/** Returns the first invisible character of a text, such as `U+FE0F`, or `null` if there is none. */
export function firstUnseen(text: string): string | null {
  const [found] = text.match(UNSEEN) ?? [];
  return found ? `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}` : null;
}

/** Matches separators of words and lines, and the blank Braille pattern (U+2800). */
const BLANKS = /[\t-\r\u0085\u2800\p{Z}]+/gu;

const MAX_MARKS = 3;
const PILED_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
/**
 * Matches long runs of combining marks. They are cut before normalization, which takes time quadratic in their length.
 * No letter composes with as many as eight marks.
 */
const LONG_PILES = /(\p{M}{8})\p{M}+/gu;

/** Maximum number of UTF-16 units per visible character. Text beyond this limit is cut before normalization. */
const MAX_UNITS = 4;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns text from outside our code as one visible line. The line has no hidden characters and at most three combining
 * marks in a row. A line of more than `max` visible characters is cut to that length, with an ellipsis at its end. The
 * result is data, so escape it before display.
 */
export function cleaned(text: string, max: number): string {
  const seen = text.replace(UNSEEN, "").replace(BLANKS, " ").trim().replace(LONG_PILES, "$1");
  const most = MAX_UNITS * max;
  const isCut = seen.length > most;
  const line = (isCut ? cutAt(seen, most) : seen).normalize("NFC").replace(PILED_MARKS, "$1");
  if (line.length <= max && !isCut) return line;
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  if (characters.length <= max && !isCut) return line;
  const kept = characters.slice(0, max - 1).join("");
  return `${kept.trimEnd()}…`;
}

/** Returns the first UTF-16 units of a text without splitting a surrogate pair. */
function cutAt(text: string, units: number): string {
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(units - 1));
  return text.slice(0, isInPair ? units - 1 : units);
}
