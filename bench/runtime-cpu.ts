import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns the processor time that the servers have used so far, in milliseconds. The servers are the Workers runtime
 * and the Node processes that are children of this process, with all their threads. Only one of them gets requests at a
 * time, so an increase belongs to that one. Returns NaN if the system has no `/proc/<id>/schedstat`.
 */
export function runtimeCpuTime(): number {
  try {
    servers ??= ownServers();
    return servers.reduce((sum, id) => sum + processorTime(id), 0);
  } catch {
    return Number.NaN;
  }
}

/**
 * Returns the processor time that a process has used so far, in milliseconds, with all its living threads.
 * @throws {Error} if the time is unreadable
 */
export function processorTime(id: number): number {
  const threads = readdirSync(`/proc/${id}/task`);
  return threads.reduce((sum, thread) => sum + threadTime(`/proc/${id}/task/${thread}`), 0);
}

let servers: number[] | undefined;

/** Returns the process ids of all servers that are running at the first call. */
function ownServers(): number[] {
  const own = readdirSync("/proc").filter(isOwnServer).map(Number);
  if (own.length === 0) throw new Error("no runtime among the child processes");
  return own;
}

/** Returns whether a process is one of the servers. `stat` starts with `id (name) state parent`. */
function isOwnServer(id: string): boolean {
  try {
    const [, name = "", parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${id}/stat`, "latin1")) ?? [];
    return (name === "workerd" || name.startsWith("node")) && parent === String(process.pid);
  } catch {
    return false;
  }
}

/** Returns a thread's processor time in milliseconds. `schedstat` starts with the nanoseconds spent on a processor. */
function threadTime(directory: string): number {
  return Number(readFileSync(`${directory}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}
