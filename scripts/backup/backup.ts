import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { storesOf } from "../../dev/prepare-stores.ts";
import { billingSystemNamed, type WrittenWorker, writeConfigurations } from "../configurations.ts";
import { runCommand } from "../deployment/command-words.ts";
import { installationName, readInstallation } from "../deployment/installation.ts";
import { askWrangler, runWrangler } from "../deployment/wrangler.ts";
import { providerText, readProviderSettings } from "../provider-settings.ts";
import { backupProblems, countStatement, importedCounts, type RowCounts, TABLES_STATEMENT } from "./check-backup.ts";

/**
 * Exports every database of an installation into files, and checks each by importing it. `npm run backup -- --to <folder>`: of this
 * machine's demonstration; `--billing <name>` is another billing system's. `--remote`: of what is deployed; each database answers nothing else while it is exported, and
 * NAME=<installation> chooses one, as for a deployment. See docs/restoring.md.
 */
const words = process.argv.slice(2);
const isRemote = words.includes("--remote");
const place = isRemote ? "--remote" : "--local";

await runCommand(backUp);

async function backUp(): Promise<void> {
  const to = resolve(wordAfter("--to") ?? join("backups", new Date().toISOString().replaceAll(/[:.]/g, "-")));
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const { billing } = isRemote
    ? readProviderSettings(providerText(words))
    : { billing: billingSystemNamed(wordAfter("--billing") ?? "embedded") };
  const installation = isRemote ? { installation: readInstallation(installationName(words)) } : {};
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-backup-"));
  try {
    // An export looks for the local stores beside the configuration, and nowhere else.
    mkdirSync(join(folder, ".wrangler"));
    symlinkSync(storesOf(billing), join(folder, ".wrangler", "state"));
    const workers = writeConfigurations(billing, folder, installation);
    for (const worker of workers) if (worker.database) await exportDatabase(worker, to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exportDatabase({ config, database = "" }: WrittenWorker, to: string): Promise<void> {
  const { name } = JSON.parse(readFileSync(config, "utf8")) as { name: string };
  const file = join(to, `${name}.sql`);
  const ask = (statement: string) =>
    rowsOf(["d1", "execute", database, "-c", config, place, "--yes", "--json", "--command", statement]);
  const count = (): RowCounts => {
    const tables = ask(TABLES_STATEMENT).map(({ name: table }) => String(table));
    return ask(countStatement(tables))[0] as RowCounts;
  };
  const before = count();
  await runWrangler(["d1", "export", database, "-c", config, place, "--output", file]);
  const after = count();
  const imported = importedCounts(readFileSync(file, "utf8"));
  const problems = backupProblems(imported, before, after);
  if (problems.length > 0) throw new Error(`The backup of ${name} is no good: ${problems.join("; ")}.`);
  const rows = Object.values(imported).reduce((sum, one) => sum + one, 0);
  console.log(`${file}: ${Object.keys(imported).length} tables, ${rows} rows, imported and counted.`);
}

function rowsOf(call: string[]): Record<string, unknown>[] {
  const [answer] = askWrangler(call) as { results: Record<string, unknown>[] }[];
  return answer?.results ?? [];
}

function wordAfter(flag: string): string | undefined {
  const at = words.indexOf(flag);
  return at === -1 ? undefined : words[at + 1];
}
