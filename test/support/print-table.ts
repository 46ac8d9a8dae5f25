/** Prints rows as a Markdown table that can be pasted into a document. @param head the names of the columns */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  console.info(`\n${title}\n\n${tableOf(head, rows)}`);
}

/** Returns rows as a Markdown table. @param head the names of the columns */
export function tableOf(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map(() => "---|").join("")}`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
