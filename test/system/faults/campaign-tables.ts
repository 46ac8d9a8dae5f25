import { markdownTable } from "../../../bench/report.ts";
import { grouped, type PartsShown, resultsOf } from "../proofs/parted-campaign.ts";
import { type PartReport, sumOf } from "../proofs/parts.ts";
import type { CampaignResult } from "./harness/campaign.ts";
import type { PrintedReport } from "./harness/print-report.ts";

/** How the parts of a campaign are shown together. @param faults in the order in which they are listed */
export function campaignTables(command: string, faults: readonly string[]): PartsShown<CampaignResult> {
  return {
    command,
    wrongIn: ({ report }) => report.violations.map((violation) => `${violation.key}: ${violation.faults.join("; ")}`),
    summary(parts, wrong) {
      const { report } = sumOf(resultsOf(parts));
      const kills = `${grouped(report.kills)} hard kills, ${grouped(report.killsInAction)} of them in the middle of an action`;
      const found = wrong === 0 ? "no violation" : wrong === 1 ? "1 violation" : `${wrong} violations`;
      return `${grouped(report.faults)} injected faults and ${kills}; ${found}.`;
    },
    tables(parts) {
      const { report } = sumOf(resultsOf(parts));
      return [partTable(parts, report), faultTable(faults, parts, report)];
    },
  };
}

function partTable(parts: readonly PartReport<CampaignResult>[], sum: PrintedReport): string {
  const ends = Object.keys(sum.ends);
  const columns = ["Part", "Seed", "Faults", "Kills", "In action", "Keys", ...ends, "Answers", "Violations", "Seconds"];
  const cells = (report: PrintedReport) => {
    const { faults, kills, killsInAction, keys, requests, violations, seconds } = report;
    const byEnd = ends.map((end) => report.ends[end] ?? 0);
    return [faults, kills, killsInAction, keys, ...byEnd, requests, violations.length, seconds].map(grouped);
  };
  const rows = parts.map(({ part, seed, result }) => [String(part), String(seed), ...cells(result.report)]);
  return markdownTable(columns, [...rows, ["all", "", ...cells(sum)]]);
}

function faultTable(
  faults: readonly string[],
  parts: readonly PartReport<CampaignResult>[],
  { byFault }: PrintedReport,
): string {
  const fewest = (fault: string) => Math.min(...parts.map(({ result }) => result.report.byFault[fault] ?? 0));
  const rows = faults.map((fault) => [fault, grouped(byFault[fault] ?? 0), grouped(fewest(fault))]);
  return markdownTable(["Fault", "In all", "Fewest in one part"], rows);
}
