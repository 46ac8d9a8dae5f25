import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig, unstable_splitSqlQuery } from "wrangler";
import { seedStatements } from "../dev/seed/statements.ts";
import { PROJECT } from "../scripts/workers.ts";
import type { Scope } from "../shared/account-access/scopes.ts";
import { bundle, mainModule } from "./bundle.ts";
import { addCustomers, type Customer, openConnections } from "./connections.ts";
import { decodeAnswer, encodeRequest, isChunked, type WireAnswer, type WireRequest } from "./http-wire.ts";
import type { Inspected } from "./inspector.ts";

/** Keeps the configuration reader from printing a line for each file. */
process.env.WRANGLER_LOG ??= "error";

/** The configurations of all Workers: the system's own, then those of the Workers that it is compared with. */
const CONFIGS = [
  "wrangler.toml",
  "workers/account/wrangler.toml",
  "workers/catalogue/wrangler.toml",
  "workers/billing/wrangler.toml",
  "workers/zones/wrangler.toml",
  "bench/bare.toml",
  "bench/same-answer.toml",
  "bench/strict-post.toml",
  "bench/peers/sdk.toml",
  "bench/peers/agents.toml",
  "bench/object-and-query.toml",
  "bench/object-and-transaction.toml",
  "bench/billing.toml",
  "bench/two-objects-and-billing.toml",
];

/**
 * The ways in which requests may be sent:
 * - `alike`: repeatedly, with the same response to all.
 * - `apart`: repeatedly, with a different response to each.
 * - `once`: each request gets one response. Only its status and its length are known in advance.
 */
export type Use = "alike" | "apart" | "once";

/** A target to measure: requests to one Worker, and the known responses to them. */
export interface Target {
  /** The name of the target in the table. */
  label: string;
  port: number;
  /** The requests, which are sent in turn. */
  requests: Buffer[];
  /** Whether each request may be sent only once. */
  isOnce: boolean;
  /** The response to the first request. All responses have its status and the length of its body. */
  answer: WireAnswer;
  /** One body for all requests, one for each request, or none if the bodies are unknown. */
  bodies: Buffer[];
  /** Loads the objects for `count` requests, starting with `first`, so that they are in memory for the measurement. */
  preload?(first: number, count: number): Promise<void>;
}

/** All Workers in one runtime process, each on its own socket, with migrated and seeded stores. */
export class BenchSystem {
  readonly #runtime: Miniflare;
  readonly #ports: Map<string, number>;
  readonly #bundles: Map<string, string>;
  readonly close: () => Promise<void>;

  /**
   * @param ports port of each Worker
   * @param bundles path of each Worker's bundle
   */
  constructor(
    runtime: Miniflare,
    ports: Map<string, number>,
    bundles: Map<string, string>,
    close: () => Promise<void>,
  ) {
    this.#runtime = runtime;
    this.#ports = ports;
    this.#bundles = bundles;
    this.close = close;
  }

  ask(worker: string, request: WireRequest): Promise<WireAnswer> {
    return askOnce(this.portOf(worker), encodeRequest(request));
  }

  /**
   * Sends the first request, checks the response with `check`, and expects the same response during the measurement. By
   * default, several requests are sent in turn and get the same response. With `apart`, `check` checks the responses to
   * all requests. With `once`, the first request is used up.
   */
  async target(
    label: string,
    worker: string,
    requests: WireRequest | WireRequest[],
    check: (answer: WireAnswer) => void,
    use: Use = "alike",
  ): Promise<Target> {
    const all = [requests].flat();
    const [first, ...others] = all;
    if (!first) throw new Error(`${label} has no request`);
    const askWarm = async (request: WireRequest) => {
      // The first response may need calls to other Workers, but only warm responses are measured.
      if (use !== "once") await this.ask(worker, request);
      const answer = await this.ask(worker, request);
      check(answer);
      return answer;
    };
    const answer = await askWarm(first);
    const bodies = use === "once" ? [] : [answer.body];
    if (use === "apart") for (const other of others) bodies.push((await askWarm(other)).body);
    const isOnce = use === "once";
    // If responses are chunked, only the length of the first one is checked.
    if (isOnce && isChunked(answer.headers)) throw new Error(`${label} does not state the length of its responses`);
    const sent = (isOnce ? others : all).map(encodeRequest);
    return { label, port: this.portOf(worker), requests: sent, isOnce, answer, bodies };
  }

