import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { unstable_readConfig } from "wrangler";
import { processorTime } from "../runtime-cpu.ts";

const miniflare = createRequire(import.meta.resolve("miniflare"));
/** The runtime's executable, without the script around it. */
const RUNTIME = (miniflare("workerd") as { default: string }).default;

/** The cost of one start, as processor time of all threads of the runtime in milliseconds. */
export interface Start {
  /** Time until the runtime listened. By then, the Worker's global scope has been compiled and run. */
  listening: number;
  /** Time until the first response. */
  answered: number;
  status: number;
}

/** Writes a Worker's folder for the runtime, and returns the folder. */
export function prepare(folder: string, worker: StartableWorker): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "worker.js"), worker.code);
  writeFileSync(join(folder, "config.capnp"), runtimeConfig(worker));
  return folder;
}

/**
 * Starts a runtime process with one Worker, sends one request, and ends the process.
 * @param path path of the request
 */
export function measureStart(folder: string, path: string): Promise<Start> {
  return withRuntime(folder, async (id, origin) => {
    const listening = processorTime(id);
    const response = await fetch(`${origin}${path}`);
    const answered = processorTime(id);
    await response.arrayBuffer();
    return { listening, answered, status: response.status };
  });
}

/**
 * Calls `use` with a running Worker.
 * @throws {Error} if the runtime ends before it listens
 */
export async function withRuntime<Result>(
  folder: string,
  use: (id: number, origin: string) => Promise<Result>,
): Promise<Result> {
  const runtime = spawn(RUNTIME, ["serve", "--experimental", "--control-fd=3", join(folder, "config.capnp")], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const exit = once(runtime, "exit");
  const end = () => runtime.kill("SIGKILL");
  process.once("exit", end);
  const logged = text(runtime.stderr as Readable);
  try {
    const port = await Promise.race([
      listeningPort(runtime.stdio[3] as Readable),
      exit.then(async () => Promise.reject(new Error(`the runtime ended: ${await logged}`))),
    ]);
    return await use(runtime.pid ?? Number.NaN, `http://127.0.0.1:${port}`);
  } finally {
    process.off("exit", end);
    end();
    await exit;
  }
}

/** Returns the port that the runtime listens on. The runtime writes a line of JSON for each socket. */
async function listeningPort(control: Readable): Promise<number> {
  for await (const line of createInterface({ input: control })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event === "listen") return port;
  }
  // The process has ended. `withRuntime` rejects with its log.
  return new Promise(() => undefined);
}

/** A Worker for the runtime, built from its own configuration file. `bindings` are in the format of `workerd serve`. */
interface StartableWorker {
  /** The text of the main module. */
  code: string;
  compatibilityDate: string;
  compatibilityFlags: string[];
  bindings: string[];
  /** The classes of its Durable Objects. */
  classes: string[];
}

/** The part of a configuration that the benchmark uses. */
interface Declared {
  compatibility_date?: string | undefined;
  compatibility_flags: string[];
  vars: Record<string, unknown>;
  services?: { binding: string }[] | undefined;
  send_email: { name: string }[];
  kv_namespaces: { binding: string }[];
  d1_databases: { binding: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
}

/**
 * Returns a Worker with its bindings and flags. A stub replaces every binding to something outside the Worker.
 * @param settings settings that are added to those in the configuration, or replace them
 */
export function startableWorker(
  configPath: string,
  code: string,
  settings: Record<string, string> = {},
): StartableWorker {
  const config: Declared = unstable_readConfig({ config: configPath });
  const stub = 'service = "stub"';
  const objects = config.durable_objects.bindings;
  const bindings: [string, string][] = [
    ...Object.entries({ ...config.vars, ...settings }).map(([name, value]): [string, string] => [
      name,
      `text = ${quoted(String(value))}`,
    ]),
    ...(config.services ?? []).map(({ binding }): [string, string] => [binding, stub]),
    ...config.send_email.map(({ name }): [string, string] => [name, stub]),
    ...config.kv_namespaces.map(({ binding }): [string, string] => [binding, 'kvNamespace = "stub"']),
    ...config.d1_databases.map(({ binding }): [string, string] => [
      binding,
      `wrapped = (moduleName = "cloudflare-internal:d1-api", innerBindings = [(name = "fetcher", ${stub})])`,
    ]),
    ...objects.map(({ name, class_name }): [string, string] => [
      name,
      `durableObjectNamespace = ${quoted(class_name)}`,
    ]),
  ];
  return {
    code,
    compatibilityDate: config.compatibility_date ?? "",
    compatibilityFlags: config.compatibility_flags,
    bindings: bindings.map(([name, value]) => `(name = ${quoted(name)}, ${value})`),
    classes: [...new Set(objects.map(({ class_name }) => class_name))],
  };
}

/** Returns a Worker without bindings. */
export function plainWorker(code: string, compatibilityDate: string): StartableWorker {
  return { code, compatibilityDate, compatibilityFlags: [], bindings: [], classes: [] };
}

/**
 * Returns the configuration for `workerd serve`. It has the Worker as `worker.js`, and a stub that answers every
 * request with the empty result of a database. It also has a caller with a socket, which forwards its requests to the
 * Worker. No request reaches the network.
 */
function runtimeConfig({ compatibilityDate, compatibilityFlags, bindings, classes }: StartableWorker): string {
  const date = `compatibilityDate = ${quoted(compatibilityDate)}`;
  const namespaces = classes.map(
    (name) => `(className = ${quoted(name)}, uniqueKey = ${quoted(name)}, enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "caller", worker = .caller), (name = "worker", worker = .worker), (name = "stub", worker = .stub)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "caller")]
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  ${date},
  compatibilityFlags = [${compatibilityFlags.map(quoted).join(", ")}],
  bindings = [${bindings.join(", ")}],
  durableObjectNamespaces = [${namespaces.join(", ")}],
  durableObjectStorage = (inMemory = void),
  globalOutbound = "stub"
);

const stub :Workerd.Worker = (
  modules = [(name = "stub.js", esModule = ${quoted(STUB)})],
  ${date}
);

const caller :Workerd.Worker = (
  modules = [(name = "caller.js", esModule = ${quoted(CALLER)})],
  ${date},
  bindings = [(name = "WORKER", service = "worker")]
);
`;
}

const STUB = `export default { fetch: () => Response.json([{ success: true, results: [], meta: {} }]) };`;

/**
 * A Worker that forwards requests. A path that starts with `/rpc/` names a method to call, for Workers that accept no
 * requests.
 */
const CALLER = `export default {
  async fetch(request, { WORKER }) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/rpc/")) return WORKER.fetch(request);
    return Response.json(await WORKER[pathname.slice(5)]());
  },
};`;

/** Quotes a text in the configuration's syntax. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
