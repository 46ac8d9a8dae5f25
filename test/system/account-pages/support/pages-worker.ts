import { createTestHarness } from "wrangler";
import { seedStatements } from "../../../../dev/seed/statements.ts";
import { PROJECT } from "../../../../scripts/workers.ts";

export interface PagesWorker {
  origin: string;
  /** The billing engine's database, to change who manages what. */
  db: D1Database;
  /** What the pages have logged so far. */
  logs(): string[];
  close(): Promise<void>;
}

/** The customer's pages on the real runtime, with the demonstration's logins. */
export async function startPages(): Promise<PagesWorker> {
  const objects = { SESSION: "Session" };
  const system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "pages-door",
          main: "test/system/account-pages/support/pages-door.worker.ts",
          compatibility_date: "2026-10-23",
          services: [{ binding: "BILLING", service: "frontdesk-billing" }],
          d1_databases: [
            { binding: "ACCOUNT_DB", database_name: "frontdesk-account", migrations_dir: "workers/account/migrations" },
          ],
          durable_objects: {
            bindings: Object.entries(objects).map(([name, class_name]) => ({ name, class_name })),
          },
          migrations: [{ tag: "v1", new_sqlite_classes: Object.values(objects) }],
        },
      },
      { configPath: "workers/billing/wrangler.toml" },
    ],
  });
  const { url } = await system.listen();
  const worker = system.getWorker<{ DB: D1Database }>("frontdesk-billing");
  await Promise.all([worker.applyD1Migrations("DB"), system.getWorker("pages-door").applyD1Migrations("ACCOUNT_DB")]);
  const { DB } = await worker.getEnv();
  await DB.batch(seedStatements().map((statement) => DB.prepare(statement)));
  return {
    origin: url.origin,
    db: DB,
    logs: () => system.getLogs().map(({ message }) => message),
    close: () => system.close(),
  };
}
