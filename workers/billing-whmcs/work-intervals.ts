/** The cron that reads the addon's recorded changes. All other work uses the cron every three minutes. */
export const EVERY_MINUTE = "* * * * *";

/** The scheduled work in its order, with the milliseconds between runs, as in the crons of wrangler.toml. */
export const WORK_INTERVALS = {
  prices: 180_000,
  actions: 180_000,
  changes: 60_000,
} as const;

export type WhmcsWork = keyof typeof WORK_INTERVALS;
