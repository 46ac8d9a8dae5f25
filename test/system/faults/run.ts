import { defineCommand, UsageError, wholeNumber } from "../../../scripts/command-line.ts";
import { PARTED_OPTIONS, runParts } from "../proofs/parted-campaign.ts";
import { WHMCS_PLUG } from "../whmcs/faults/plug.ts";
import { ACCOUNT_PLUG } from "./account/plug.ts";
import { campaignTables } from "./campaign-tables.ts";
import { EMBEDDED_PLUG } from "./embedded/plug.ts";
import { runCampaign } from "./harness/campaign.ts";
import type { BillingPlug } from "./harness/plug.ts";
import { printReport } from "./harness/print-report.ts";
import { CAMPAIGN_FORMS } from "./long-forms.ts";

const PAGE = new URL("../../../docs/evidence/faults.md", import.meta.url);
const PLUGS: Record<keyof typeof CAMPAIGN_FORMS, BillingPlug> = {
  orders: ACCOUNT_PLUG,
  whole: EMBEDDED_PLUG,
  whmcs: WHMCS_PLUG,
};
const progress = (line: string) => console.error(line);

export const command = defineCommand({
  options: {
    whole: { type: "boolean", about: "Account and embedded engine together, with all kinds of order." },
    whmcs: { type: "boolean", about: "With a simulated WHMCS." },
    seed: { type: "string", value: "n", about: "Decides what is generated." },
    faults: { type: "string", value: "n", about: "How many faults." },
    kills: { type: "string", value: "n", about: "How many hard kills." },
    mistake: { type: "string", value: "name", about: "Seeds a mistake, which the campaign must find." },
    long: { type: "boolean", about: "The long form, in parts." },
    ...PARTED_OPTIONS,
  },
  isLong: true,
  hasStack: true,
  notes: "docs/evidence/faults.md says more.",
  async run({ options }) {
    const name = options.whmcs ? "whmcs" : options.whole ? "whole" : "orders";
    const isLong = options.long || options.part !== undefined || options.merge;
    // All parts of a long campaign derive their seeds from this one, so its default is fixed.
    const seed = options.seed === undefined ? (isLong ? 1 : Date.now() % 1_000_000) : wholeNumber(options.seed);
    return (await (isLong ? runLong(name, seed, options) : runOnce(name, seed, options))) ? 0 : 1;
  },
});

/** The command-line options that only a single run accepts. */
type SingleOptions = Record<"faults" | "kills" | "mistake", string | undefined>;

/**
 * Runs one campaign and prints its report.
 * @returns whether the campaign found the seeded mistake or, without a mistake, found no violation
 */
async function runOnce(name: keyof typeof PLUGS, seed: number, given: SingleOptions): Promise<boolean> {
  const plug = PLUGS[name];
  const { mistake } = given;
  const shown = plug.mistakes[mistake ?? ""];
  if (mistake !== undefined && !shown) {
    throw new UsageError(`A mistake is one of: ${Object.keys(plug.mistakes).join(", ")}.`);
  }
  const { once } = CAMPAIGN_FORMS[name];
  const size = {
    faults: given.faults === undefined ? once.faults : wholeNumber(given.faults),
    kills: given.kills === undefined ? once.kills : wholeNumber(given.kills),
  };
  const result = await runCampaign(plug, { ...size, seed, progress, ...(mistake !== undefined && { mistake }) });
  printReport(result, seed, plug.faults);
  const { violations } = result.report;
  return shown ? violations.some(({ faults }) => faults.some((fault) => shown.test(fault))) : violations.length === 0;
}

function runLong(
  name: keyof typeof PLUGS,
  seed: number,
  given: SingleOptions & Parameters<typeof runParts>[1],
): Promise<boolean> {
  for (const other of ["faults", "kills", "mistake"] as const) {
    if (given[other] !== undefined)
      throw new UsageError(`--${other} cannot be combined with --long, --part or --merge.`);
  }
  const { arguments: words, parts, part } = CAMPAIGN_FORMS[name];
  const plug = PLUGS[name];
  return runParts(
    {
      ...{ name, seed, parts, options: part, page: PAGE, mark: `long form of ${name}` },
      run: (own) => runCampaign(plug, { ...part, seed: own, progress }),
      print: (result, own) => printReport(result, own, plug.faults),
      ...campaignTables(["npm run prove -- faults", ...words, `--long --seed ${seed}`].join(" "), plug.faults),
    },
    given,
  );
}
