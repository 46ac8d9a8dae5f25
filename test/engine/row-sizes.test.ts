import { expect, test } from "vitest";
import { billingSize } from "../../bench/scale/billing-size.ts";

// What docs/scale.md says that accounts occupy in the billing database.

test("an account, an order, its answer and a renewal take no more bytes than is said", async () => {
  const { account, order, answer, renewal } = await billingSize();
  const most = { account: 420, order: 800, answer: 1_500, renewal: 570 };
  const shares = [account / most.account, order / most.order, answer / most.answer, renewal / most.renewal];
  for (const share of shares) {
    expect(share).toBeLessThanOrEqual(1);
    // Much less, and rows are missing from what is counted.
    expect(share).toBeGreaterThan(0.7);
  }
});
