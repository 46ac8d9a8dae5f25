/** The name of this Worker's database, which never changes: read once. */
export class Installation {
  readonly #db: D1Database;
  #known: string | null = null;

  constructor(db: D1Database) {
    this.#db = db;
  }

  async id(): Promise<string> {
    this.#known ??= await this.#db.prepare("SELECT id FROM installation WHERE only_row = 1").first<string>("id");
    if (this.#known === null) throw new Error("the database has no name");
    return this.#known;
  }

  /** Whether a caller's ids are of another one. @param asked absent: not compared */
  async isOther(asked: string | undefined): Promise<boolean> {
    return asked !== undefined && asked !== (await this.id());
  }
}
