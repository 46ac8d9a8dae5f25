/** The cron that follows what the addon has noted; all other work is of the one every three minutes. */
export const EVERY_MINUTE = "* * * * *";

/** The scheduled work in its order, and milliseconds from one run to the next, as the crons of wrangler.toml have it. */
export const WORK_INTERVALS = {
  prices: 180_000,
  actions: 180_000,
  changes: 60_000,
} as const;

export type WhmcsWork = keyof typeof WORK_INTERVALS;
