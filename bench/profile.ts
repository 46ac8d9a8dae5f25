import { defineCommand, UsageError } from "../scripts/command-line.ts";
import { suites } from "./cases/index.ts";
import { Inspector, type Profile } from "./inspector.ts";
import { LoadGenerator } from "./load-generator.ts";
import type { Case } from "./measure.ts";
import { machine, markdownTable } from "./report.ts";
import { type BenchSystem, startSystem } from "./system.ts";

const WARM_UP_MS = 2_000;
const PROFILED_MS = 3_000;
const CONNECTIONS = 4;
const SAMPLED_EVERY_US = 500;

/** Minimum share of the time that an origin needs to be in the table: one sample in a hundred. */
const LEAST_SHARE = 0.01;

/**
 * Shows which code takes the Workers' time under the load of a case, by the code's origin. The table leaves out the
 * runtime's own processor time, which `npm run bench -- compare` shows.
 */
export const command = defineCommand({
  options: {},
  words: { name: "part of a case's name", max: 20 },
  isLong: true,
  hasStack: true,
  async run({ words }) {
    const system = await startSystem({ isProfiled: true });
    const generator = new LoadGenerator();
    try {
      await profile(system, generator, await chosenCase(system, words));
    } finally {
      await generator.close();
      await system.close();
    }
  },
});

async function profile(system: BenchSystem, generator: LoadGenerator, chosen: Case): Promise<void> {
  await load(generator, chosen, 0, WARM_UP_MS);
  const inspectors = await Promise.all((await system.inspected()).map((one) => Inspector.open(one)));
  for (const inspector of inspectors) await inspector.start(SAMPLED_EVERY_US);
  const answers = await load(generator, chosen, CONNECTIONS * 20_000, PROFILED_MS);
  const rows: string[][] = [];
  for (const inspector of inspectors) {
    rows.push(...rowsOf(system, inspector.worker, await inspector.stop(), answers));
    inspector.close();
  }
  console.log(
    `${chosen.name}\n\n${markdownTable(["Worker", "Code of", "CPU µs/request", "Share"], rows)}\n\n${machine()}.`,
  );
}

/** Returns the first case whose name contains all words of the command line. */
async function chosenCase(system: BenchSystem, words: readonly string[]): Promise<Case> {
  if (words.length > 0) {
    for (const suite of suites) {
      const chosen = (await suite(system)).find(({ name }) => words.every((word) => name.includes(word)));
      if (chosen) return chosen;
    }
  }
  throw new UsageError("Name one case of npm run bench.");
}

/**
 * Runs the load of a case.
 * @returns the number of responses
 */
async function load(generator: LoadGenerator, { subject }: Case, first: number, milliseconds: number): Promise<number> {
  const { port, requests, isOnce, bodies, answer } = subject;
  const from = isOnce ? Math.min(first, Math.floor(requests.length / 2)) : first;
  const order = { port, requests, isOnce, first: from, status: answer.status, bodies, bodyLength: answer.body.length };
  return (await generator.run({ ...order, connections: CONNECTIONS, milliseconds })).answers;
}

function rowsOf(
  system: BenchSystem,
  worker: string,
  { nodes, samples, timeDeltas }: Profile,
  answers: number,
): string[][] {
  const originOf = originsIn(system.bundleOf(worker));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const { functionName, lineNumber } = frames.get(id) ?? { functionName: "(program)", lineNumber: -1 };
    const isIdle = functionName === "(idle)" || functionName === "(program)";
    const origin = functionName === "(garbage collector)" ? "garbage collection" : originOf(lineNumber);
    if (!isIdle) times.set(origin, (times.get(origin) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .filter(([, time]) => time >= all * LEAST_SHARE)
    .sort(([, one], [, other]) => other - one)
    .map(([origin, time]) => [worker, origin, (time / answers).toFixed(1), `${Math.round((time / all) * 100)} %`]);
}

/**
 * Returns a function that returns the origin of a bundle's line: a package, a folder of the project, or a folder of the
 * Worker.
 */
function originsIn(bundle: string): (line: number) => string {
  const begins: [line: number, origin: string][] = [];
  bundle.split("\n").forEach((text, line) => {
    const file = /^\/\/ (?:\.\.\/)*(\S+\.(?:tsx?|m?js))$/.exec(text)?.[1];
    if (file) begins.push([line, originOf(file)]);
  });
  return (line) => begins.findLast(([begin]) => begin <= line)?.[1] ?? "the runtime";
}

function originOf(file: string): string {
  const parts = file.split("/");
  if (parts[0] !== "node_modules") return parts.slice(0, -1).slice(0, 3).join("/") || "its entry";
  return parts.slice(1, parts[1]?.startsWith("@") ? 3 : 2).join("/");
}
