import process from "node:process";
import { afterEach, expect, test, vi } from "vitest";
import { smallest } from "./smallest.ts";
import type { WalkOptions, WalkReport } from "./walk.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A walk whose violation needs step 37 alone. */
async function walkOf({ seed, steps, without = new Set() }: WalkOptions): Promise<WalkReport> {
  const made = Array.from({ length: steps }, (_, index) => index + 1).filter((step) => !without.has(step));
  const violation = { rule: "a rule", detail: null, day: "2026-01-01", by: "a step" };
  const rows = { accounts: 0, orders: 0, invoices: 0, invoice_payments: 0, services: 0, domains: 0, actions: 0 };
  const violations = made.includes(37) ? [violation] : [];
  return { seed, steps, until: "2026-01-01", counts: new Map(), violations, trail: made.map(String), rows };
}

test("a violation after a walk of many minutes is shortened to the steps that it needs", async () => {
  const system = 0;
  vi.spyOn(process, "cpuUsage").mockImplementation((began) => ({ user: began ? 0 : 900_000_000, system }));
  const options = { seed: 1, steps: 100 };
  const { trail } = await smallest(options, await walkOf(options), walkOf);
  expect(trail).toEqual(["37"]);
});