  /** Returns the port of a Worker on 127.0.0.1. */
  portOf(worker: string): number {
    const port = this.#ports.get(worker);
    if (port === undefined) throw new Error(`no Worker is called ${worker}`);
    return port;
  }

  /** Returns the text of a Worker's bundle. */
  bundleOf(worker: string): string {
    return readFileSync(this.#bundles.get(worker) ?? "", "utf8");
  }

  /** Returns the Workers of Frontdesk at the runtime's inspector, without other Workers of the runtime. */
  async inspected(): Promise<Inspected[]> {
    const { port } = await this.#runtime.getInspectorURL();
    const all = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Inspected[];
    return all.filter(({ id }) => id.startsWith("core:user:frontdesk"));
  }

  /** Adds customers who may order. Each customer has one account. */
  async customers(count: number): Promise<Customer[]> {
    return addCustomers(await billingDatabase(this.#runtime), count);
  }

  /** Opens a connection for each customer, and returns the API tokens in the same order. */
  apiTokens(customers: Customer[], scopes: Scope[]): Promise<string[]> {
    return openConnections(this.#runtime, customers, scopes);
  }

  /** Adds a server outside the runtime under this name. */
  addServer(name: string, port: number): void {
    this.#ports.set(name, port);
  }
}

/**
 * Builds the Workers minified, as they are deployed, and starts them.
 * @param isProfiled whether the runtime has an inspector and functions keep their names
 */
export async function startSystem({ isProfiled = false } = {}): Promise<BenchSystem> {
  const directory = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
  const building = new AbortController();
  let runtime: Miniflare | undefined;
  const clear = () => {
    building.abort();
    rmSync(directory, { recursive: true, force: true });
  };
  // The runtime ends when this process ends, even if a signal ends the process.
  process.once("exit", clear);
  const close = async () => {
    await runtime?.dispose();
    clear();
  };
  try {
    const builds = await Promise.allSettled(
      CONFIGS.map((config, index) => {
        const outdir = join(directory, String(index));
        return built(config, { outdir, minify: !isProfiled, signal: building.signal });
      }),
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
        ...(isProfiled && { inspectorPort: 0 }),
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
    const bundles = new Map(workers.map(({ name, modules }) => [name, modules[0]?.path ?? ""]));
    return new BenchSystem(runtime, ports, bundles, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Builds one Worker for the runtime from its own configuration. */
async function built(
  config: string,
  { outdir, minify, signal }: { outdir: string; minify: boolean; signal: AbortSignal },
) {
  const configPath = join(PROJECT, config);
  await bundle(config, outdir, { minify, signal });
  const { name = "", vars, main = "" } = unstable_readConfig({ config: configPath });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configPath);
  return {
    ...workerOptions,
    name,
    // Use only the configuration's values, not those of this shell or of a local secrets file.
    bindings: vars,
    modulesRules: undefined,
    rootPath: outdir,
    modulesRoot: outdir,
    modules: [{ type: "ESModule" as const, path: join(outdir, mainModule(main)) }],
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  };
}

async function fillDatabases(runtime: Miniflare): Promise<void> {
  await execute(await billingDatabase(runtime), [...migrationsOf("workers/billing"), ...seedStatements()]);
  await execute(await runtime.getD1Database("ACCOUNT_DB", "frontdesk-account"), migrationsOf("workers/account"));
}

function billingDatabase(runtime: Miniflare): Promise<D1Database> {
  return runtime.getD1Database("DB", "frontdesk-billing");
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
