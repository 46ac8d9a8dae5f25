import { cpSync, existsSync, globSync, mkdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** An action as both copies of a database may have it. */
interface KeptAction {
  account: number;
  reference: string;
  state: string;
}

/** The database of the Worker for WHMCS as files, while nothing has it open: it is copied, and put back as it was. */
export class StoredDatabase {
  readonly #files: string;
  readonly #copy: string;

  private constructor(file: string, copies: string) {
    this.#files = file;
    this.#copy = join(copies, basename(file));
  }

  /** @param folder of the stores @param copies where its copy is to be */
  static find(folder: string, copies: string): StoredDatabase {
    const file = globSync(`${folder}/**/*.sqlite`).find((one) => hasTable(one, "registrant_fields"));
    if (!file) throw new Error("the Worker's database is not to be found");
    mkdirSync(copies, { recursive: true });
    return new StoredDatabase(file, copies);
  }

  /** Keeps it as it is now, in place of the copy before. */
  keep(): void {
    replace(this.#files, this.#copy);
  }

  /** Puts the copy in its place. @returns the accounts whose actions it has forgotten, or has as they were before; null without a copy */
  restore(): number[] | null {
    if (!existsSync(this.#copy)) return null;
    const kept = new Map(actionsIn(this.#copy).map((row) => [row.reference, row.state]));
    const changed = actionsIn(this.#files).filter(({ reference, state }) => kept.get(reference) !== state);
    replace(this.#copy, this.#files);
    return [...new Set(changed.map(({ account }) => account))];
  }
}

const PARTS = ["", "-wal", "-shm"];

function replace(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  for (const part of PARTS) {
    rmSync(to + part, { force: true });
    if (existsSync(from + part)) cpSync(from + part, to + part);
  }
}

function actionsIn(file: string): KeptAction[] {
  return read(file, (database) =>
    database.prepare("SELECT account_id AS account, reference, state FROM actions").all(),
  ) as unknown as KeptAction[];
}

function hasTable(file: string, table: string): boolean {
  return read(file, (database) =>
    database.prepare("SELECT count(*) AS tables FROM sqlite_master WHERE name = ?").all(table),
  ).some(({ tables }) => tables === 1);
}

function read(file: string, ask: (database: DatabaseSync) => Record<string, unknown>[]): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  try {
    return ask(database);
  } finally {
    database.close();
  }
}
