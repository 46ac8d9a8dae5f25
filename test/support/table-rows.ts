/** Returns the number of rows in each table of a database. */
export async function countRows(db: D1Database): Promise<Record<string, number>> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all<{ name: string }>();
  const rows: Record<string, number> = {};
  for (const { name } of results)
    rows[name] = (await db.prepare(`SELECT count(*) AS n FROM ${name}`).first<number>("n")) ?? 0;
  return rows;
}
