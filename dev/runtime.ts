import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { pipeline } from "node:stream";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { PROJECT } from "../scripts/workers.ts";
import { buildBundle, bundledWorker } from "./worker-bundle.ts";

/**
 * The process in which `local-system.ts` runs the Workers: `runtime.ts <port> <folder of the stores> <configuration…>`.
 * Environment variables replace a Worker's settings with the same names. The process leads a process group, and sends
 * `ready` to its parent.
 */
const [port = "", stores = "", ...configs] = process.argv.slice(2);

// End the whole group if the parent ends. The runtime and the bundler would otherwise outlive this process.
process.on("disconnect", () => process.kill(0, "SIGKILL"));

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: Number(port),
    cf: false,
    log: new Log(LogLevel.WARN),
    logRequests: false,
    unsafeTriggerHandlers: true,
    unsafeLocalExplorer: true,
    handleStructuredLogs: ({ level, message }) => {
      // expected: no scheduled work ran between two starts
      if (message.includes('"scheduled_work_late"')) return;
      if (level === "warn" || level === "error") console.error(message);
    },
    resourcePersistencePath: join(stores, "v3"),
    workers: await Promise.all(configs.map(localWorker)),
  }),
);
await miniflare.ready;
answerOnIpv6();
process.send?.("ready");

async function localWorker(config: string) {
  const { name = "", main = "" } = unstable_readConfig({ config });
  const { bindings, ...worker } = bundledWorker(config, await keptBundle(name, main, config));
  const settings = Object.entries(bindings).map(([setting, value]) => [setting, process.env[setting] ?? value]);
  return { ...worker, bindings: Object.fromEntries(settings) };
}

/** Returns the bundle of an earlier start, or builds a new bundle if a source has changed. */
async function keptBundle(name: string, main: string, config: string): Promise<string> {
  // A Worker's code is in its own folder and in the shared ones. The site also imports CHANGELOG.md.
  const folders = [relative(PROJECT, dirname(main)), "shared", "durable-objects"];
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,md,json}`, { cwd: PROJECT }).toSorted());
  const sources = createHash("sha256").update(readFileSync(config));
  for (const file of ["package-lock.json", "tsconfig.json", "dev/worker-bundle.ts", "CHANGELOG.md", ...files])
    sources.update(file).update(readFileSync(join(PROJECT, file)));
  const mark = `// ${sources.digest("hex")}\n`;
  const kept = join(PROJECT, "node_modules/.cache/bundles", `${name}.js`);
  const earlier = existsSync(kept) ? readFileSync(kept, "utf8") : "";
  if (earlier.startsWith(mark)) return earlier;
  const bundle = mark + (await buildBundle(main, config));
  mkdirSync(dirname(kept), { recursive: true });
  // The file gets its name when it is complete, so that no other start reads a half-written file.
  writeFileSync(`${kept}.${process.pid}`, bundle);
  renameSync(`${kept}.${process.pid}`, kept);
  return bundle;
}

/** Forwards connections on IPv6. The runtime listens only on IPv4, but on some machines `localhost` means IPv6. */
function answerOnIpv6(): void {
  const forward = createServer((client) => {
    // expected: either side may close its connection
    pipeline(client, connect(Number(port), "127.0.0.1"), client, () => {});
  });
  // expected: a machine without IPv6
  forward.on("error", () => {}).listen(Number(port), "::1");
}
