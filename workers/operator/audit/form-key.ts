const KEY_BYTES = 32;

/** The random key of the console's forms: made by the first who asks, the same for every isolate. */
export async function readFormKey(db: D1Database): Promise<ArrayBuffer> {
  const made = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const [, read] = await db.batch<{ key: number[] }>([
    db.prepare("INSERT OR IGNORE INTO form_key (only_row, key) VALUES (1, ?)").bind(made),
    db.prepare("SELECT key FROM form_key"),
  ]);
  const [row] = read?.results ?? [];
  if (!row) throw new Error("the forms' key was not kept");
  return new Uint8Array(row.key).buffer;
}
