import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { unstable_readConfig } from "wrangler";
import { defineCommand } from "../../scripts/command-line.ts";
import { PROJECT, WORKERS } from "../../scripts/workers.ts";
import { bundle, mainModule } from "../bundle.ts";
import { quantile } from "../measure.ts";
import { machine, markdownTable, writeBetweenMarks } from "../report.ts";
import { measureStart, plainWorker, prepare, type Start, startableWorker, withRuntime } from "./start.ts";

const STARTS = 21;
const LOOP_MS = 50;

/** The first request to each Worker, which involves no other Worker, and the settings that the Worker requires. */
const FIRST_REQUEST: Record<string, { path: string; settings?: Record<string, string> }> = {
  "wrangler.toml": { path: "/nothing-here" },
  "workers/account/wrangler.toml": { path: "/api/v1/account" },
  "workers/catalogue/wrangler.toml": { path: "/api/v1/nothing-here" },
  "workers/billing/wrangler.toml": { path: "/nothing-here" },
  "workers/billing-whmcs/wrangler.toml": {
    path: "/rpc/describe",
    settings: {
      WHMCS_URL: "https://billing.maple.example",
      FRONTDESK_BRIDGE_KEY: "bench",
    },
  },
  "workers/zones/wrangler.toml": { path: "/rpc/describe" },
  "workers/operator/wrangler.toml": { path: "/nothing-here" },
};

interface Subject {
  name: string;
  folder: string;
  path: string;
  raw: number;
  gzip: number;
  starts: Start[];
}

export const command = defineCommand({
  options: { write: { type: "boolean", about: "Writes the table into docs/evidence/performance.md." } },
  isLong: true,
  hasStack: true,
  async run({ options }) {
    const directory = mkdtempSync(join(tmpdir(), "frontdesk-startup-"));
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
    const report = await measureStarts(directory);
    console.log(report);
    if (options.write) writeBetweenMarks("start-up", report);
  },
});

/** Returns a table with the processor time and the bytes that each Worker costs when an isolate starts. */
async function measureStarts(directory: string): Promise<string> {
  const { compatibility_date: date = "" } = unstable_readConfig({ config: join(PROJECT, "wrangler.toml") });
  console.error("building the Workers");
  const workers: Subject[] = [];
  for (const { config } of WORKERS) workers.push(await built(directory, config));
  const rounds = await roundsFor(LOOP_MS, join(directory, "spinning"), date);
  const control = (name: string, code: string) => {
    const folder = prepare(join(directory, name.replaceAll(/\W/g, "-")), plainWorker(code, date));
    return subject(name, "/", code, folder);
  };
  const bare = control("bare Worker", BARE);
  const loop = control(`bare Worker, a loop of ${LOOP_MS} ms`, withLoop(rounds));
  const subjects = [bare, ...workers, loop];

  for (let round = 0; round < STARTS; round++) {
    console.error(`round ${round + 1} of ${STARTS}`);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const start = await measureStart(subject.folder, subject.path);
      if (start.status >= 500) throw new Error(`${subject.name} answered with ${start.status}`);
      subject.starts.push(start);
    }
  }

  /** Returns the difference from the bare Worker's start in the same round. */
  const aboveBare = ({ starts }: Subject, until: "listening" | "answered") =>
    spread(starts.map((start, round) => start[until] - (bare.starts[round]?.[until] ?? Number.NaN)));
  const rows = [...workers, loop].map((subject) => [
    subject.name,
    aboveBare(subject, "listening"),
    aboveBare(subject, "answered"),
    inKib(subject.raw),
    inKib(subject.gzip),
  ]);
  return [
    markdownTable(["Worker", "Start, CPU ms", "First answer, CPU ms", "KiB", "KiB after gzip"], rows),
    `A bare Worker: ${spread(bare.starts.map(({ listening }) => listening))} ms until it listens, ` +
      `${spread(bare.starts.map(({ answered }) => answered))} ms until its answer. ${machine()}; ${STARTS} starts of each.`,
  ].join("\n\n");
}

/** Bundles a Worker as for a deployment, and returns it as a subject. */
async function built(directory: string, config: string): Promise<Subject> {
  const { path, settings } = FIRST_REQUEST[config] ?? {};
  if (path === undefined) throw new Error(`nothing is known to ask of ${config}`);
  const configPath = join(PROJECT, config);
  const { name = "", main = "" } = unstable_readConfig({ config: configPath });
  const outdir = join(directory, `${name}-bundle`);
  await bundle(config, outdir);
  const modules = readdirSync(outdir).filter((file) => file.endsWith(".js"));
  if (modules.length !== 1) throw new Error(`${config} is built into ${modules.length} modules`);
  const code = readFileSync(join(outdir, mainModule(main)), "utf8");
  return subject(name, path, code, prepare(join(directory, name), startableWorker(configPath, code, settings)));
}

function subject(name: string, path: string, code: string, folder: string): Subject {
  return { name, folder, path, raw: Buffer.byteLength(code), gzip: gzipSync(code).byteLength, starts: [] };
}

/** Returns the median, and the range of the middle half. */
function spread(values: number[]): string {
  const at = (part: number) => quantile(values, part).toFixed(1);
  return `${at(0.5)} (${at(0.25)}–${at(0.75)})`;
}

function inKib(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

/** A Worker that does nothing but respond. It is the baseline of every measurement. */
const BARE = 'export default { fetch: () => new Response("ok") };';

/**
 * A loop that scans 32 KiB repeatedly. The runtime's own code does the scan, so the time does not depend on whether the
 * loop is compiled.
 */
const SPIN = `const zeros = new Uint8Array(32_768);
function spin(rounds) {
  let found = false;
  for (let round = 0; round < rounds; round++) found ||= zeros.includes(1);
  return found;
}`;

/** Returns the bare Worker with a loop in its global scope. */
function withLoop(rounds: number): string {
  return `${SPIN}\nglobalThis.spun = spin(${rounds});\n${BARE}`;
}

const TRIES = 51;
const GUESS = 300;

/**
 * Returns the number of rounds with which the loop takes the given time. The caller's clock measures the time, because
 * the loop is used to test the measurement of processor time. The result comes from the fastest of several requests
 * that run the loop, minus the fastest of the same number of requests that do not.
 * @param folder folder for the Worker that runs the loop on request
 */
async function roundsFor(milliseconds: number, folder: string, compatibilityDate: string): Promise<number> {
  const code = `${SPIN}\nexport default { fetch: ({ url }) => new Response(String(spin(Number(url.split("?")[1])))) };`;
  return withRuntime(prepare(folder, plainWorker(code, compatibilityDate)), async (_id, origin) => {
    const quickest = async (rounds: number) => {
      let least = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const began = performance.now();
        await (await fetch(`${origin}/?${rounds}`)).text();
        least = Math.min(least, performance.now() - began);
      }
      return least;
    };
    const nothing = await quickest(0);
    return Math.round((GUESS * milliseconds) / ((await quickest(GUESS)) - nothing));
  });
}
