import { readdirSync, readFileSync } from "node:fs";

/**
 * The processor time in milliseconds that the Workers runtime, a child of this process, has used so far, all its threads
 * together; NaN where the system has no `/proc/<id>/schedstat` to read it from.
 */
export function runtimeCpuTime(): number {
  try {
    runtimeId ??= findRuntime();
    const threads = readdirSync(`/proc/${runtimeId}/task`);
    return threads.reduce((sum, thread) => sum + threadTime(`/proc/${runtimeId}/task/${thread}`), 0);
  } catch {
    return Number.NaN;
  }
}

/** The resident memory of the Workers runtime in bytes; NaN where the system has no `/proc/<id>/status` to read it from. */
export function runtimeMemory(): number {
  try {
    runtimeId ??= findRuntime();
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${runtimeId}/status`, "latin1")) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

let runtimeId: string | undefined;

function findRuntime(): string {
  const id = readdirSync("/proc").find((entry) => /^\d+$/.test(entry) && isOwnRuntime(entry));
  if (id === undefined) throw new Error("no runtime among the child processes");
  return id;
}

/** `stat` begins with `id (name) state parent`. */
function isOwnRuntime(id: string): boolean {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${id}/stat`, "latin1")) ?? [];
    return name === "workerd" && parent === String(process.pid);
  } catch {
    return false;
  }
}

/** `schedstat` begins with the nanoseconds spent on a processor. */
function threadTime(directory: string): number {
  return Number(readFileSync(`${directory}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}
