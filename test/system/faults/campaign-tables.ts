import { markdownTable } from "../../../bench/report.ts";
import { grouped, type PartedCampaign } from "../proofs/parted-campaign.ts";
import { type PartReport, sumOf } from "../proofs/parts.ts";
import type { CampaignResult } from "./harness/campaign.ts";
import type { PrintedReport } from "./harness/print-report.ts";

type Parts = readonly [PartReport<CampaignResult>, ...PartReport<CampaignResult>[]];

/** How the parts of a campaign are shown together. @param faults in the order in which they are listed */
export function campaignTables(
  faults: readonly string[],
): Pick<PartedCampaign<CampaignResult>, "wrongIn" | "summary" | "tables"> {
  return {
    wrongIn: ({ report }) => report.violations.map(({ key, faults }) => `${key}: ${faults.join("; ")}`),
    summary(results, wrong) {
      const { report } = sumOf<CampaignResult>([...results]);
      const kills = `${grouped(report.kills)} hard kills, ${grouped(report.killsInAction)} of them in the middle of an action`;
      return `${grouped(report.faults)} injected faults and ${kills}; ${wrong === 0 ? "no" : wrong} ${wrong > 1 ? "violations" : "violation"}.`;
    },
    tables: (parts) => [partTable(parts), faultTable(faults, parts)],
  };
}

function sumOfParts([first, ...others]: Parts): PrintedReport {
  return sumOf<CampaignResult>([first.result, ...others.map(({ result }) => result)]).report;
}

function partTable(parts: Parts): string {
  const sum = sumOfParts(parts);
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

function faultTable(faults: readonly string[], parts: Parts): string {
  const { byFault } = sumOfParts(parts);
  const fewest = (fault: string) => Math.min(...parts.map(({ result }) => result.report.byFault[fault] ?? 0));
  const rows = faults.map((fault) => [fault, grouped(byFault[fault] ?? 0), grouped(fewest(fault))]);
  return markdownTable(["Fault", "In all", "Fewest in one part"], rows);
}
