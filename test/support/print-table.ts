/** Prints rows as a table of Markdown, as the documents have it. @param head the names of the columns */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map(() => "---|").join("")}`;
  console.info([`\n${title}\n`, line(head), rule, ...rows.map(line)].join("\n"));
}
