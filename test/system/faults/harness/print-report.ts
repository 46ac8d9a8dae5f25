import type { CampaignResult } from "./campaign.ts";

/** The fields that the reports of all campaigns share. */
export interface PrintedReport {
  faults: number;
  /** How often each fault occurred. */
  byFault: Partial<Record<string, number>>;
  kills: number;
  /** The number of kills that came in the middle of an action. */
  killsInAction: number;
  keys: number;
  requests: number;
  /** The number of keys with each outcome. */
  ends: Record<string, number>;
  replays: number;
  /** The violations, each with its key and the responses to that key. */
  violations: { key: string; faults: string[]; told?: unknown }[];
  seconds: number;
}

const PRINTED_VIOLATIONS = 30;
/** The maximum number of characters printed about one violation. */
const PRINTED_CHARACTERS = 4_000;

/** Prints the report of a campaign as a table. @param faults the faults to list, in order */
export function printReport({ report, facts }: CampaignResult, seed: number, faults: readonly string[]): void {
  const { byFault, ends, violations } = report;
  console.log(`seed ${seed}`);
  for (const fault of faults) console.log(row(byFault[fault] ?? 0, fault));
  console.log(row(report.faults, "injected faults in all"));
  console.log(row(report.kills, `kills, ${report.killsInAction} of them in the middle of an action`));
  console.log(row(report.keys, "keys:"));
  for (const [end, count] of Object.entries(ends)) console.log(row(count, `  ${end}`));
  console.log(`         ${openShare(report)} of the keys are open, excluding keys that only a person can resolve`);
  console.log(row(report.requests, `responses; ${report.replays} keys got a replay`));
  for (const [fact, count] of Object.entries(facts)) console.log(`         ${count} ${fact}`);
  for (const { key, faults, told } of violations.slice(0, PRINTED_VIOLATIONS)) {
    console.log(`VIOLATION ${key}: ${faults.join("; ")}\n${JSON.stringify(told).slice(0, PRINTED_CHARACTERS)}`);
  }
  console.log(`${violations.length} violations in ${report.seconds.toFixed(0)} s`);
}

/** Returns the share of open keys, such as `1.2 %`, among the keys that need no person. */
export function openShare({ keys, ends }: Pick<PrintedReport, "keys" | "ends">): string {
  const others = keys - (ends["a person's"] ?? 0);
  return `${((100 * (ends.open ?? 0)) / Math.max(1, others)).toFixed(1)} %`;
}

function row(count: number, what: string): string {
  return `${String(count).padStart(7)}  ${what}`;
}
