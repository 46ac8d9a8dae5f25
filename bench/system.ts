import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig, unstable_splitSqlQuery } from "wrangler";
import { seedStatements } from "../dev/seed/statements.ts";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../scripts/workers.ts";
import { openConnections } from "./connections.ts";
import { decodeAnswer, encodeRequest, type WireAnswer, type WireRequest } from "./http-wire.ts";

/** Keeps what reads the configurations from reporting each. */
process.env.WRANGLER_LOG ??= "error";

/** The configuration of every Worker that takes part: the system's own, then those it is compared with. */
const CONFIGS = [
  "wrangler.toml",
  "workers/account/wrangler.toml",
  "workers/catalogue/wrangler.toml",
  "workers/billing/wrangler.toml",
  "bench/bare.toml",
  "bench/same-answer.toml",
  "bench/documented-mcp.toml",
  "bench/object-and-query.toml",
];

/** Something to measure: requests to one Worker, and the answer that it is known to give to each of them. */
export interface Target {
  /** As the table calls it. */
  label: string;
  port: number;
  /** Sent in turn. */
  requests: Buffer[];
  answer: WireAnswer;
}

/** Every Worker in one runtime process, each on a socket of its own, with migrated and seeded stores. */
export interface RunningSystem {
  ask(worker: string, request: WireRequest): Promise<WireAnswer>;
  /**
   * Asks once, lets `check` judge the answer, and fixes it as the one every measured answer must equal. Several requests
   * are sent in turn, and are all answered alike.
   */
  target(
    label: string,
    worker: string,
    requests: WireRequest | WireRequest[],
    check: (answer: WireAnswer) => void,
  ): Promise<Target>;
  /** API tokens of so many connections to the demonstration's account 1001. */
  apiTokens(count: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Builds the Workers as they are deployed, minified, and starts them. */
export async function startSystem(): Promise<RunningSystem> {
  const directory = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
  const building = new AbortController();
  let runtime: Miniflare | undefined;
  const clear = () => {
    building.abort();
    rmSync(directory, { recursive: true, force: true });
  };
  // The runtime ends with this process by itself, also when a signal ends it.
  process.once("exit", clear);
  const close = async () => {
    await runtime?.dispose();
    clear();
  };
  try {
    const builds = await Promise.allSettled(
      CONFIGS.map((config, index) => built(config, join(directory, String(index)), building.signal)),
    );
    const workers = builds.map((build) => {
      if (build.status === "rejected") throw build.reason;
      return build.value;
    });
    runtime = new Miniflare(
      convertV4MiniflareOptions({
        host: "127.0.0.1",
        port: 0,
        cf: false,
        log: new Log(LogLevel.ERROR),
        logRequests: false,
        resourcePersistencePath: join(directory, "state"),
        resourceTmpPath: join(directory, "tmp"),
        workers,
      }),
    );
    await fillDatabases(runtime);
    const ports = new Map<string, number>();
    for (const { name } of workers) ports.set(name, Number((await runtime.unsafeGetDirectURL(name)).port));
    return running(runtime, ports, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function running(runtime: Miniflare, ports: Map<string, number>, close: () => Promise<void>): RunningSystem {
  const portOf = (worker: string) => {
    const port = ports.get(worker);
    if (port === undefined) throw new Error(`no Worker is called ${worker}`);
    return port;
  };
  const ask = (worker: string, request: WireRequest) => askOnce(portOf(worker), encodeRequest(request));
  return {
    ask,
    async target(label, worker, requests, check) {
      const all = [requests].flat();
      const [first] = all;
      if (!first) throw new Error(`${label} is asked nothing`);
      // The first answer may still be made by asking others; what is measured is the warm one.
      await ask(worker, first);
      const answer = await ask(worker, first);
      check(answer);
      return { label, port: portOf(worker), requests: all.map(encodeRequest), answer };
    },
    apiTokens: (count) => openConnections(runtime, count),
    close,
  };
}

/** One Worker for the runtime, from its own configuration. */
async function built(config: string, outdir: string, signal: AbortSignal) {
  const configPath = join(PROJECT, config);
  await promisify(execFile)(
    process.execPath,
    [WRANGLER, "deploy", "--dry-run", "--minify", "--outdir", outdir, "--config", configPath],
    {
      cwd: PROJECT,
      signal,
      env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG_PATH: `${outdir}-logs` },
    },
  );
  const { name = "", vars, main = "" } = unstable_readConfig({ config: configPath });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configPath);
  return {
    ...workerOptions,
    name,
    // As the configuration says, whatever this shell or a local file of secrets adds.
    bindings: vars,
    modulesRules: undefined,
    rootPath: outdir,
    modulesRoot: outdir,
    modules: [{ type: "ESModule" as const, path: join(outdir, basename(main).replace(/\.tsx?$/, ".js")) }],
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
}

async function fillDatabases(runtime: Miniflare): Promise<void> {
  const billing = await runtime.getD1Database("DB", "frontdesk-billing");
  await execute(billing, [...migrationsOf("workers/billing"), ...seedStatements()]);
  await execute(await runtime.getD1Database("ACCOUNT_DB", "frontdesk-account"), migrationsOf("workers/account"));
}

function migrationsOf(worker: string): string[] {
  const folder = join(PROJECT, worker, "migrations");
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => unstable_splitSqlQuery(readFileSync(join(folder, file), "utf8")));
}

async function execute(database: D1Database, statements: string[]): Promise<void> {
  await database.batch(statements.map((statement) => database.prepare(statement)));
}

function askOnce(port: number, request: Buffer): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  const socket = connect({ host: "127.0.0.1", port, timeout: 10_000 });
  let received = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    const answer = decodeAnswer(received);
    if (answer) resolve(answer);
  });
  socket.on("timeout", () => reject(new Error("no answer within ten seconds")));
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("the connection was closed")));
  socket.write(request);
  return promise.finally(() => socket.destroy());
}
