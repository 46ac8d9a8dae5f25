import { expect, vi } from "vitest";
import { resetClock } from "./clock.ts";
import { printTable } from "./print-table.ts";

/** How much there is of each thing that is kept, by its name. */
export type Kept = Record<string, number>;

/** A system that days pass for, on the clock of `clock.ts`. */
export interface SimulatedSystem {
  /** Lets customers come and things fail until the next step. */
  step(index: number): Promise<void>;
  /** Lets the rest pass in which nobody comes and nothing fails. */
  leaveAlone(): Promise<void>;
  kept(): Promise<Kept>;
}

interface Year {
  title: string;
  steps: number;
  /** By how much what has levelled off may vary: the last matching name counts. */
  slack: [name: RegExp, count: number][];
  /** What grows with what was ordered, by as much in each quarter. */
  records?: RegExp;
}

/** What was kept at the end, and once everybody had stayed away; the most lines that were logged in one step. */
interface YearReport {
  end: Kept;
  left: Kept;
  mostLines: number;
}

/** Lets the time of a system pass in quarters, prints what it kept after each, and expects it to have levelled off. */
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
