import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";

/** A running process. `call` is its command line. */
interface RunningProcess {
  pid: number;
  parent: number;
  call: string;
}

/** Returns all descendants of a process. */
export function descendantsOf(parent: number): RunningProcess[] {
  const all = existsSync("/proc/self/stat") ? processesOfLinux() : processesOfPs();
  const below = (of: number): RunningProcess[] =>
    all.filter((one) => one.parent === of).flatMap((one) => [one, ...below(one.pid)]);
  return below(parent);
}

/** Reads processes from /proc, because slim Linux images have no `ps`. */
function processesOfLinux(): RunningProcess[] {
  return globSync("/proc/[0-9]*").flatMap((folder) => {
    try {
      // The state and the parent's id follow the program's name, which may contain spaces and parentheses.
      const [, parent] = readFileSync(`${folder}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      const call = readFileSync(`${folder}/cmdline`, "utf8").replaceAll("\0", " ");
      return [{ pid: Number(folder.slice("/proc/".length)), parent: Number(parent), call }];
    } catch {
      // expected: the process has ended since it was listed.
      return [];
    }
  });
}

function processesOfPs(): RunningProcess[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8", timeout: 10_000 }).trim();
  return rows.split("\n").map((row) => {
    const [pid = "", parent = "", ...call] = row.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), call: call.join(" ") };
  });
}
