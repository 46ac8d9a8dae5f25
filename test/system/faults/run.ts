import { join } from "node:path";
import { parseArgs } from "node:util";
import { STATE } from "../../../scripts/workers.ts";
import { runWhmcsCampaign } from "../whmcs/faults/campaign.ts";
import * as whmcs from "../whmcs/faults/faults.ts";
import { runCampaign } from "./orders/campaign.ts";
import * as orders from "./orders/faults.ts";
import { type Parts, readParts, runParts, sumOf } from "./parts.ts";
import { type PrintedReport, printReport } from "./print-report.ts";
import { runWholeCampaign } from "./whole/campaign.ts";
import * as whole from "./whole/faults.ts";

/**
 * `npm run faults`: orders under injected faults and hard kills of the runtime, before a billing system of the harness's own.
 * `-- --whole`: all six kinds of order, before the embedded engine on its database. `-- --whmcs`: the same before a simulated
 * WHMCS, and with its addon where `--addon` is there too. Each takes `--seed 1`, `--kills 100`, `--long` (ten times that, in parts
 * whose reports are kept), `--resume` (the parts that are missing), and `--mistake "send again"`, with which it ends well only if it
 * finds out what was built in a wrong way. `--faults 2000` is the least number of faults of the first and of `--whmcs`.
 */
const { values } = parseArgs({
  options: {
    whole: { type: "boolean", default: false },
    whmcs: { type: "boolean", default: false },
    addon: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    faults: { type: "string", default: "2000" },
    kills: { type: "string" },
    mistake: { type: "string" },
  },
});
const PARTS_OF_LONG = 10;
const progress = (line: string) => console.error(line);

interface Options {
  faults: number;
  kills: number;
  mistake?: string;
}

interface Campaign {
  kills: number;
  faults: readonly string[];
  mistakes: readonly string[];
  run(options: Options, seed: number): Promise<{ report: PrintedReport; facts: Record<string, number> }>;
}

const ORDERS: Campaign = {
  kills: 100,
  faults: orders.FAULTS,
  mistakes: orders.MISTAKES,
  async run({ faults, kills, mistake }, seed) {
    const known = orders.MISTAKES.find((one) => one === mistake);
    const wrong = known && { mistake: known, stopsAtViolation: true };
    const report = await runCampaign({ faults, kills, seed, progress, ...wrong });
    const { scenarios, orders: placed, foundAlone: alone } = report;
    return { report, facts: { scenarios, orders: placed, "outcomes found out with nobody asking": alone } };
  },
};

const WHOLE: Campaign = {
  kills: 40,
  faults: whole.FAULTS,
  mistakes: whole.MISTAKES,
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

function whmcsCampaign(hasAddon: boolean): Campaign {
  return {
    kills: 60,
    faults: whmcs.FAULTS,
    mistakes: whmcs.MISTAKES,
    async run({ faults, kills, mistake }, seed) {
      const known = whmcs.MISTAKES.find((one) => one === mistake);
      const report = await runWhmcsCampaign({
        faults,
        kills,
        seed,
        hasAddon,
        progress,
        ...(known && { mistake: known }),
      });
      const {
        accounts,
        byOperation,
        orders,
        byAddon,
        takenBack,
        named,
        namedWithinMinute,
        transferCodes,
        outlived,
        forgotten,
        stuck,
      } = report;
      const stuckFacts = Object.entries(stuck).map(([reason, count]) => [`logged as stuck: ${reason}`, count]);
      return {
        report,
        facts: {
          ...{
            accounts,
            ...byOperation,
            orders,
            "orders of these by the addon": byAddon,
            "orders taken back": takenBack,
            "transfer codes mailed": transferCodes,
          },
          "orders too many, named by the sweeps": named,
          "of these within a minute": namedWithinMinute,
          "rows of the operator's list that outlived their action": outlived,
          "orders too many, forgotten with the database and not named": forgotten,
          ...Object.fromEntries(stuckFacts),
        },
      };
    },
  };
}

if (values.addon && !values.whmcs) throw new Error("--addon is of --whmcs");
const campaign = values.whmcs ? whmcsCampaign(values.addon) : values.whole ? WHOLE : ORDERS;
const name = values.whmcs ? `whmcs${values.addon ? "-addon" : ""}` : values.whole ? "whole" : "orders";
if (values.mistake !== undefined && !campaign.mistakes.includes(values.mistake)) {
  throw new Error(`a mistake is one of: ${campaign.mistakes.join(", ")}`);
}
const file = join(STATE, "faults", `${name}.json`);
type Reported = Awaited<ReturnType<Campaign["run"]>>;
const begun: Parts<Options, Reported> = values.resume
  ? readParts(file)
  : {
      options: {
        faults: wholeNumber(values.faults),
        kills: wholeNumber(values.kills ?? String(campaign.kills)),
        ...(values.mistake !== undefined && { mistake: values.mistake }),
      },
      seed: wholeNumber(values.seed),
      parts: values.long ? PARTS_OF_LONG : 1,
      reports: [],
    };
const seeds = Array.from({ length: begun.parts }, (_, part) => begun.seed + part);
const run = (options: Options, seed: number) => {
  progress(`seed ${seed}`);
  return campaign.run(options, seed);
};
const reports = begun.parts > 1 ? await runParts(file, begun, run) : [await run(begun.options, begun.seed)];
const { report, facts } = sumOf(reports as [Reported, ...Reported[]]);
printReport(
  report,
  seeds,
  campaign.faults,
  Object.entries(facts).map(([fact, count]) => `${count} ${fact}`),
);
const isMistaken = begun.options.mistake !== undefined;
process.exit(report.violations.length > 0 === isMistaken ? 0 : 1);

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`not a whole number: ${text}`);
  return number;
}
