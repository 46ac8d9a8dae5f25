import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { buildBundle, bundledWorker } from "../../dev/worker-bundle.ts";
import { PROJECT } from "../../scripts/workers.ts";
import type { TestWorker } from "./product-workers.ts";
import { remoteDatabase } from "./remote-database.ts";
import { testSignal } from "./test-signal.ts";

/** The environment variable with the folder of a run's bundles. If it is unset, each process builds its own bundles. */
export const BUNDLES = "FRONTDESK_TEST_BUNDLES";

/** A Worker's wrangler configuration, as a file of the project or inline, with the changes for tests. */
export interface WorkerInput {
  config: string | TestWorker;
  /** The entry, if it differs from the configuration's entry. */
  main?: string;
  /** Settings that replace those of the configuration. */
  vars?: Record<string, string>;
  /** The names of Workers that replace those behind service bindings, by binding. */
  services?: Record<string, string>;
  /** The routes of a Worker other than the first one. They replace the configuration's routes. */
  routes?: string[];
}

interface LogLine {
  level: string;
  message: string;
}

type Fetch = Miniflare["dispatchFetch"];

/**
 * Workers in the real runtime, in one process. A request goes to the first Worker unless a route of another matches.
 */
export class TestRuntime {
  readonly origin: string;
  /** The origin of the first Worker's own socket, which bypasses the entry Worker of the local runtime. */
  readonly socket: string;
  readonly #miniflare: Miniflare;
  /** The databases of all Workers, by name. */
  readonly databases: Partial<Record<string, D1Database>>;
  readonly #logs: LogLine[];

  private constructor(miniflare: Miniflare, { origin }: URL, socket: string, databases: string[], logs: LogLine[]) {
    this.#miniflare = miniflare;
    this.origin = origin;
    this.socket = socket;
    this.#logs = logs;
    const { fetch } = this.getWorker(DATABASES_WORKER);
    const ask = async (init: Parameters<Fetch>[1]) => (await fetch("/", init)).json();
    this.databases = Object.fromEntries(databases.map((name) => [name, remoteDatabase(name, ask)]));
  }

  /**
   * @param folder the folder for stores and temporary files; a prepared database is found by its name
   * @param isTraced whether the runtime stores traces of requests, as in local development
   * @param hasInspector whether the runtime's memory can be measured
   */
  static async start(
    inputs: WorkerInput[],
    folder: string,
    { isTraced = false, hasInspector = false } = {},
  ): Promise<TestRuntime> {
    const logs: LogLine[] = [];
    const own = await Promise.all(inputs.map((input) => builtWorker(input, folder)));
    const names = new Set(own.flatMap(({ d1Databases }) => Object.values(d1Databases)));
    const [front, ...others] = own.map((worker, index) => (index === 0 ? { ...worker, ...OWN_SOCKET } : worker));
    if (!front) throw new Error("a runtime without a Worker");
    const databases = names.size === 0 ? [] : [await builtWorker({ config: databasesWorker(names) }, folder)];
    const workers = [front, ...others, ...databases];
    const restoreFolder = useTemporaryFolder(folder);
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        host: "127.0.0.1",
        port: 0,
        cf: false,
        log: new Log(LogLevel.NONE),
        logRequests: false,
        unsafeTriggerHandlers: true,
        // Tests read sent e-mails from the runtime's local explorer.
        unsafeLocalExplorer: true,
        handleStructuredLogs: (log) => void logs.push(log),
        resourcePersistencePath: folder,
        unsafeObservability: isTraced,
        ...(hasInspector && { inspectorPort: 0 }),
        workers,
      }),
    );
    restoreFolder();
    const origin = await miniflare.ready;
    const socket = await miniflare.unsafeGetDirectURL(front.name);
    return new TestRuntime(miniflare, new URL(origin), socket.origin, [...names], logs);
  }

  fetch(path: string, init?: Parameters<Fetch>[1]): ReturnType<Fetch> {
    const signal = init?.signal ?? testSignal() ?? null;
    return this.#miniflare.dispatchFetch(new URL(path, this.origin), { ...init, signal });
  }

  getWorker<Env = Record<string, unknown>>(name: string) {
    const fetch = (path: string, init: Parameters<Fetch>[1] = {}) => {
      const headers = new Headers(init.headers as HeadersInit);
      headers.set("MF-Route-Override", name);
      return this.fetch(path, { ...init, headers: [...headers] });
    };
    return {
      fetch,
      getEnv: () => this.#miniflare.getBindings<Env>(name),
      /** Runs the scheduled handler and returns its outcome. */
      async scheduled(cron: string): Promise<string> {
        const query = new URLSearchParams({ format: "json", cron, time: String(Date.now()) });
        return ((await (await fetch(`/cdn-cgi/local/scheduled?${query}`)).json()) as { outcome: string }).outcome;
      },
    };
  }

  /** Returns the URL of the runtime's inspector. */
  inspector(): Promise<URL> {
    return this.#miniflare.getInspectorURL();
  }

  getLogs(): LogLine[] {
    return structuredClone(this.#logs);
  }

  close(): Promise<void> {
    return this.#miniflare.dispose();
  }
}

