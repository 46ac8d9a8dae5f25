import { readFileSync } from "node:fs";
import process from "node:process";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { ServedSystem } from "./killable-system.ts";

/**
 * Serves built Workers. The process reads an options file and a port, and reports its address through its parent's channel.
 * It prints the Workers' log, one line each. A kill ends it with the runtime that it starts.
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
    // Lets the harness run statements on the databases.
    unsafeLocalExplorer: true,
    unsafeObservability: false,
    handleStructuredLogs: ({ message }: { message: string }) => console.log(message),
  }),
);
// The process has a separate process group, so it must exit when its parent exits for any reason.
process.on("disconnect", () => process.exit());
const { origin } = await miniflare.ready;
process.send?.(origin);
