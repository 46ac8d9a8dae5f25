/** Prints rows as a table of Markdown, as the documents have it. @param head the names of the columns */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  console.info(`\n${title}\n\n${tableOf(head, rows)}`);
}

/** Rows as a table of Markdown. @param head the names of the columns */
export function tableOf(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map(() => "---|").join("")}`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
