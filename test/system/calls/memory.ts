import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import type { World } from "../../support/world.ts";

/** The bytes that the product's Workers use after garbage collection. */
export interface MemorySample {
  /** The number of requests answered so far. */
  requests: number;
  /** Heaps of the product's Workers, by the Worker's name. */
  workers: Record<string, number>;
  /** The resident memory of the runtime's process, with all heaps. */
  runtime: number;
}

/** A time after which the local runtime has evicted an idle object. It evicts one ten seconds after its last request. */
const EVICTED_AFTER_MS = 12_000;
const TOUCHED = ["/api/v1/account", "/api/v1/plans?lang=fr"];
/** A time longer than the interval of the scheduled jobs. */
const COLLECT_MS = 6_000;
const PRODUCT = /^core:user:(frontdesk(?:-[a-z]+)?)$/;

/** Waits until every object is evicted, collects the garbage of every isolate, and measures. */
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

/** Sends requests to the front door, the account and the catalogue. The scheduled jobs run in the billing Worker. */
async function touchWorkers(origin: string): Promise<void> {
  for (const path of TOUCHED) await (await fetch(origin + path)).arrayBuffer();
}

/**
 * Reads the heap of one isolate in bytes, by the inspector's protocol.
 * @param touch makes the isolate serve something, which it must do before it collects its garbage
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
  // An isolate that serves no request does not collect its garbage.
  await Promise.race([collected, wait(COLLECT_MS, null, { ref: false })]);
  const { usedSize = Number.NaN } = await call("Runtime.getHeapUsage");
  socket.close();
  return usedSize;
}

/** Returns the id of the runtime among the children of a process. */
function runtimeOf(parent: number): number {
  const found = readdirSync("/proc").find((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const [, name, ppid] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${entry}/stat`, "latin1")) ?? [];
      return name === "workerd" && Number(ppid) === parent;
    } catch {
      // expected: a process ends while it is looked at
      return false;
    }
  });
  return Number(found);
}

/** Returns a process's resident memory in bytes; NaN if the system has no `/proc`. */
function residentBytes(id: number): number {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "latin1")) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    // expected: elsewhere than on Linux
    return Number.NaN;
  }
}
