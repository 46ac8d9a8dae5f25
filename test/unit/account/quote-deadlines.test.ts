import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QuoteReads } from "../../../shared/billing-contract/writes.ts";
import { checkWithoutSource } from "../../../shared/catalogue-contract/domain-check.ts";
import { type Quotes, quotesFor } from "../../../workers/account/actions/quotes.ts";

const never = () => new Promise<never>(() => {});
const billing = new Proxy({} as QuoteReads, { get: () => never });
const check = checkWithoutSource("available", "no_registration_found", 0);
const names = { checkNameNow: async () => ({ outcome: "checked", check, rate: null }) };
const query = { loginId: 11, accountId: 1001, permissions: [], requestId: "r" };
const quotes = quotesFor(billing, names as never, query, {} as never, "c");
const order = { planId: "web-start", billingCycle: null, domain: null, promotion: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each<[string, number, (quotes: Quotes) => Promise<unknown>]>([
  ["a plan's order", 8_000, (all) => all.quotePlanOrder(order)],
  ["a plan's change", 8_000, (all) => all.quotePlanChange({ serviceId: 1, planId: "web-pro", billingCycle: null })],
  ["a cancellation", 8_000, (all) => all.stateCancellation({ serviceId: 1, when: "immediately" })],
  ["a domain's order", 20_000, (all) => all.quoteDomainOrder({ domain: "ana.dev", type: "register", years: 1 })],
  ["a domain's settings", 20_000, (all) => all.readRegistrarSettings("ana.dev")],
])("the billing system has time for %s: %i ms", async (_, deadlineMs, ask) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let outcome: unknown = "waiting";
  // What was counted is reported around the problem.
  ask(quotes).catch(({ code, cause }) => (outcome = code ?? cause.code));
  await vi.advanceTimersByTimeAsync(deadlineMs - 1);
  expect(outcome).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBe("billing_unavailable");
});
