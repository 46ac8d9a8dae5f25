import { markdownTable } from "../../../bench/report.ts";
import { grouped, type PartsShown, resultsOf } from "../proofs/parted-campaign.ts";
import { type PartReport, sumOf } from "../proofs/parts.ts";
import type { CampaignResult } from "./harness/campaign.ts";
import type { PrintedReport } from "./harness/print-report.ts";

/** Returns the functions that combine the parts of a campaign into one report. @param faults every kind of fault */
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
      return [sumTable(report), fewestOf(faults, parts)];
    },
  };
}

/** Returns the table with the sums over all parts. */
function sumTable({ ends, ...sum }: PrintedReport): string {
  const { faults, kills, killsInAction, keys, requests, violations, seconds } = sum;
  const columns = ["Faults", "Kills", "In action", "Keys", ...Object.keys(ends), "Answers", "Violations", "Seconds"];
  const cells = [faults, kills, killsInAction, keys, ...Object.values(ends), requests, violations.length, seconds];
  return markdownTable(columns, [cells.map(grouped)]);
}

/** Returns a sentence with the lowest count of any kind of fault in any part. */
function fewestOf(faults: readonly string[], parts: readonly PartReport<CampaignResult>[]): string {
  const counts = parts.flatMap(({ result }) => faults.map((fault) => result.report.byFault[fault] ?? 0));
  return `Each of the ${faults.length} kinds of fault happened at least ${Math.min(...counts)} times in each part.`;
}
