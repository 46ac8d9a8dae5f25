import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { processorTime } from "../runtime-cpu.ts";
import { runtimeConfig, type StartableWorker } from "./worker-config.ts";

const miniflare = createRequire(import.meta.resolve("miniflare"));
/** The runtime's program itself, without the script around it. */
const RUNTIME = (miniflare("workerd") as { default: string }).default;

/** What one start took, in milliseconds of processor time of the runtime, all threads. */
export interface Start {
  /** Until it listened: the global scope of the Worker has been compiled and run. */
  listening: number;
  /** Until the first answer was there. */
  answered: number;
  status: number;
}

/** A Worker's folder for the runtime. */
export function prepare(folder: string, worker: StartableWorker): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "worker.js"), worker.code);
  writeFileSync(join(folder, "config.capnp"), runtimeConfig(worker));
  return folder;
}

/** Starts a runtime process with one Worker, asks it once, and ends it. @param path of the request */
export function measureStart(folder: string, path: string): Promise<Start> {
  return withRuntime(folder, async (id, origin) => {
    const listening = processorTime(id);
    const response = await fetch(`${origin}${path}`);
    const answered = processorTime(id);
    await response.arrayBuffer();
    return { listening, answered, status: response.status };
  });
}

/** Gives what a running Worker is good for. @throws {Error} when the runtime ends before it listens */
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

/** The runtime writes a line of JSON for each socket that it listens on. */
async function listeningPort(control: Readable): Promise<number> {
  for await (const line of createInterface({ input: control })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event === "listen") return port;
  }
  // It has ended, which is told with what it logged.
  return new Promise(() => undefined);
}
