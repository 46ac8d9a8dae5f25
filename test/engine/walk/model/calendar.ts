/** Calendar arithmetic of the model, for days in the form YYYY-MM-DD. It shares no code with the engine. */

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY_MS = 86_400_000;

function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (LENGTHS[month - 1] ?? 0);
}

/** Returns the day of the month. */
export function dateOf(day: string): number {
  return Number(day.split("-")[2]);
}

/** Returns the day some months later. @param date the day of the month; a shorter month gives its last day */
export function monthsAfter(day: string, months: number, date = dateOf(day)): string {
  let [year, month] = day.split("-").map(Number) as [number, number];
  month += months;
  while (month > 12) {
    month -= 12;
    year++;
  }
  const shown = [
    String(year),
    String(month).padStart(2, "0"),
    String(Math.min(date, lengthOf(year, month))).padStart(2, "0"),
  ];
  return shown.join("-");
}

export function yearsAfter(day: string, years: number): string {
  return monthsAfter(day, 12 * years);
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().split("T")[0] ?? "";
}

/** Returns the number of days between two days. It is negative if `to` is before `from`. */
export function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function laterOf(day: string, other: string): string {
  return day > other ? day : other;
}
