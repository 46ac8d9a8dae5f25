import type { CampaignOptions } from "./harness/plug.ts";

/** How the command line selects a campaign, and how much fails in it. */
export interface CampaignForm {
  arguments: readonly string[];
  /** For a single run. */
  once: CampaignOptions;
  /** The long form's parts. Each is a run with its own seed, which takes less than 30 minutes on two cores. */
  parts: number;
  part: CampaignOptions;
}

export const CAMPAIGN_FORMS = {
  orders: { arguments: [], once: { faults: 2_000, kills: 100 }, parts: 25, part: { faults: 2_000, kills: 80 } },
  whole: { arguments: ["--whole"], once: { faults: 2_000, kills: 60 }, parts: 10, part: { faults: 2_000, kills: 60 } },
  whmcs: { arguments: ["--whmcs"], once: { faults: 2_000, kills: 60 }, parts: 10, part: { faults: 2_000, kills: 60 } },
} as const satisfies Record<string, CampaignForm>;
