/** Longest name of an API token, in characters. */
export const NAME_LENGTH = 60;

/** A name as it can be shown anywhere: no control, direction or invisible characters, no runs of spaces. */
export function cleanName(text: string): string {
  return text
    .replace(/\s/gu, " ")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/ +/g, " ")
    .trim();
}
