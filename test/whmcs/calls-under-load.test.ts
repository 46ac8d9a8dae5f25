import { describe, expect, test } from "vitest";
import { EIGHT_CALLS, simulateBillingHost } from "./support/simulation/simulate-calls.ts";

describe("a WHMCS of eight calls", () => {
  test("is given eight at most, whatever is asked; actions go on, and who is refused is told when to come", async () => {
    const { questions, actions, mostAtOnce, shortestRetryAfterS, object } = await simulateBillingHost({
      ...EIGHT_CALLS,
      questionsPerSecond: 30,
      forMs: 60_000,
    });
    expect(mostAtOnce).toBe(8);
    expect(questions.count("answered")).toBeGreaterThan(60);
    expect(questions.count("busy")).toBeGreaterThan(1_000);
    expect(actions.share("answered")).toBe(1);
    expect(shortestRetryAfterS).toBeGreaterThanOrEqual(5);
    // Three seconds of waiting, and two calls of two seconds.
    expect(questions.percentile(1)).toBeLessThan(3_000 + 2 * 2_000 + 200);
    expect(object.longestQueue).toBeLessThan(50);
  });

  test("does as much however much more it is asked", async () => {
    const { questions: some } = await simulateBillingHost({ ...EIGHT_CALLS, questionsPerSecond: 8 });
    const { questions: many } = await simulateBillingHost({ ...EIGHT_CALLS, questionsPerSecond: 30 });
    expect(some.count("answered")).toBeGreaterThan(250);
    expect(many.count("answered")).toBeGreaterThan(0.9 * some.count("answered"));
  });

  test("answers all of what it can take", async () => {
    const { questions } = await simulateBillingHost({ ...EIGHT_CALLS, questionsPerSecond: 1, forMs: 60_000 });
    expect(questions.share("answered")).toBeGreaterThan(0.99);
  });
});
