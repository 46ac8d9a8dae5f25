import { runWhmcsCampaign } from "../whmcs/faults/campaign.ts";
import * as whmcs from "../whmcs/faults/faults.ts";
import type { CampaignOptions, LONG_FORMS } from "./long-forms.ts";
import { runCampaign } from "./orders/campaign.ts";
import * as orders from "./orders/faults.ts";
import type { PrintedReport } from "./print-report.ts";
import { runWholeCampaign } from "./whole/campaign.ts";
import * as whole from "./whole/faults.ts";

const progress = (line: string) => console.error(line);

/** What a campaign reported: what all have in common, and counts of its own by what they are. */
export interface CampaignResult {
  report: PrintedReport;
  facts: Record<string, number>;
}

export interface Campaign {
  /** Of reports and of the long form's table. */
  name: keyof typeof LONG_FORMS;
  /** What selects it on the command line. */
  arguments: readonly string[];
  /** Unless the command line says otherwise. */
  options: CampaignOptions;
  faults: readonly string[];
  /** Each with the verdict that it has to be found out by. */
  mistakes: Readonly<Record<string, RegExp>>;
  run(options: CampaignOptions & { mistake?: string }, seed: number): Promise<CampaignResult>;
}

/** Mistakes that any violation finds out. */
const byAnyVerdict = (mistakes: readonly string[]) => Object.fromEntries(mistakes.map((mistake) => [mistake, /^/]));

/** Before a billing system of the harness's own. */
export const ORDERS: Campaign = {
  name: "orders",
  arguments: [],
  options: { faults: 2_000, kills: 100 },
  faults: orders.FAULTS,
  mistakes: orders.FOUND_BY,
  async run({ faults, kills, mistake }, seed) {
    const known = orders.MISTAKES.find((one) => one === mistake);
    const wrong = known && { mistake: known, stopsAt: orders.FOUND_BY[known] };
    const report = await runCampaign({ faults, kills, seed, progress, ...wrong });
    const { scenarios, orders: placed, foundAlone: alone } = report;
    return { report, facts: { scenarios, orders: placed, "outcomes found out with nobody asking": alone } };
  },
};

/** Before the embedded engine on its database; it ends with its kills. */
export const WHOLE: Campaign = {
  name: "whole",
  arguments: ["--whole"],
  options: { faults: 0, kills: 40 },
  faults: whole.FAULTS,
  mistakes: byAnyVerdict(whole.MISTAKES),
  async run({ kills, mistake }, seed) {
    const known = whole.MISTAKES.find((one) => one === mistake);
    const report = await runWholeCampaign({ kills, seed, progress, ...(known && { mistake: known }) });
    const { accounts, byOperation, paid, mails, stuck, forgotten } = report;
    const stuckFacts = Object.entries(stuck).map(([reason, count]) => [`logged as stuck: ${reason}`, count]);
    return {
      report,
      facts: {
        ...{ accounts, ...byOperation, "invoices paid": paid, mails, "keys used again after their time": forgotten },
        ...Object.fromEntries(stuckFacts),
      },
    };
  },
};

/** Before a simulated WHMCS. */
export const WHMCS: Campaign = {
  name: "whmcs",
  arguments: ["--whmcs"],
  options: { faults: 2_000, kills: 60 },
  faults: whmcs.FAULTS,
  mistakes: byAnyVerdict(whmcs.MISTAKES),
  async run({ faults, kills, mistake }, seed) {
    const known = whmcs.MISTAKES.find((one) => one === mistake);
    const report = await runWhmcsCampaign({
      faults,
      kills,
      seed,
      progress,
      ...(known && { mistake: known }),
    });
    const { accounts, byOperation, orders, takenBack, transferCodes, outlived, stuck } = report;
    const stuckFacts = Object.entries(stuck).map(([reason, count]) => [`logged as stuck: ${reason}`, count]);
    return {
      report,
      facts: {
        ...{
          accounts,
          ...byOperation,
          orders,
          "orders taken back": takenBack,
          "transfer codes mailed": transferCodes,
        },
        "rows of the operator's list that outlived their action": outlived,
        ...Object.fromEntries(stuckFacts),
      },
    };
  },
};
