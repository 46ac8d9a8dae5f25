import { markdownTable } from "../../../bench/report.ts";
import type { Campaign, CampaignResult } from "./campaigns.ts";
import { type PartReport, rangesOf, sumOf, versionFaults } from "./parts.ts";
import type { PrintedReport } from "./print-report.ts";

type Part = PartReport<CampaignResult>;

/** What the table needs of a campaign. */
export type TabledCampaign = Pick<Campaign, "arguments" | "faults">;

/**
 * One table of a long form's parts, in Markdown: what was run on what, each part, and how often each fault happened.
 * @param parts null where a report is missing
 * @returns with `isProved`: all parts are there and of one commit, and none has a violation
 */
export function longTable(
  campaign: TabledCampaign,
  seed: number,
  parts: readonly (Part | null)[],
): { markdown: string; isProved: boolean } {
  const [first, ...others] = parts.filter((part) => part !== null);
  const command = ["npm run prove -- faults", ...campaign.arguments, `--long --seed ${seed}`].join(" ");
  if (!first) return { markdown: `\`${command}\`: none of ${parts.length} parts was run.`, isProved: false };
  const there = [first, ...others];
  const { report } = sumOf<CampaignResult>([first.result, ...others.map(({ result }) => result)]);
  const violations = there.flatMap(({ seed: partSeed, result }) =>
    result.report.violations.map(({ key, faults }) => `- VIOLATION seed ${partSeed}, ${key}: ${faults.join("; ")}`),
  );
  const missing = parts.flatMap((part, index) => (part === null ? [index + 1] : []));
  const summary = [
    `\`${command}\`: ${there.length} of ${parts.length} parts`,
    ...(missing.length > 0 ? [` (not run: ${rangesOf(missing)})`] : []),
    `, ${number(report.faults)} injected faults and ${number(report.kills)} hard kills, `,
    `${number(report.killsInAction)} of them in the middle of an action; ${counted(violations.length, "violation")}.`,
  ].join("");
  const markdown = [summary, ...ranOn(there), partsTable(there, report), faultsTable(campaign, there, report)];
  const faults = [...versionFaults(there).map((fault) => `- NOT PROVED: ${fault}`), ...violations];
  if (faults.length > 0) markdown.splice(1, 0, faults.join("\n"));
  return { markdown: markdown.join("\n\n"), isProved: missing.length === 0 && faults.length === 0 };
}

/** Each machine with its versions and days. */
function ranOn(parts: readonly Part[]): string[] {
  const on = ({ machine, version, date }: Part["circumstances"]) => `${machine}; commit ${version}; ${date}`;
  return [...new Set(parts.map(({ circumstances }) => on(circumstances)))].map((line) => `${line}.`);
}

function partsTable(parts: readonly Part[], sum: PrintedReport): string {
  const ends = Object.keys(sum.ends);
  const columns = ["Part", "Seed", "Faults", "Kills", "In action", "Keys", ...ends, "Answers", "Violations", "Seconds"];
  const cells = (report: PrintedReport) => {
    const { faults, kills, killsInAction, keys, requests, violations, seconds } = report;
    const byEnd = ends.map((end) => report.ends[end] ?? 0);
    const counts = [faults, kills, killsInAction, keys, ...byEnd, requests, violations.length, Math.round(seconds)];
    return counts.map(number);
  };
  const rows = parts.map(({ part, seed, result }) => [String(part), String(seed), ...cells(result.report)]);
  return markdownTable(columns, [...rows, ["all", "", ...cells(sum)]]);
}

function faultsTable({ faults }: TabledCampaign, parts: readonly Part[], sum: PrintedReport): string {
  const fewest = (fault: string) => Math.min(...parts.map(({ result }) => result.report.byFault[fault] ?? 0));
  const rows = faults.map((fault) => [fault, number(sum.byFault[fault] ?? 0), number(fewest(fault))]);
  return markdownTable(["Fault", "In all", "Fewest in one part"], rows);
}

function number(count: number): string {
  return count.toLocaleString("en-CA");
}

function counted(count: number, what: string): string {
  return count === 0 ? `no ${what}` : `${count} ${what}${count === 1 ? "" : "s"}`;
}
