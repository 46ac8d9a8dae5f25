import { readdirSync, readFileSync } from "node:fs";

/**
 * The servers' processor time so far, in milliseconds: the Workers runtime and the Node processes, which are children of this process,
 * with all their threads. Only one of them gets requests at a time, so an increase belongs to that one. NaN if the system has no
 * `/proc/<id>/schedstat`.
 */
export function runtimeCpuTime(): number {
  try {
    servers ??= ownServers();
    return servers.reduce((sum, id) => sum + processorTime(id), 0);
  } catch {
    return Number.NaN;
  }
}

/** A process's processor time so far, in milliseconds, with all its living threads. @throws if it is unreadable */
export function processorTime(id: number): number {
  const threads = readdirSync(`/proc/${id}/task`);
  return threads.reduce((sum, thread) => sum + threadTime(`/proc/${id}/task/${thread}`), 0);
}

let servers: number[] | undefined;

/** All servers that run at the first call. */
function ownServers(): number[] {
  const own = readdirSync("/proc").filter(isOwnServer).map(Number);
  if (own.length === 0) throw new Error("no runtime among the child processes");
  return own;
}

/** `stat` begins with `id (name) state parent`. */
function isOwnServer(id: string): boolean {
  try {
    const [, name = "", parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${id}/stat`, "latin1")) ?? [];
    return (name === "workerd" || name.startsWith("node")) && parent === String(process.pid);
  } catch {
    return false;
  }
}

/** `schedstat` begins with the nanoseconds spent on a processor. */
function threadTime(directory: string): number {
  return Number(readFileSync(`${directory}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}
