import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { machine } from "../../../bench/report.ts";
import { PROJECT } from "../../../scripts/workers.ts";
import { type Circumstances, DIRTY } from "./parts.ts";

/**
 * The commit of a checkout, with `-dirty` where a file differs from it. Pages under docs do not count: no campaign reads them, and its
 * table is written into one.
 */
export async function versionOf(checkout = PROJECT): Promise<string> {
  const git = async (...words: string[]) => (await promisify(execFile)("git", words, { cwd: checkout })).stdout.trim();
  // As many digits in every clone, however few commits it has.
  const commit = await git("rev-parse", "--short=8", "HEAD");
  const changed = await git("status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude)docs");
  return changed === "" ? commit : `${commit}${DIRTY}`;
}

/**
 * The environment of a part that has ended.
 * @param began the version as the process began, which has loaded its modules since then
 * @param now the present one; other than `began`, the part was not of one version
 */
export function circumstances(began: string, now: string): Circumstances {
  const date = new Date().toISOString().slice(0, 10);
  const isSame = began === now || began.endsWith(DIRTY);
  return { machine: machine().replace(`; ${date}`, ""), version: isSame ? began : `${began}${DIRTY}`, date };
}
