/** The cron that checks for changes that the addon recorded. All other work runs every three minutes. */
export const EVERY_MINUTE = "* * * * *";

/**
 * Milliseconds between runs of each piece of scheduled work. The keys are in the order in which the work runs, and the
 * values match the crons in wrangler.toml.
 */
export const WORK_INTERVALS = {
  prices: 180_000,
  actions: 180_000,
  changes: 60_000,
} as const;

export type WhmcsWork = keyof typeof WORK_INTERVALS;
