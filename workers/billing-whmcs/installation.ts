/** The name of this billing database, which was made with it. @throws where it has none */
export async function installationOf(db: D1Database): Promise<string> {
  const name = await db.prepare("SELECT id FROM installation WHERE only_row = 1").first<string>("id");
  if (name === null) throw new Error("the database has no name");
  return name;
}
