import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PROJECT } from "../../scripts/workers.ts";

/** What the account Worker's database keeps of connections. */
export interface IndexSize {
  connections: number;
  bytes: number;
  bytesPerConnection: number;
  /** Of the look-ups that requests make, the most rows that one of them visits: none may grow with the connections. */
  plans: string[];
}

const MIGRATIONS = join(PROJECT, "workers/account/migrations");

/** The look-ups of the index that a request of a customer, an object or a scheduled job makes. */
const LOOK_UPS = [
  "SELECT ended_at FROM connections WHERE id = 'x'",
  "SELECT counter FROM object_generations WHERE object = 'x'",
  "SELECT id FROM connections LEFT JOIN connection_installations USING (id) WHERE login_id = 1 AND ended_at IS NULL AND coalesce(installation, '') = '' ORDER BY made_at DESC, id",
  "SELECT id FROM connections WHERE account_id = 1",
  "DELETE FROM clients WHERE used_at <= 1",
  "DELETE FROM unconnected_clients WHERE registered_at <= 1",
  "DELETE FROM signed_in_sessions WHERE ends_at <= 1",
  "DELETE FROM operator_ends WHERE ended_at <= 1",
  "DELETE FROM sent_actions WHERE sent_at <= 1",
];

/** Fills the migrated tables with so many connections of a third as many logins, by 50 applications. */
export function indexSize(connections: number): IndexSize {
  const database = new DatabaseSync(":memory:");
  for (const file of readdirSync(MIGRATIONS).toSorted()) database.exec(readFileSync(join(MIGRATIONS, file), "utf8"));
  const empty = bytesOf(database);
  const connection = database.prepare("INSERT INTO connections VALUES (?, ?, ?, ?, ?, NULL)");
  const counted = database.prepare("INSERT INTO object_generations VALUES (?, ?)");
  database.exec("BEGIN");
  for (let number = 0; number < connections; number++) {
    // As long as an id is, and in no order.
    const id = `${hashOf(number)}${hashOf(number + connections)}`.slice(0, 22);
    const login = Math.floor(number / 3);
    connection.run(id, login, login + 1, `https://application-${number % 50}.example/client.json`, 1.7e12 + number);
    counted.run(`connection:${id}`, number % 3_000);
  }
  database.exec("COMMIT");
  const bytes = bytesOf(database) - empty;
  const plans = LOOK_UPS.map((sql) => planOf(database, sql));
  database.close();
  return { connections, bytes, bytesPerConnection: bytes / connections, plans };
}

function bytesOf(database: DatabaseSync): number {
  const [pages, size] = ["page_count", "page_size"].map(
    (name) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] as number,
  );
  return (pages ?? 0) * (size ?? 0);
}

/** How SQLite finds the rows; `SCAN` without an index reads them all. */
function planOf(database: DatabaseSync, sql: string): string {
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
    .join("; ");
}

function hashOf(number: number): string {
  return (
    (Math.imul(number + 1, 2_654_435_761) >>> 0).toString(36).padStart(7, "0") +
    (number * 7_919).toString(36).padStart(6, "0")
  );
}
