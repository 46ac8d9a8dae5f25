/** Rows as plain text: columns as wide as their longest cell, with two spaces between. */
export function plainTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something is, in its largest unit: `3 d`, `5 h`, `12 min`. @param milliseconds not negative */
export function duration(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return `${Math.floor(milliseconds / DAY)} d`;
  if (milliseconds >= 2 * HOUR) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.max(0, Math.floor(milliseconds / MINUTE))} min`;
}

/** An instant in UTC, to the minute: `2026-11-22 17:05 UTC`. @param at epoch milliseconds */
export function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
