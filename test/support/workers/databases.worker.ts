/** A request to a database, sent over HTTP. */
export interface DatabaseRequest {
  /** The name of the database, which is also the name of its binding. */
  database: string;
  method: "all" | "batch" | "exec" | "first" | "raw" | "run";
  statements: { sql: string; values: unknown[] }[];
  /** The column that `first` returns; without it, `first` returns the whole row. */
  column?: string;
}

/** The result of a request, or the database's error message. */
export type DatabaseAnswer = { value: unknown } | { error: string };

/** A Worker that runs statements on the databases that are bound to it. */
export default {
  async fetch(request: Request, databases: Record<string, D1Database>): Promise<Response> {
    const asked: DatabaseRequest = await request.json();
    const database = databases[asked.database];
    if (!database) return new Response("no such database", { status: 404 });
    const answer: DatabaseAnswer = await run(database, asked).then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    );
    return Response.json(answer);
  },
};

async function run(database: D1Database, { method, statements, column }: DatabaseRequest): Promise<unknown> {
  if (method === "exec") return database.exec(statements.map(({ sql }) => sql).join("\n"));
  const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
  const [only] = prepared;
  if (method === "batch") return database.batch(prepared);
  if (!only) throw new Error("no statement");
  switch (method) {
    case "all":
      return only.all();
    case "first":
      return column === undefined ? only.first() : only.first(column);
    case "raw":
      return only.raw();
    case "run":
      return only.run();
  }
}
