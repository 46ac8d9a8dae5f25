/** Every row of every table of a database, as text. */
export async function everyRow(db: D1Database): Promise<string> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
    .all<{ name: string }>();
  const rows = await Promise.all(results.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all()));
  return JSON.stringify(rows.map(({ results: found }) => found));
}
