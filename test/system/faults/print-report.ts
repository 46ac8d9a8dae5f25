/** What the reports of campaigns have in common. */
export interface PrintedReport {
  faults: number;
  byFault: Partial<Record<string, number>>;
  kills: number;
  killsInAction: number;
  keys: number;
  requests: number;
  ends: Record<string, number>;
  replays: number;
  violations: { key: string; faults: string[] }[];
  seconds: number;
}

const PRINTED_VIOLATIONS = 10;
/** Of what is known of one. */
const PRINTED_CHARACTERS = 4_000;

/**
 * Prints a campaign's report as a table.
 * @param faults in the order in which they are listed
 * @param facts more of it, a line each
 */
export function printReport(
  report: PrintedReport,
  seed: number,
  faults: readonly string[],
  facts: readonly string[],
): void {
  const { byFault, ends, violations } = report;
  console.log(`seed ${seed}`);
  for (const fault of faults) console.log(row(byFault[fault] ?? 0, fault));
  console.log(row(report.faults, "injected faults in all"));
  console.log(row(report.kills, `kills, ${report.killsInAction} of them in the middle of an action`));
  console.log(row(report.keys, "keys:"));
  for (const [end, count] of Object.entries(ends)) console.log(row(count, `  ${end}`));
  console.log(row(report.requests, `answers, and ${report.replays} keys that were answered again`));
  for (const fact of facts) console.log(`         ${fact}`);
  for (const { key, faults, ...more } of violations.slice(0, PRINTED_VIOLATIONS)) {
    console.log(`VIOLATION ${key}: ${faults.join("; ")}\n${JSON.stringify(more).slice(0, PRINTED_CHARACTERS)}`);
  }
  console.log(`${violations.length} violations in ${report.seconds.toFixed(0)} s`);
}

function row(count: number, what: string): string {
  return `${String(count).padStart(7)}  ${what}`;
}
