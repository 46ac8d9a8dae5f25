/** A JSON value as it is shown: indented, but lists of plain values in one line where they are short. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (list, items: string) => {
    const line = `[${items.split(/,\n\s+/).join(", ")}]`;
    return line.length <= MAX_LINE ? line : list;
  });
}

const MAX_LINE = 60;
