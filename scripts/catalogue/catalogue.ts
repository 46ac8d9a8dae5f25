import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { type Command, defineCommand, UsageError } from "../command-line.ts";
import { resultsOf } from "../deployment/deployed-database.ts";
import { WRANGLER_CALLS, type WranglerCalls } from "../deployment/wrangler.ts";
import { withWorkers } from "../deployment/written-workers.ts";
import { type Catalogue, readCatalogue } from "./catalogue-file.ts";
import { catalogueTables } from "./catalogue-tables.ts";
import { type Changes, CURRENT_STATEMENTS, changesTo } from "./changes.ts";
import { replacements } from "./table-sql.ts";

/** The default file of a provider's catalogue. Commands accept another file name. */
export const CATALOGUE_FILE = "catalogue.yaml";
/**
 * SQL: removes the plan from services whose plan the new catalogue no longer has. Only ended services can lose their
 * plan.
 */
const FORMER_PLANS = "UPDATE services SET plan_id = NULL WHERE plan_id NOT IN (SELECT id FROM plans)";
const WORDS = { name: "file", max: 1 };
const OPTIONS = {
  remote: { type: "boolean", about: "Uses the deployed catalogue instead of this machine's demonstration." },
} as const;

export const check: Command = defineCommand({
  options: {},
  words: WORDS,
  notes: `Without a file: ${CATALOGUE_FILE}.`,
  run({ words: [file = CATALOGUE_FILE] }) {
    const { lines, plans, extensions, terms } = read(file);
    const currencies = [...new Set(plans.flatMap(({ prices }) => Object.keys(prices)))].join(", ");
    console.log(
      `${file}: ${lines.length} lines, ${plans.length} plans in ${currencies}, ${extensions.length} extensions, ${terms.length} terms.`,
    );
  },
});

const OF_STORES = {
  options: OPTIONS,
  words: WORDS,
  hasSettings: true,
  isLong: true,
  notes: `Without a file: ${CATALOGUE_FILE}. NAME=… names another installation, as for a deployment.`,
};

export const diff = defineCommand({
  ...OF_STORES,
  run: ({ options: { remote }, words: [file], settings }) => compare({ remote, file, settings }, async () => false),
});

export const load = defineCommand({
  ...OF_STORES,
  options: { ...OPTIONS, yes: { type: "boolean", about: "Loads the file without asking for confirmation." } },
  run: ({ options: { remote, yes }, words: [file], settings }) =>
    compare({ remote, file, settings }, yes ? async () => true : askToLoad),
});

interface Asked {
  remote: boolean;
  file: string | undefined;
  settings: readonly string[];
}

/**
 * Prints the changes between a file and the current catalogue, and applies them after confirmation.
 * @param isWanted confirms the changes
 * @returns the exit code
 */
export async function compare(
  { remote, file = CATALOGUE_FILE, settings }: Asked,
  isWanted: () => Promise<boolean>,
  wrangler: WranglerCalls = WRANGLER_CALLS,
): Promise<number> {
  const tables = catalogueTables(read(file));
  return await withWorkers({ remote, billing: "embedded", settings }, async (workers, place) => {
    const worker = workers.find(({ source }) => source === "workers/billing/wrangler.toml");
    if (!worker) throw new Error("The billing system of this installation has its own catalogue.");
    const { database = "" } = worker;
    const changes = changesTo(resultsOf(wrangler, worker, CURRENT_STATEMENTS, place), tables);
    console.log(textOf(changes));
    if (changes.inUse.length > 0) return 1;
    if (changes.lines.length === 0 || !(await isWanted())) return 0;
    const folder = mkdtempSync(join(tmpdir(), "frontdesk-catalogue-"));
    try {
      const sql = join(folder, "catalogue.sql");
      writeFileSync(sql, ["PRAGMA defer_foreign_keys = on", ...replacements(tables), FORMER_PLANS, ""].join(";\n"));
      wrangler.ask(["d1", "execute", database, "-c", worker.config, place, "--yes", "--json", "--file", sql]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.log("Loaded: the pages and the APIs show it within ten minutes.");
    return 0;
  });
}

/**
 * Asks for confirmation at the terminal.
 * @throws {UsageError} if there is no terminal
 */
export async function askToLoad(): Promise<boolean> {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY) throw new UsageError("Nothing was changed. Without a terminal, --yes loads it.");
  const terminal = createInterface({ input, output });
  const answer = await terminal.question("Load it? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

function read(file: string): Catalogue {
  if (!existsSync(file)) throw new Error(`There is no ${file}: copy dev/seed/catalogue.yaml, and make it yours.`);
  return readCatalogue(readFileSync(file, "utf8"), file);
}

function textOf({ lines, inUse }: Changes): string {
  const refused = inUse.map((name) => `Refused: customers have ${name}, or have accepted it. Nothing was changed.`);
  return [...(lines.length > 0 ? lines : ["There are no differences."]), ...refused].join("\n");
}
