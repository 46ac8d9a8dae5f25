import { expect, test, vi } from "vitest";
import { engineAt } from "./support/engine.ts";
import { seededBilling } from "./support/seeded-billing.ts";
import { watchedDatabase } from "./support/watched-database.ts";

/**
 * Matches the steps of a query plan that may scan: those that read constants, the installation's row, JSON lists, the
 * cancellation requests, or a partial index of the rows that are open, paid, pending or running.
 */
const READ_WHOLE =
  /^SCAN (?:CONSTANT ROW|installation|each VIRTUAL TABLE INDEX \d:|o USING INDEX orders_to_(?:pay|do)|i USING INDEX invoices_pending|actions USING INDEX actions_under_way|[cw])$/;

/** Settings with an unreachable Stripe and with manual provisioning. */
const SETTINGS = {
  PROVISIONING: "manual",
  ...{ PAYMENTS: "stripe", STRIPE_URL: "http://127.0.0.1:1" },
  ...{ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
};

test("no scheduled job reads all services, domains, orders, invoices or payments", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { db } = await seededBilling();
  const executed = new Map<string, unknown[]>();
  const watched = watchedDatabase(db, { executed: ({ sql, values }) => void executed.set(sql, values) });
  await engineAt(watched, Date.now, "UTC", {}, SETTINGS).runScheduledJobs();
  const steps = [];
  for (const [sql, values] of executed) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...values);
    steps.push(...(await plan.all<{ detail: string }>()).results.map(({ detail }) => detail));
  }
  expect(steps.filter((step) => step.startsWith("SEARCH")).length).toBeGreaterThan(20);
  expect(steps).toEqual(
    expect.arrayContaining([
      expect.stringContaining("services_by_due (next_due_on<?)"),
      expect.stringContaining("domains_by_due (status=? AND next_due_on<?)"),
      expect.stringContaining("domains_by_expiry (status=? AND expires_on<?)"),
    ]),
  );
  expect(steps.filter((step) => step.startsWith("SCAN") && !READ_WHOLE.test(step))).toEqual([]);
});
