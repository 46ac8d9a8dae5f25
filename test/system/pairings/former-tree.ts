import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { git, projectVersion } from "../../../scripts/deployment/release-name.ts";
import { readReleases } from "../../../scripts/deployment/schemas.ts";
import { PROJECT } from "../../../scripts/workers.ts";

const INSTALL_LIMIT_MS = 600_000;

/** The files of a former release, in a folder of their own. */
export interface FormerTree extends Disposable {
  folder: string;
  commit: string;
}

/** The commit that made the newest release of another version than the files here. @throws Error where git does not know it */
export function formerRelease(): string {
  const [version] = readReleases()
    .map((release) => release.version)
    .filter((other) => other !== projectVersion())
    .toReversed();
  const commit = version === undefined ? null : commitThatReleased(version);
  if (!commit)
    throw new Error("No commit of a former release is known here: git fetch --unshallow, or --from <commit>.");
  return commit;
}

/** The first one whose `releases.json` has it. */
function commitThatReleased(version: string): string | null {
  const found = git(["log", "--reverse", "--format=%H", `-S"version": "${version}"`, "--", "releases.json"]);
  return found?.split("\n")[0] || null;
}

/** Checks a commit out beside the project, with its packages. */
export function checkOut(commit: string): FormerTree {
  const parent = mkdtempSync(join(tmpdir(), "former-"));
  const folder = join(parent, "tree");
  if (git(["worktree", "add", "--quiet", "--detach", folder, commit]) === null)
    throw new Error(`${commit} could not be checked out.`);
  const remove = () => {
    git(["worktree", "remove", "--force", folder]);
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    addPackages(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, commit, [Symbol.dispose]: remove };
}

/** Those of the project where the lockfiles are the same. */
function addPackages(folder: string): void {
  const locked = (tree: string) => readFileSync(join(tree, "package-lock.json"), "utf8");
  const modules = join(PROJECT, "node_modules");
  if (locked(folder) === locked(PROJECT) && existsSync(modules)) {
    symlinkSync(modules, join(folder, "node_modules"), "dir");
    return;
  }
  const { status } = spawnSync(process.execPath, ["scripts/setup.mjs"], {
    ...{ cwd: folder, stdio: "inherit", timeout: INSTALL_LIMIT_MS },
  });
  if (status !== 0) throw new Error("The packages of the former release could not be installed.");
}
