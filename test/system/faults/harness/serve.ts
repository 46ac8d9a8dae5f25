import { readFileSync } from "node:fs";
import process from "node:process";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { ServedSystem } from "./killable-system.ts";

/**
 * A process that serves Workers which are built, from a file of options at a port, and says where through its parent's channel. What the
 * Workers log is printed, a line each. It is killed together with the runtime that it starts.
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
    // It runs statements on the databases.
    unsafeLocalExplorer: true,
    unsafeObservability: false,
    handleStructuredLogs: ({ message }: { message: string }) => console.log(message),
  }),
);
// It is in a process group of its own: it ends with its parent, however that went.
process.on("disconnect", () => process.exit());
const { origin } = await miniflare.ready;
process.send?.(origin);
