/** How much goes wrong in one run. */
export interface CampaignOptions {
  /** At least; a campaign that counts its kills alone has 0. */
  faults: number;
  kills: number;
}

/** A campaign at length: so many parts, each a run with a seed of its own that takes less than 30 minutes on two cores. */
export interface LongForm {
  parts: number;
  /** Of each part. */
  options: CampaignOptions;
}

export const LONG_FORMS = {
  orders: { parts: 25, options: { faults: 2_000, kills: 80 } },
  whole: { parts: 10, options: { faults: 0, kills: 40 } },
  whmcs: { parts: 10, options: { faults: 2_000, kills: 60 } },
} as const satisfies Record<string, LongForm>;
