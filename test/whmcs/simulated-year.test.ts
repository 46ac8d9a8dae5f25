import process from "node:process";
import { afterAll, expect, test, vi } from "vitest";
import { printTable } from "../support/print-table.ts";
import { SimulatedShop } from "./support/simulated-shop.ts";

const DAYS = Number(process.env.SIMULATED_DAYS ?? 365);
/** Longer than anything lasts that ends by itself. */
const ALONE_DAYS = 40;
/** What was done under a reference is kept for ever: it grows with the orders, and with nothing else. */
const RECORDS = ["actions"];

const shop = await SimulatedShop.open();
afterAll(() => shop.close());

test(`${DAYS} days before WHMCS: only records of actions grow, and everything else ends`, {
  timeout: 1_200_000,
}, async () => {
  const events = new Map<string, number>();
  const logged = (["error", "warn", "info", "log"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((line: string) => {
      const { event } = JSON.parse(line) as { event: string };
      events.set(event, (events.get(event) ?? 0) + 1);
    }),
  );
  const began = performance.now();
  const seen: { rows: Record<string, number> }[] = [];
  for (let quarter = 0; quarter <= 4; quarter++) {
    seen.push({ rows: await shop.rows() });
    if (quarter < 4) await shop.busyDays(DAYS / 4);
  }
  const [first, , half, threeQuarters, end] = seen;
  if (!first || !half || !threeQuarters || !end) throw new Error("not every quarter was seen");
  await shop.quietDays(ALONE_DAYS);
  const left = await shop.rows();
  for (const level of logged) level.mockRestore();

  const changed = Object.keys(end.rows).filter((table) => end.rows[table] !== first.rows[table] || table in shop.most);
  printTable(
    `The database of the Worker before WHMCS, ${DAYS} days, ${Math.round((performance.now() - began) / 1000)} s: rows`,
    ["Table", "at first", "half", "three quarters", "end", `${ALONE_DAYS} days alone`, "at most"],
    changed.map((table) => [
      table,
      ...[first, half, threeQuarters, end, { rows: left }].map(({ rows }) => rows[table] ?? 0),
      shop.most[table] ?? "",
    ]),
  );
  printTable("Logged before WHMCS", ["Event", "times"], [...events].toSorted());

  for (const table of Object.keys(end.rows)) {
    const rows = (at: { rows: Record<string, number> }) => at.rows[table] ?? 0;
    if (RECORDS.includes(table)) {
      const before = rows(threeQuarters) - rows(half);
      expect(rows(end) - rows(threeQuarters), `growth of ${table}`).toBeLessThanOrEqual(before * 1.3 + 6);
    } else expect(rows(end), table).toBeLessThanOrEqual(rows(half) * 1.1 + 4);
  }
  expect(shop.most.sent_changes).toBeGreaterThan(0);
  expect(end.rows.actions).toBeGreaterThan(DAYS / 60);
  expect(left).toMatchObject({ sent_changes: 0, acting_stopped: 0 });
  expect(await shop.openActions()).toBe(0);
});
