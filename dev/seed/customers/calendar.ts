/**
 * Dates relative to the day of seeding, so that overdue invoices stay overdue and expiring domains stay about to
 * expire.
 */
export interface SeedCalendar {
  /**
   * Returns a day as YYYY-MM-DD.
   * @param offset days from the day of seeding; negative for days before it
   * @param years years to add
   */
  day(offset: number, years?: number): string;
  /**
   * Returns a time on a day, as an RFC 3339 timestamp in UTC.
   * @param time time of day as HH:MM
   */
  at(offset: number, time: string): string;
}

/**
 * Returns the calendar for a day of seeding.
 * @param today any time on that day in UTC
 */
export function calendarAround(today: Date): SeedCalendar {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const day = (offset: number, years = 0) => {
    const date = new Date(midnight + offset * 86_400_000);
    date.setUTCFullYear(date.getUTCFullYear() + years);
    return date.toISOString().slice(0, 10);
  };
  return { day, at: (offset, time) => `${day(offset)}T${time}:00Z` };
}
