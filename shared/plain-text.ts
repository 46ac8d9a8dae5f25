/**
 * What a reader does not see and a program does: controls (C0, C1), marks of direction and of format, halves of a pair,
 * private-use, zero-width and tag characters, variation selectors, fillers (Unicode's Default_Ignorable_Code_Point).
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]--[\t-\r\u0085]]/gv;

/** What separates words and lines, and the one letter that is drawn as a blank. */
const BLANKS = /[\t-\r\u0085\u2800\p{Z}]+/gu;

const MOST_MARKS = 3;
const PILED_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Text that somebody outside wrote, as one line of what can be seen: nothing hidden in it, no piles of marks, cut to at most
 * `max` characters as a reader counts them, with an ellipsis. It stays what it says: data, to be escaped where it is shown.
 */
export function cleaned(text: string, max: number): string {
  const line = text.replace(UNSEEN, "").replace(BLANKS, " ").trim().normalize("NFC").replace(PILED_MARKS, "$1");
  if (line.length <= max) return line;
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  if (characters.length <= max) return line;
  const kept = characters.slice(0, max - 1).join("");
  return `${kept.trimEnd()}…`;
}
