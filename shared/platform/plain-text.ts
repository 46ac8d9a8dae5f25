/**
 * Characters that programs see and readers do not: controls (C0, C1), direction and format marks, lone surrogates,
 * private-use, zero-width and tag characters, variation selectors, fillers (Unicode's Default_Ignorable_Code_Point).
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]--[\t-\r\u0085]]/gv;

/** Returns the first invisible character of a text, as `U+FE0F`. Null if there is none. */
export function firstUnseen(text: string): string | null {
  const [found] = text.match(UNSEEN) ?? [];
  return found ? `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}` : null;
}

/** Separators of words and lines, and the one letter that looks blank. */
const BLANKS = /[\t-\r\u0085\u2800\p{Z}]+/gu;

const MAX_MARKS = 3;
const PILED_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
/**
 * Long runs of combining marks. They are cut before normalization, whose time is quadratic in their length. Eight marks
 * exceed what any letter composes with.
 */
const LONG_PILES = /(\p{M}{8})\p{M}+/gu;

/** The maximum UTF-16 units per character that may be kept. Text behind them is not normalized. */
const MAX_UNITS = 4;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns outside text as one visible line: no hidden characters, no runs of marks, at most `max` visible characters,
 * then an ellipsis. The result is data; escape it before display.
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

/** Returns the first UTF-16 units, without a split surrogate pair. */
function cutAt(text: string, units: number): string {
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(units - 1));
  return text.slice(0, isInPair ? units - 1 : units);
}
