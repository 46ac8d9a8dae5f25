import { afterEach, beforeEach, vi } from "vitest";
import { actingEngine, NOW } from "./acting.ts";
import { seededBilling } from "./seeded-billing.ts";

/**
 * Creates the engine on the demonstration data for {@link NOW}, with a registrar and e-mails that tests can inspect.
 * Before each test, the clock returns to NOW and the registrar and e-mails are reset. Then the stored notices are
 * deleted and the given statements run. All other rows stay as the previous test left them.
 */
export async function actingScene(...statements: string[]) {
  const { db, sql } = await seededBilling(new Date(NOW));
  const acting = actingEngine(db);
  beforeEach(async () => {
    await acting.renew();
    await db.batch(["DELETE FROM notices", ...statements].map((statement) => db.prepare(statement)));
  });
  return { db, sql, ...acting };
}

/** Collects the error lines that each test logs, parsed from JSON. The lines are not printed. */
export function loggedErrors(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  });
  afterEach(() => vi.restoreAllMocks());
  return lines;
}
