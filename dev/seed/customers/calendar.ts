/** Dates relative to the day of seeding, so that overdue invoices and expiring domains stay so. */
export interface SeedCalendar {
  /** A day relative to today, as YYYY-MM-DD, plus a number of years; before it if negative. */
  day(offset: number, years?: number): string;
  /** An instant on that day, as RFC 3339 in UTC; the time of day as HH:MM. */
  at(offset: number, time: string): string;
}

/** The calendar around the day that an instant falls on in UTC. */
export function calendarAround(today: Date): SeedCalendar {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const day = (offset: number, years = 0) => {
    const date = new Date(midnight + offset * 86_400_000);
    date.setUTCFullYear(date.getUTCFullYear() + years);
    return date.toISOString().slice(0, 10);
  };
  return { day, at: (offset, time) => `${day(offset)}T${time}:00Z` };
}
