/** The width at which text is wrapped, in characters. Longer words, URLs and lines to copy exceed it. */
const LINE_WIDTH = 72;

/**
 * A part of an e-mail: a paragraph, a list under a heading, a line to copy (never wrapped), or a link. An e-mail has at
 * most one link with `isButton`, which is its main action. With `isElsewhere`, the page may belong to another system,
 * so its URL stays unchanged.
 */
export type Part =
  | string
  | { heading: string; items: string[] }
  | { line: string }
  | { link: string; label: string; isButton?: true; isElsewhere?: boolean };

/** Returns the text of an e-mail. Its parts are separated by empty lines and wrapped at plain spaces. */
export function plainText(parts: Part[]): string {
  return `${parts.map(block).join("\n\n")}\n`;
}

function block(part: Part): string {
  if (typeof part === "string") return wrap(part, "", "");
  if ("line" in part) return part.line;
  if ("link" in part) return `${wrap(part.label, "", "")}\n${part.link}`;
  return [wrap(part.heading, "", ""), ...part.items.map((item) => wrap(item, "- ", "  "))].join("\n");
}

function wrap(text: string, first: string, indent: string): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    const isEmpty = line === first || line === indent;
    if (!isEmpty && line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}
