import process from "node:process";
import { expect, test, vi } from "vitest";
import { livingBytes } from "../support/heap.ts";
import { printTable } from "../support/print-table.ts";
import { SimulatedBusiness } from "./support/simulated-business.ts";

const DAYS = Number(process.env.SIMULATED_DAYS ?? 365);
/** The longest of what ends by itself: a name that nobody renews, with grace, redemption and the term before. */
const QUIET_DAYS = 500;

/** Records of what was ordered, which stay as long as the account: they grow with the orders, and with nothing else. */
const RECORDS = [
  "actions",
  "cancellations",
  "domains",
  "invoice_payments",
  "invoices",
  "orders",
  "paid_terms",
  "services",
];
const MEGABYTE = 1_048_576;

test(`${DAYS} days of the embedded engine: only records of orders grow, and everything else ends`, {
  timeout: 1_200_000,
}, async () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const business = await SimulatedBusiness.open(lines);
  const began = performance.now();
  const seen: { rows: Record<string, number>; bytes: number; heap: number }[] = [];
  for (let quarter = 0; quarter <= 4; quarter++) {
    seen.push({ ...(await business.stored()), heap: await livingBytes() });
    if (quarter < 4) for (let day = 0; day < DAYS / 4; day++) await business.busyDay();
  }
  const [first, , half, threeQuarters, end] = seen;
  if (!first || !half || !threeQuarters || !end) throw new Error("not every quarter was seen");
  const { sum, most, events } = business;

  business.mend();
  for (let day = 0; day < QUIET_DAYS; day++) await business.quietDay();
  const left = await business.stored();
  const changed = Object.keys(end.rows).filter((table) => end.rows[table] !== first.rows[table]);
  printTable(
    `The embedded engine, ${DAYS} days, ${Math.round((performance.now() - began) / 1000)} s: rows`,
    ["Table", "at first", "half", "three quarters", "end", `${QUIET_DAYS} days alone`],
    changed.map((table) => [table, ...[first, half, threeQuarters, end, left].map(({ rows }) => rows[table] ?? 0)]),
  );
  const sized = (of: (at: { bytes: number; heap: number }) => number) =>
    [first, half, threeQuarters, end].map((at) => (of(at) / MEGABYTE).toFixed(1));
  printTable(
    "In MB",
    ["What", "at first", "half", "three quarters", "end"],
    [
      ["database", ...sized(({ bytes }) => bytes)],
      ["memory of the process", ...sized(({ heap }) => heap)],
    ],
  );
  printTable(
    "In one day",
    ["What", "mean", "most"],
    [...Object.entries(most).map(([what, count]) => [what, (sum[what as keyof typeof sum] / DAYS).toFixed(1), count])],
  );
  printTable("Logged", ["Event", "times"], [...events].toSorted());

  for (const table of Object.keys(end.rows)) {
    const rows = (at: { rows: Record<string, number> }) => at.rows[table] ?? 0;
    if (RECORDS.includes(table)) {
      // With the orders, of which each quarter has as many.
      const before = rows(threeQuarters) - rows(half);
      expect(rows(end) - rows(threeQuarters), `growth of ${table}`).toBeLessThanOrEqual(before * 1.3 + 12);
    } else expect(rows(end), table).toBeLessThanOrEqual(rows(half) * 1.1 + 12);
  }
  expect(end.heap - half.heap, "memory").toBeLessThan(8 * MEGABYTE);
  expect(sum.mails).toBeGreaterThan(DAYS / 10);
  expect(most.mails, "mails of a day").toBeLessThan(60);
  expect(most.registrarCalls, "registrar calls of a day").toBeLessThan(400);
  expect(most.logLines, "lines of a day").toBeLessThan(200);

  expect(left.rows).toMatchObject({ notices: 0, sign_in_challenges: 0 });
  expect(await business.count("orders WHERE auth_code IS NOT NULL")).toBe(0);
  expect(await business.count("orders WHERE status IN ('open', 'paid')")).toBe(0);
  expect(await business.count("actions WHERE state = 'under_way'")).toBe(0);
  vi.restoreAllMocks();
});
