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
      return [sumTable(report), faultTable(faults, parts, report)];
    },
  };
}

/** What all parts come to; each part's own report is in its file. */
function sumTable({ ends, ...sum }: PrintedReport): string {
  const { faults, kills, killsInAction, keys, requests, violations, seconds } = sum;
  const columns = ["Faults", "Kills", "In action", "Keys", ...Object.keys(ends), "Answers", "Violations", "Seconds"];
  const cells = [faults, kills, killsInAction, keys, ...Object.values(ends), requests, violations.length, seconds];
  return markdownTable(columns, [cells.map(grouped)]);
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
