import { unstable_readConfig } from "wrangler";

/** A Worker for the runtime, as its own configuration file has it: what stands in `bindings` is for `workerd serve`. */
export interface StartableWorker {
  /** Text of the module that it begins with. */
  code: string;
  compatibilityDate: string;
  compatibilityFlags: string[];
  bindings: string[];
  /** Classes of its Durable Objects. */
  classes: string[];
}

/** What is read of a configuration. */
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
 * The bindings and flags of a Worker. Whatever it is bound to outside itself is the stub.
 * @param settings beside those of its configuration, or instead of them
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

/** A Worker without bindings. */
export function plainWorker(code: string, compatibilityDate: string): StartableWorker {
  return { code, compatibilityDate, compatibilityFlags: [], bindings: [], classes: [] };
}

/**
 * What `workerd serve` reads: the Worker as `worker.js`, a stub that answers whatever it is asked with an empty result of a
 * database, and a caller with a socket, which sends on what it is asked. Nothing reaches the network.
 */
export function runtimeConfig({ compatibilityDate, compatibilityFlags, bindings, classes }: StartableWorker): string {
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

/** A path that begins with `/rpc/` names a method to call, for a Worker that takes no requests. */
const CALLER = `export default {
  async fetch(request, { WORKER }) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/rpc/")) return WORKER.fetch(request);
    return Response.json(await WORKER[pathname.slice(5)]());
  },
};`;

/** A text of the configuration's language. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