const OWN_SOCKET = { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };
const DATABASES_WORKER = "databases";

function databasesWorker(names: Set<string>): TestWorker {
  return {
    name: DATABASES_WORKER,
    main: "test/support/workers/databases.worker.ts",
    d1_databases: [...names].map((name) => ({ binding: name, database_name: name })),
  };
}

/** Sets the folder for temporary files. The returned function restores the previous one. */
function useTemporaryFolder(folder: string): () => void {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}

/** Bundles a Worker and returns its runtime options. @param folder the folder for the file of an inline configuration */
export async function builtWorker(input: WorkerInput, folder: string) {
  const { config: given, main, vars, services } = input;
  const config = typeof given === "string" ? resolve(PROJECT, given) : written(given, folder);
  const { main: ownMain = "", d1_databases, routes } = unstable_readConfig({ config });
  const worker = bundledWorker(config, await bundleOf(main === undefined ? ownMain : join(PROJECT, main), config));
  return {
    ...worker,
    bindings: { ...worker.bindings, ...vars },
    serviceBindings: { ...worker.serviceBindings, ...services },
    d1Databases: Object.fromEntries(
      d1_databases.map((one: { binding: string; database_name?: string }) => [
        one.binding,
        one.database_name ?? one.binding,
      ]),
    ),
    routes: input.routes ?? routes?.map(String),
    outboundService: (request: Request) => globalThis.fetch(request.url, request),
  };
}

function written({ main = "", ...worker }: TestWorker, folder: string): string {
  const path = join(folder, `${worker.name}.json`);
  writeFileSync(path, JSON.stringify({ compatibility_date: "2026-10-23", main: join(PROJECT, main), ...worker }));
  return path;
}

const bundles = new Map<string, Promise<string>>();

/** Builds a bundle once, as wrangler does for local development. */
function bundleOf(entry: string, config: string): Promise<string> {
  const bundle = bundles.get(entry) ?? sharedBundle(entry, config);
  bundles.set(entry, bundle);
  return bundle;
}

/** Returns a bundle from the folder that the processes of a run share, and builds it if it is missing. */
async function sharedBundle(entry: string, config: string): Promise<string> {
  const folder = process.env[BUNDLES];
  if (folder === undefined) return buildBundle(entry, config);
  const file = join(folder, `${createHash("sha256").update(entry).digest("hex")}.js`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const bundle = await buildBundle(entry, config);
  // Only a complete file gets the final name, so that no process reads a partial one.
  writeFileSync(`${file}.${process.pid}`, bundle);
  renameSync(`${file}.${process.pid}`, file);
  return bundle;
}
