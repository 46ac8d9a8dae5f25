import { readFileSync, writeFileSync } from "node:fs";

/**
 * Replaces the text between two named marks in a document.
 * @throws {Error} if the marks are missing
 */
export function writeBetweenMarks(document: URL, name: string, text: string): void {
  const [opening, closing] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const before = readFileSync(document, "utf8");
  const begin = before.indexOf(opening);
  const end = before.indexOf(closing);
  if (begin < 0 || end < begin) throw new Error(`${document.pathname} has no place for ${name}`);
  writeFileSync(document, `${before.slice(0, begin + opening.length)}\n\n${text}\n\n${before.slice(end)}`);
}
