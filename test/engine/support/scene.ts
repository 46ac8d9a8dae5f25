import { afterEach, beforeEach, vi } from "vitest";
import { actingEngine, NOW } from "./acting.ts";
import { seededBilling } from "./seeded-billing.ts";

/**
 * Creates the engine on the demonstration data of {@link NOW}, with a registrar and mails that a test can inspect.
 * Before each test the clock returns to NOW, the registrar and mails are empty, and the statements run. Other rows
 * stay.
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

/** Returns the error lines that the current test has logged, parsed. They are not printed. */
export function loggedErrors(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  });
  afterEach(() => vi.restoreAllMocks());
  return lines;
}
