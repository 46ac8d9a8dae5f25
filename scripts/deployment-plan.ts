import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { WrittenWorker } from "./configurations.ts";
import { secretLines } from "./secrets-file.ts";
import { PROJECT } from "./workers.ts";

/**
 * Writes the secrets of one Worker to a file next to its configuration. The file is deleted when this process exits.
 * @returns the file's path; `undefined` for a dry run or if there are no secrets
 * @throws Error with the name of a secret that no Worker uses
 */
export function ownSecrets(
  { config, secrets: names = [] }: WrittenWorker,
  { secrets, dryRun }: { secrets: string; dryRun: boolean },
): string | undefined {
  const lines = secretLines(secrets, names);
  if (lines === "" || dryRun) return undefined;
  const file = `${config}.secrets.env`;
  writeFileSync(file, lines, { mode: 0o600 });
  process.on("exit", () => rmSync(file, { force: true }));
  return file;
}

/**
 * Returns the wrangler call that migrates a Worker's database; `null` if the Worker has no database. The migration must
 * run before the Worker is deployed.
 */
export function migrateCall({ config, database }: Pick<WrittenWorker, "config" | "database">): string[] | null {
  return database ? ["d1", "migrations", "apply", database, "-c", config, "--remote"] : null;
}

/**
 * Returns the wrangler call that deploys a Worker with its settings and secrets.
 * @param release the tag of the new version
 * @param secretsFile the file with the secrets to set; other secrets stay unchanged
 */
export function deployCall(
  { config, source, configuration }: Pick<WrittenWorker, "config" | "source" | "configuration">,
  settings: Record<string, string>,
  { release, dryRun, secretsFile }: { release: string; dryRun: boolean; secretsFile?: string | undefined },
): string[] {
  const changed = Object.keys(configuration.vars ?? {}).flatMap((name) =>
    settings[name] === undefined ? [] : ["--var", `${name}:${settings[name]}`],
  );
  return [
    ...["deploy", "-c", config, "--minify", ...changed],
    ...(dryRun
      ? ["--dry-run", "--outdir", buildFolder(source)]
      : [...(secretsFile ? ["--secrets-file", secretsFile] : []), "--tag", release]),
  ];
}

/**
 * Returns the output folder of a dry run.
 * @param source the path of the configuration in the project
 */
function buildFolder(source: string): string {
  return join(PROJECT, "dist", source.replace(/\W/g, "-"));
}
