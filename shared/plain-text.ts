/**
 * What a reader does not see and a program does: controls (C0, C1), halves of a pair, marks of direction and of annotation,
 * zero-width and tag characters, variation selectors, fillers (most of it Unicode's Default_Ignorable_Code_Point).
 */
const UNSEEN = /[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\t-\r\u0085]]/gv;

/** What separates words and lines. */
const SPACES = /[\t-\r\u0085\p{Z}]+/gu;

/**
 * Text that somebody outside wrote, as one line of what can be seen: nothing hidden in it, cut to at most `max` characters
 * (code points) with an ellipsis. It stays what it says: data, to be escaped where it is shown.
 */
export function cleaned(text: string, max: number): string {
  const line = text.replace(UNSEEN, "").replace(SPACES, " ").trim();
  if (line.length <= max) return line;
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  return `${characters
    .slice(0, max - 1)
    .join("")
    .trimEnd()}…`;
}
