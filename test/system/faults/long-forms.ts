import type { CampaignOptions } from "./harness/plug.ts";

/** How a campaign is chosen on the command line, and how much goes wrong in it. */
export interface CampaignForm {
  arguments: readonly string[];
  /** Of a single run. */
  once: CampaignOptions;
  /** The long form: so many parts, each a run with a seed of its own that takes less than 30 minutes on two cores. */
  parts: number;
  part: CampaignOptions;
}

export const CAMPAIGN_FORMS = {
  orders: { arguments: [], once: { faults: 2_000, kills: 100 }, parts: 25, part: { faults: 2_000, kills: 80 } },
  whole: { arguments: ["--whole"], once: { faults: 2_000, kills: 60 }, parts: 10, part: { faults: 2_000, kills: 60 } },
  whmcs: { arguments: ["--whmcs"], once: { faults: 2_000, kills: 60 }, parts: 10, part: { faults: 2_000, kills: 60 } },
} as const satisfies Record<string, CampaignForm>;
