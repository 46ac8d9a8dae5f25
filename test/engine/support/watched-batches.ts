/** The database, with something around each of its transactions. */
export function watchedBatches(
  db: D1Database,
  around: (run: () => Promise<D1Result[]>) => Promise<D1Result[]>,
): D1Database {
  return new Proxy(db, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === "batch") return (statements: D1PreparedStatement[]) => around(() => target.batch(statements));
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
