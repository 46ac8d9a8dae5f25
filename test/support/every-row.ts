/** Returns the whole content of a database as JSON text. */
export async function everyRow(db: D1Database): Promise<string> {
  return JSON.stringify(Object.values(await rowsByTable(db)));
}

/** Returns all rows of a database by table. */
export async function rowsByTable(db: D1Database): Promise<Record<string, unknown[]>> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
    .all<{ name: string }>();
  const tables = await Promise.all(
    results.map(async ({ name }) => [name, (await db.prepare(`SELECT * FROM "${name}"`).all()).results] as const),
  );
  return Object.fromEntries(tables);
}
