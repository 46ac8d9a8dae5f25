import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import type { World } from "../../support/world.ts";

/** The memory in use after garbage collection, in bytes. */
export interface MemorySample {
  /** The number of requests sent so far. */
  requests: number;
  /** The heap size of each Worker, by the name of the Worker. */
  workers: Record<string, number>;
  /** The resident memory of the runtime process, including all heaps. */
  runtime: number;
}

/** The local runtime evicts an idle Durable Object ten seconds after its last request. */
const EVICTED_AFTER_MS = 12_000;
const TOUCHED = ["/api/v1/account", "/api/v1/plans?lang=fr"];
/** The maximum wait for a garbage collection. It is longer than the interval of the scheduled jobs. */
const COLLECT_MS = 6_000;
const PRODUCT = /^core:user:(frontdesk(?:-[a-z]+)?)$/;

/** Waits until the runtime has evicted every Durable Object, collects garbage in every isolate, and measures memory. */
export async function sampleMemory({ system, origin }: World, requests: number): Promise<MemorySample> {
  const inspector = await system.inspector();
  await wait(EVICTED_AFTER_MS);
  const list = await fetch(new URL("json", inspector.href.replace(/^ws:/, "http:")));
  const isolates = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[];
  const workers: Record<string, number> = {};
  for (const { id, webSocketDebuggerUrl } of isolates) {
    const [, name] = PRODUCT.exec(id) ?? [];
    if (name !== undefined) workers[name] = await usedHeap(webSocketDebuggerUrl, () => touchWorkers(origin));
  }
  return { requests, workers, runtime: residentBytes(runtimeOf(process.pid)) };
}

/**
 * Sends requests through the front door to the account and catalogue Workers. The scheduled jobs already reach the
 * billing Worker.
 */
async function touchWorkers(origin: string): Promise<void> {
  for (const path of TOUCHED) await (await fetch(origin + path)).arrayBuffer();
}

/**
 * Reads the heap size of one isolate in bytes, through the inspector protocol.
 * @param touch makes the isolate serve a request, because an idle isolate does not collect garbage
 */
async function usedHeap(address: string, touch: () => Promise<void>): Promise<number> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no inspector at ${address}`));
  });
  let id = 0;
  const call = (method: string) => {
    const { promise, resolve } = Promise.withResolvers<{ usedSize?: number }>();
    const own = ++id;
    socket.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: { usedSize?: number } };
      if (answer.id === own) resolve(answer.result ?? {});
    });
    socket.send(JSON.stringify({ id: own, method }));
    return promise;
  };
  const collected = call("HeapProfiler.collectGarbage");
  await touch();
  // The collection never ends if the isolate serves no request.
  await Promise.race([collected, wait(COLLECT_MS, null, { ref: false })]);
  const { usedSize = Number.NaN } = await call("Runtime.getHeapUsage");
  socket.close();
  return usedSize;
}

/** Returns the process id of the runtime that a process started. */
function runtimeOf(parent: number): number {
  const found = readdirSync("/proc").find((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const [, name, ppid] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${entry}/stat`, "latin1")) ?? [];
      return name === "workerd" && Number(ppid) === parent;
    } catch {
      // expected: the process ended before its file was read
      return false;
    }
  });
  return Number(found);
}

/** Returns the resident memory of a process in bytes; `NaN` if the system has no `/proc`. */
function residentBytes(id: number): number {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "latin1")) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    // expected: only Linux has /proc
    return Number.NaN;
  }
}
