import { raw, type SqlPart } from "./sql.ts";

/** The tables whose ids customers and journals see. */
const NUMBERED = ["domains", "services", "orders", "invoices"] as const;
/** More than was given since any moment that a database can be restored to. */
const RAISED_BY = 100_000;

/** The id of the next row of a table, above all that were given before a restore. */
export function nextId(table: (typeof NUMBERED)[number]): SqlPart {
  return raw(`(SELECT max(coalesce((SELECT max(id) FROM ${table}), 0),
    coalesce((SELECT floor FROM id_floors WHERE table_name = '${table}'), 0)) + 1)`);
}

/** Moves the ids of every table past all that a restored database has given in what it has lost. */
export async function raiseIds(db: D1Database): Promise<void> {
  const raise = (table: string) =>
    db.prepare(
      `INSERT INTO id_floors (table_name, floor) SELECT '${table}', coalesce(max(id), 0) + ${RAISED_BY} FROM ${table}
       WHERE true ON CONFLICT DO UPDATE SET floor = max(floor, excluded.floor)`,
    );
  await db.batch(NUMBERED.map(raise));
}
