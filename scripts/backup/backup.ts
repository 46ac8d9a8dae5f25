import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { storesOf as localStoresOf } from "../../dev/prepare-stores.ts";
import { defineCommand } from "../command-line.ts";
import { billingSystemNamed, type WrittenWorker, writeConfigurations } from "../configurations.ts";
import { rowsOf } from "../deployment/deployed-database.ts";
import { installationName, readInstallation } from "../deployment/installation.ts";
import { WRANGLER_CALLS, type WranglerCalls } from "../deployment/wrangler.ts";
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

export const command = defineCommand({
  options: {
    remote: { type: "boolean", about: "Exports what is deployed; each database answers nothing else meanwhile." },
    to: { type: "string", value: "folder", about: "Where the files go. Without it: a new folder in backups/." },
    billing: {
      type: "string",
      value: "name",
      about: "Billing system of the local demonstration.",
      default: "embedded",
    },
  },
  hasSettings: true,
  isLong: true,
  notes: "NAME=… names another installation, as for a deployment.",
  run: ({ options, settings }) => backUp(options, settings),
});

type Place = "--remote" | "--local";
/** What to do if there is nothing to back up. */
const WHAT_TO_DO: Record<Place, string> = {
  "--remote": "has this installation been deployed, and is it the NAME that you mean?",
  "--local": "run `npm start` once, or say --billing or FRONTDESK_STATE as with that.",
};

/**
 * Exports every database of an installation, or of this machine's demonstration, into files, and checks each by importing it.
 * @param settings as `NAME=value`
 */
export async function backUp(
  options: { remote: boolean; to?: string | undefined; billing: string },
  settings: readonly string[],
  { wrangler, storesOf }: { wrangler: WranglerCalls; storesOf: typeof localStoresOf } = {
    ...{ wrangler: WRANGLER_CALLS, storesOf: localStoresOf },
  },
): Promise<void> {
  const to = resolve(options.to ?? join("backups", new Date().toISOString().replaceAll(/[:.]/g, "-")));
  const place: Place = options.remote ? "--remote" : "--local";
  const { billing } = options.remote
    ? readProviderSettings(providerText(settings), providerFile(settings))
    : { billing: billingSystemNamed(options.billing) };
  const installation = options.remote ? { installation: readInstallation(installationName(settings)) } : {};
  if (!options.remote && !existsSync(storesOf(billing)))
    throw new Error(`There is no demonstration here: ${WHAT_TO_DO[place]}`);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-backup-"));
  try {
    // An export looks for the local stores beside the configuration, and nowhere else.
    mkdirSync(join(folder, ".wrangler"));
    symlinkSync(storesOf(billing), join(folder, ".wrangler", "state"));
    const workers = writeConfigurations(billing, folder, installation);
    for (const worker of workers) if (worker.database) await exportDatabase(wrangler, worker, to, place);
    console.log(
      `In ${to}: ${options.remote ? `the installation ${installationName(settings)}` : "this machine's demonstration"}.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportDatabase(
  wrangler: WranglerCalls,
  { config, database = "" }: WrittenWorker,
  to: string,
  place: Place,
): Promise<void> {
  const { name } = JSON.parse(readFileSync(config, "utf8")) as { name: string };
  const file = join(to, `${name}.sql`);
  const ask = (statement: string) => rowsOf(wrangler, { config, database }, statement, place);
  const count = (): RowCounts => {
    const tables = ask(TABLES_STATEMENT).map(({ name: table }) => String(table));
    if (tables.length === 0) throw new Error(`The database of ${name} has no tables: ${WHAT_TO_DO[place]}`);
    return { ...(ask(countStatement(tables))[0] as RowCounts), ...countsOfOthers(ask(OTHERS_STATEMENT)) };
  };
  const before = count();
  mkdirSync(to, { recursive: true, mode: 0o700 });
  await wrangler.run(["d1", "export", database, "-c", config, place, "--output", file]);
  // It has password hashes: a folder that was there keeps its mode.
  chmodSync(file, 0o600);
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
