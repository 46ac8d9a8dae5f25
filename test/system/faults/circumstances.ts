import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { machine } from "../../../bench/report.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import type { Circumstances } from "./parts.ts";

/** On what a campaign runs here and now. */
export async function circumstances(): Promise<Circumstances> {
  const date = new Date().toISOString().slice(0, 10);
  const { stdout } = await promisify(execFile)("git", ["describe", "--always", "--dirty", "--exclude=*"], {
    cwd: PROJECT,
  });
  return { machine: machine().replace(`; ${date}`, ""), version: stdout.trim(), date };
}
