import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { WrittenWorker } from "./configurations.ts";
import { secretLines } from "./secrets-file.ts";
import { PROJECT } from "./workers.ts";

/**
 * A file with only a Worker's secrets, next to its configuration until this process ends; undefined without any.
 * @throws Error naming what is not a secret of any Worker
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

/** The wrangler call that migrates a Worker's database, which runs before the Worker that needs the new tables; null without one. */
export function migrateCall({ config, database }: Pick<WrittenWorker, "config" | "database">): string[] | null {
  return database ? ["d1", "migrations", "apply", database, "-c", config, "--remote"] : null;
}

/**
 * The wrangler call that deploys a Worker with its settings and secrets.
 * @param release tag of the version that it makes @param secretsFile those that it does not have stay as they are
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

/** Where a dry run leaves what it built. @param source configuration in the project */
function buildFolder(source: string): string {
  return join(PROJECT, "dist", source.replace(/\W/g, "-"));
}
