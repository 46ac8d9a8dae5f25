import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QuoteReads } from "../../../shared/billing-contract/writes.ts";
import { checkWithoutSource } from "../../../shared/catalogue-contract/domain-check.ts";
import type { AccountContext } from "../../../workers/account/account-context.ts";
import { getDomainRegistrarSettings } from "../../../workers/account/operations/get-domain-registrar-settings.ts";
import { quoteCancellation } from "../../../workers/account/operations/quote-cancellation.ts";
import { quoteDomainOrder } from "../../../workers/account/operations/quote-domain-order.ts";
import { quotePlanChange } from "../../../workers/account/operations/quote-plan-change.ts";
import { quotePlanOrder } from "../../../workers/account/operations/quote-plan-order.ts";

const never = () => new Promise<never>(() => {});
const billing = new Proxy({} as QuoteReads, { get: () => never });
const check = checkWithoutSource("available", "no_registration_found", 0);
const names = { checkNameNow: async () => ({ outcome: "checked", check, rate: null }) };
const query = { loginId: 11, accountId: 1001, permissions: [], requestId: "r" };
const context = { billing, catalogue: names, query, grant: { id: "c" } } as unknown as AccountContext;
const run = (operation: { run(context: AccountContext, input: never): Promise<unknown> }, input: object) =>
  operation.run(context, input as never);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each<[string, number, () => Promise<unknown>]>([
  ["a plan order", 8_000, () => run(quotePlanOrder, { plan: "web-start" })],
  ["a plan change", 8_000, () => run(quotePlanChange, { id: 1, plan: "web-pro" })],
  ["a cancellation", 8_000, () => run(quoteCancellation, { id: 1, when: "immediately" })],
  ["a domain order", 20_000, () => run(quoteDomainOrder, { domain: "ana.dev", type: "register", years: 1 })],
  ["domain settings", 20_000, () => run(getDomainRegistrarSettings, { domain: "ana.dev" })],
])("a quote or read of %s waits at most %i ms for the billing system", async (_, deadlineMs, ask) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let outcome: unknown = "waiting";
  // A counted call wraps the problem as its cause.
  ask().catch(({ code, cause }) => (outcome = code ?? cause.code));
  await vi.advanceTimersByTimeAsync(deadlineMs - 1);
  expect(outcome).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBe("billing_unavailable");
});
