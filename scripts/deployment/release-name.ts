import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../workers.ts";

/**
 * Returns the tag for deployed Worker versions: `<version>-<commit>`, or `<version>-changed` if tracked files differ
 * from the commit or git fails. The installation files are ignored.
 */
export function releaseName(): string {
  const commit = git(["rev-parse", "--short=8", "HEAD"]);
  const changes = git(["status", "--porcelain", "--untracked-files=no", "--", ".", ":!installations"]);
  return `${projectVersion()}-${commit && changes === "" ? commit : "changed"}`;
}

export function projectVersion(): string {
  return (JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { version: string }).version;
}

/** Runs git and returns its trimmed output; `null` if git fails, for example outside a repository. */
function git(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: PROJECT, encoding: "utf8", timeout: 30_000 });
  return status === 0 ? stdout.trim() : null;
}
