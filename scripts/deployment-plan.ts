import { join } from "node:path";
import { PROJECT } from "./workers.ts";

/** A Worker as it is about to be deployed. */
export interface Deployable {
  /** Its wrangler configuration, as it was written for this deployment. */
  config: string;
  /** Its configuration in the project. */
  source: string;
  /** The database it owns, by its binding. */
  database?: string | undefined;
  /** The names it declares under `[vars]`. */
  declared: string[];
  /** A file of secrets that are set with it; those that it does not have stay as they are. */
  secretsFile?: string | undefined;
}

/**
 * The wrangler calls of a deployment, in order: callees before callers. A database is migrated before the Worker that needs
 * its new tables takes over.
 * @param release what the versions are tagged with
 */
export function deploymentPlan(
  workers: Deployable[],
  settings: Record<string, string>,
  { release, dryRun }: { release: string; dryRun: boolean },
): string[][] {
  return workers.flatMap((worker) => {
    const deploy = [
      ...["deploy", ...versionWords(worker, settings, { release, dryRun })],
      ...(dryRun ? ["--dry-run", "--outdir", buildFolder(worker.source)] : []),
    ];
    return dryRun ? [deploy] : [...migrateCalls(worker), deploy];
  });
}

/** The words of a call that makes a version of a Worker: its configuration, settings and secrets, and the release as its tag. */
export function versionWords(
  { config, declared, secretsFile }: Deployable,
  settings: Record<string, string>,
  { release, dryRun }: { release: string; dryRun: boolean },
): string[] {
  return [
    ...["-c", config, "--minify"],
    ...declared.flatMap((name) => (settings[name] === undefined ? [] : ["--var", `${name}:${settings[name]}`])),
    ...(secretsFile && !dryRun ? ["--secrets-file", secretsFile] : []),
    ...(dryRun ? [] : ["--tag", release]),
  ];
}

/** None where the Worker has no database of its own. */
export function migrateCalls({ config, database }: Deployable): string[][] {
  return database ? [["d1", "migrations", "apply", database, "-c", config, "--remote"]] : [];
}

/** Where a dry run leaves what it built. @param source configuration in the project */
export function buildFolder(source: string): string {
  return join(PROJECT, "dist", source.replace(/\W/g, "-"));
}
