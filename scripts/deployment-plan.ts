import { join } from "node:path";
import { PROJECT } from "./workers.ts";

/** A Worker as it is about to be deployed. */
export interface Deployable {
  /** Its wrangler configuration, as it was written for this deployment. */
  config: string;
  /** Its configuration in the project. */
  source: string;
  /** The database it owns, by its binding, and whether that is there: its id stands in the configuration. */
  database?: { binding: string; exists: boolean };
  /** The names it declares under `[vars]`. */
  declared: string[];
  /** A file of secrets that are set with it; those that it does not have stay as they are. */
  secretsFile?: string | undefined;
}

/**
 * The wrangler calls of a deployment, in order: callees before callers. A database is migrated before the Worker that needs
 * its new tables takes over; only the first deployment creates it, and migrates it after.
 * @param domain the host name that the front door, the last Worker, is put on
 */
export function deploymentPlan(
  workers: Deployable[],
  settings: Record<string, string>,
  { domain, dryRun }: { domain?: string | undefined; dryRun: boolean },
): string[][] {
  return workers.flatMap(({ config, source, database, declared, secretsFile }, index) => {
    const deploy = [
      "deploy",
      ...["-c", config, "--minify"],
      ...declared.flatMap((name) => (settings[name] === undefined ? [] : ["--var", `${name}:${settings[name]}`])),
      ...(domain && index === workers.length - 1 ? ["--domain", domain] : []),
      ...(secretsFile && !dryRun ? ["--secrets-file", secretsFile] : []),
      ...(dryRun ? ["--dry-run", "--outdir", buildFolder(source)] : []),
    ];
    if (!database || dryRun) return [deploy];
    const migrate = ["d1", "migrations", "apply", database.binding, "-c", config, "--remote"];
    return database.exists ? [migrate, deploy] : [deploy, migrate];
  });
}

/** Where a dry run leaves what it built. @param source configuration in the project */
export function buildFolder(source: string): string {
  return join(PROJECT, "dist", source.replace(/\W/g, "-"));
}

/** Whether a Worker's configuration has the id of a database. */
export function hasDatabase(toml: string): boolean {
  return /^\s*database_id\s*=\s*["'][^"']/m.test(toml);
}
