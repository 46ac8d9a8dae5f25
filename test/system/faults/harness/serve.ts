import { readFileSync } from "node:fs";
import process from "node:process";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { ServedSystem } from "./killable-system.ts";

/**
 * Serves built Workers. The arguments are an options file and a port. The process sends its origin to its parent and
 * prints each log line of the Workers. A kill of its process group also ends the runtime.
 */
const [file = "", port] = process.argv.slice(2);
const options: ServedSystem = JSON.parse(readFileSync(file, "utf8"));
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...options,
    port: Number(port),
    host: "127.0.0.1",
    cf: false,
    log: new Log(LogLevel.NONE),
    logRequests: false,
    unsafeTriggerHandlers: true,
    // The harness runs SQL statements through this explorer.
    unsafeLocalExplorer: true,
    unsafeObservability: false,
    handleStructuredLogs: ({ message }: { message: string }) => console.log(message),
  }),
);
// The process has its own process group, so it does not end with its parent unless it exits here.
process.on("disconnect", () => process.exit());
const { origin } = await miniflare.ready;
process.send?.(origin);
