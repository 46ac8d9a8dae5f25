import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { storesOf } from "../../dev/prepare-stores.ts";
import { billingSystemNamed, type WrittenWorker, writeConfigurations } from "../configurations.ts";
import { readOptions, runCommand } from "../deployment/command-words.ts";
import { installationName, readInstallation } from "../deployment/installation.ts";
import { askWrangler, runWrangler } from "../deployment/wrangler.ts";
import { providerFile, providerText, readProviderSettings } from "../provider-settings.ts";
import {
  backupProblems,
  countStatement,
  countsOfOthers,
  importedCounts,
  OTHERS_STATEMENT,
  type RowCounts,
  TABLES_STATEMENT,
} from "./check-backup.ts";

/**
 * Exports every database of an installation into files, and checks each by importing it. `npm run backup -- --to <folder>`: of this
 * machine's demonstration; `--billing <name>` is another billing system's. `--remote`: of what is deployed; each database answers nothing else while it is exported, and
 * NAME=<installation> chooses one, as for a deployment. See docs/restoring.md.
 */
const words = process.argv.slice(2);
const OPTIONS = { remote: { type: "boolean" }, to: { type: "string" }, billing: { type: "string" } } as const;
type Place = "--remote" | "--local";
/** Where there is nothing to back up. */
const WHAT_TO_DO: Record<Place, string> = {
  "--remote": "has this installation been deployed, and is it the NAME that you mean?",
  "--local": "run `npm start` once, or say --billing or FRONTDESK_STATE as with that.",
};

await runCommand(() => backUp(readOptions(words, OPTIONS)));

async function backUp(options: { remote?: boolean; to?: string; billing?: string }): Promise<void> {
  const { remote: isRemote = false, billing: named = "embedded" } = options;
  if (options.to === "") throw new Error("--to names a folder.");
  const to = resolve(options.to ?? join("backups", new Date().toISOString().replaceAll(/[:.]/g, "-")));
  const place: Place = isRemote ? "--remote" : "--local";
  const { billing } = isRemote
    ? readProviderSettings(providerText(words), providerFile(words))
    : { billing: billingSystemNamed(named) };
  const installation = isRemote ? { installation: readInstallation(installationName(words)) } : {};
  if (!isRemote && !existsSync(storesOf(billing)))
    throw new Error(`There is no demonstration here: ${WHAT_TO_DO[place]}`);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-backup-"));
  try {
    // An export looks for the local stores beside the configuration, and nowhere else.
    mkdirSync(join(folder, ".wrangler"));
    symlinkSync(storesOf(billing), join(folder, ".wrangler", "state"));
    const workers = writeConfigurations(billing, folder, installation);
    for (const worker of workers) if (worker.database) await exportDatabase(worker, to, place);
    console.log(
      `In ${to}: ${isRemote ? `the installation ${installationName(words)}` : "this machine's demonstration"}.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportDatabase({ config, database = "" }: WrittenWorker, to: string, place: Place): Promise<void> {
  const { name } = JSON.parse(readFileSync(config, "utf8")) as { name: string };
  const file = join(to, `${name}.sql`);
  const ask = (statement: string) =>
    rowsOf(["d1", "execute", database, "-c", config, place, "--yes", "--json", "--command", statement]);
  const count = (): RowCounts => {
    const tables = ask(TABLES_STATEMENT).map(({ name: table }) => String(table));
    if (tables.length === 0) throw new Error(`The database of ${name} has no tables: ${WHAT_TO_DO[place]}`);
    return { ...(ask(countStatement(tables))[0] as RowCounts), ...countsOfOthers(ask(OTHERS_STATEMENT)) };
  };
  const before = count();
  mkdirSync(to, { recursive: true, mode: 0o700 });
  await runWrangler(["d1", "export", database, "-c", config, place, "--output", file]);
  const after = count();
  const imported = readBackup(file);
  const problems = backupProblems(imported, before, after);
  if (problems.length > 0) throw new Error(`The backup of ${name} is no good: ${problems.join("; ")}.`);
  const tables = Object.keys(imported).filter((table) => !table.includes(" "));
  const rows = tables.reduce((sum, table) => sum + (imported[table] ?? 0), 0);
  console.log(`${file}: ${tables.length} tables, ${rows} rows, imported and counted.`);
}

/** @throws Error naming the file where it is no backup */
function readBackup(file: string): RowCounts {
  try {
    return importedCounts(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} is no backup: ${(cause as Error).message}.`, { cause });
  }
}

function rowsOf(call: string[]): Record<string, unknown>[] {
  const [answer] = askWrangler(call) as { results: Record<string, unknown>[] }[];
  return answer?.results ?? [];
}
