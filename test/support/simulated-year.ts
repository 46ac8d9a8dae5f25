import { expect, vi } from "vitest";
import { resetClock } from "./clock.ts";
import { printTable } from "./print-table.ts";

/** The amount of stored data by kind, in rows or in the unit that the kind's name states. */
export type Kept = Record<string, number>;

/** A system that runs through simulated days with the clock of `clock.ts`. */
export interface SimulatedSystem {
  /** Runs one step with customers and failures. */
  step(index: number): Promise<void>;
  /** Lets time pass without customers or failures, until all data that can expire has expired. */
  leaveAlone(): Promise<void>;
  kept(): Promise<Kept>;
}

interface Year {
  title: string;
  steps: number;
  /** The growth that is permitted in addition, by kind. The last pattern that matches a kind applies. */
  slack: [name: RegExp, count: number][];
  /** Matches the kinds that grow with orders. They may grow by about the same amount in each quarter. */
  records?: RegExp;
}

/** The stored data at the end and after the quiet time, and the maximum number of log lines in one step. */
interface YearReport {
  end: Kept;
  left: Kept;
  mostLines: number;
}

/**
 * Runs a system through a year and prints its stored data after each quarter. In the last quarter, expects records to
 * grow at most 30 % more than in the third quarter, and everything else to grow at most 10 %, apart from the slack.
 */
export async function simulateYear(system: SimulatedSystem, year: Year): Promise<YearReport> {
  const events = new Map<string, number>();
  let [lines, mostLines] = [0, 0];
  const take = (line: unknown) => {
    const { event = "" } = typeof line === "string" && line.startsWith("{") ? JSON.parse(line) : {};
    events.set(event, (events.get(event) ?? 0) + 1);
    lines++;
  };
  const spies = (["error", "warn", "log", "info"] as const).map((of) => vi.spyOn(console, of).mockImplementation(take));
  const quarters = [await system.kept()];
  for (let step = 0; step < year.steps; step++) {
    lines = 0;
    await system.step(step);
    mostLines = Math.max(mostLines, lines);
    if (step + 1 >= (quarters.length * year.steps) / 4) quarters.push(await system.kept());
  }
  await system.leaveAlone();
  const left = await system.kept();
  for (const spy of spies) spy.mockRestore();
  resetClock();

  const [, , half = {}, threeQuarters = {}, end = {}] = quarters;
  printTable(
    year.title,
    ["What", "at first", "a quarter", "half", "three quarters", "end", "left alone"],
    Object.keys(end).map((what) => [what, ...[...quarters, left].map((at) => at[what] ?? 0)]),
  );
  printTable("Logged", ["Event", "times"], [...events].toSorted());
  for (const [what, count] of Object.entries(end)) {
    const slack = year.slack.findLast(([name]) => name.test(what))?.[1] ?? 0;
    const before = threeQuarters[what] ?? 0;
    const most = year.records?.test(what) ? before + (before - (half[what] ?? 0)) * 1.3 : before * 1.1;
    expect(count, what).toBeLessThanOrEqual(most + slack);
  }
  return { end, left, mostLines };
}
