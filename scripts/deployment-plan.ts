import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { WrittenWorker } from "./configurations.ts";
import { secretLines } from "./secrets-file.ts";
import { declaredSettings, PROJECT } from "./workers.ts";

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

/** @param secrets text of the installation's secrets @throws Error naming what is no secret of any Worker */
export function deployable(worker: WrittenWorker, terms: { secrets: string; dryRun: boolean }): Deployable {
  const { config, source, database } = worker;
  return {
    ...{ config, source, database, secretsFile: ownSecrets(worker, terms) },
    declared: Object.keys(declaredSettings(source)),
  };
}

/** A file with a Worker's secrets alone, beside its configuration until this process ends; undefined without any. */
function ownSecrets(
  { config, secrets: names = [] }: WrittenWorker,
  { secrets, dryRun }: { secrets: string; dryRun: boolean },
) {
  const lines = secretLines(secrets, names);
  if (lines === "" || dryRun) return undefined;
  const file = `${config}.secrets.env`;
  writeFileSync(file, lines, { mode: 0o600 });
  process.on("exit", () => rmSync(file, { force: true }));
  return file;
}

/** The wrangler call that migrates a Worker's database, which runs before the Worker that needs the new tables; null without one. */
export function migrateCall({ config, database }: Deployable): string[] | null {
  return database ? ["d1", "migrations", "apply", database, "-c", config, "--remote"] : null;
}

/**
 * The wrangler call that deploys a Worker with its settings and secrets.
 * @param release tag of the version that it makes
 */
export function deployCall(
  { config, source, declared, secretsFile }: Deployable,
  settings: Record<string, string>,
  { release, dryRun }: { release: string; dryRun: boolean },
): string[] {
  const changed = declared.flatMap((name) =>
    settings[name] === undefined ? [] : ["--var", `${name}:${settings[name]}`],
  );
  return [
    ...["deploy", "-c", config, "--minify", ...changed],
    ...(dryRun
      ? ["--dry-run", "--outdir", buildFolder(source)]
      : [...(secretsFile ? ["--secrets-file", secretsFile] : []), "--tag", release]),
  ];
}

/** Where a dry run leaves what it built. @param source configuration in the project */
export function buildFolder(source: string): string {
  return join(PROJECT, "dist", source.replace(/\W/g, "-"));
}
