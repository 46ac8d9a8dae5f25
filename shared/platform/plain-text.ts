/**
 * What a reader does not see and a program does: controls (C0, C1), marks of direction and of format, halves of a pair,
 * private-use, zero-width and tag characters, variation selectors, fillers (Unicode's Default_Ignorable_Code_Point).
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]--[\t-\r\u0085]]/gv;

/** The first character of a text that a reader would not see, as `U+FE0F`; null where there is none. */
export function firstUnseen(text: string): string | null {
  const [found] = text.match(UNSEEN) ?? [];
  return found ? `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}` : null;
}

/** What separates words and lines, and the one letter that is drawn as a blank. */
const BLANKS = /[\t-\r\u0085\u2800\p{Z}]+/gu;

const MAX_MARKS = 3;
const PILED_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
/** Before normalizing, which takes quadratic time of a pile; more than a letter can take up into itself. */
const LONG_PILES = /(\p{M}{8})\p{M}+/gu;

/** Of UTF-16, for each character that may be kept: what comes behind is not normalized. */
const MAX_UNITS = 4;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Text that somebody outside wrote, as one line of what can be seen: nothing hidden in it, no piles of marks, cut to at most
 * `max` characters as a reader counts them, with an ellipsis. It stays what it says: data, to be escaped where it is shown.
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

/** The first units of UTF-16, without half of a pair. */
function cutAt(text: string, units: number): string {
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(units - 1));
  return text.slice(0, isInPair ? units - 1 : units);
}
