/** The same day of another year; the last of February where that year has no 29th. */
export function addYears(from: string, years: number): string {
  const [year = 0, month = 1, date = 1] = from.split("-").map(Number);
  const wanted = new Date(Date.UTC(year + years, month - 1, date));
  return day(wanted.getUTCMonth() === month - 1 ? wanted : new Date(Date.UTC(year + years, month, 0)));
}

/** The calendar day in UTC, as YYYY-MM-DD. */
export function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
