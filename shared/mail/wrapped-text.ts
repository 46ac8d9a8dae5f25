/** Maximum line width of a mail; only addresses may be longer. */
const LINE_WIDTH = 72;

/** A part of a mail: a paragraph, a list under a heading, or a line to copy, which is never wrapped. */
export type Part = string | { heading: string; items: string[] } | { line: string };

/** The text of a mail: its parts, separated by empty lines and wrapped at plain spaces. */
export function plainText(parts: Part[]): string {
  return `${parts.map(block).join("\n\n")}\n`;
}

function block(part: Part): string {
  if (typeof part === "string")
    return part
      .split("\n")
      .map((line) => wrap(line, "", ""))
      .join("\n");
  if ("line" in part) return part.line;
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
