import type { CampaignOptions } from "./harness/plug.ts";

/** The command-line arguments and the sizes of a campaign. */
export interface CampaignForm {
  arguments: readonly string[];
  /** The options of a single run. */
  once: CampaignOptions;
  /**
   * The number of parts in the long form. Each part is a run with its own seed that takes less than 30 minutes on two
   * cores.
   */
  parts: number;
  part: CampaignOptions;
}

export const CAMPAIGN_FORMS = {
  orders: { arguments: [], once: { faults: 2_000, kills: 100 }, parts: 25, part: { faults: 2_000, kills: 80 } },
  whole: { arguments: ["--whole"], once: { faults: 2_000, kills: 60 }, parts: 10, part: { faults: 2_000, kills: 60 } },
  whmcs: { arguments: ["--whmcs"], once: { faults: 2_000, kills: 60 }, parts: 10, part: { faults: 2_000, kills: 60 } },
} as const satisfies Record<string, CampaignForm>;
