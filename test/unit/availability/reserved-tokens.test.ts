import { expect, test } from "vitest";
import { ReservedTokens } from "../../../durable-objects/registry/reserved-tokens.ts";

/** All callers share one token per second. */
const RATE = { perMinute: 60, burst: 10, concurrency: 9 };

/** Returns the number of tokens that a caller gets at one time. */
function taken(tokens: ReservedTokens, caller: "signed_in" | "anonymous", at: number): number {
  let count = 0;
  while (tokens.take(caller, at)) count++;
  return count;
}

test("anonymous callers can use half of the burst, and signed-in callers all of it, starting with their own half", () => {
  expect(taken(new ReservedTokens(RATE, 0), "anonymous", 0)).toBe(5);
  expect(taken(new ReservedTokens(RATE, 0), "signed_in", 0)).toBe(10);
  const tokens = new ReservedTokens(RATE, 0);
  for (let at = 0; at < 5; at++) tokens.take("signed_in", 0);
  expect(taken(tokens, "anonymous", 0)).toBe(5);
  expect(tokens.take("signed_in", 0)).toBe(false);
});

test("each half has at least one token, and the larger half of an odd burst is reserved", () => {
  expect(taken(new ReservedTokens({ ...RATE, burst: 1 }, 0), "anonymous", 0)).toBe(1);
  expect(taken(new ReservedTokens({ ...RATE, burst: 1 }, 0), "signed_in", 0)).toBe(2);
  expect(taken(new ReservedTokens({ ...RATE, burst: 5 }, 0), "anonymous", 0)).toBe(2);
  expect(taken(new ReservedTokens({ ...RATE, burst: 5 }, 0), "signed_in", 0)).toBe(5);
});

test("the overflow of one half fills the reserved half", () => {
  const tokens = new ReservedTokens(RATE, 0);
  for (let at = 0; at < 5; at++) tokens.take("signed_in", 0);
  expect(taken(tokens, "signed_in", 2_000)).toBe(7);
});

test("an unused token returns to its caller's half", () => {
  const tokens = new ReservedTokens(RATE, 0);
  taken(tokens, "signed_in", 0);
  tokens.giveBack("signed_in");
  expect(tokens.take("anonymous", 0)).toBe(false);
  expect(tokens.take("signed_in", 0)).toBe(true);
  tokens.giveBack("anonymous");
  expect(tokens.take("anonymous", 0)).toBe(true);
});

test("a signed-in caller waits at the full rate, or at half the rate if others also wait", () => {
  const tokens = new ReservedTokens(RATE, 0);
  expect([0, 9].map((ahead) => tokens.waitMs("signed_in", ahead, 0))).toEqual([0, 0]);
  expect(tokens.waitMs("signed_in", 10, 0)).toBe(1_000);
  taken(tokens, "signed_in", 0);
  expect(tokens.waitMs("signed_in", 0, 0)).toBe(1_000);
  expect(tokens.waitMs("signed_in", 2, 0)).toBe(3_000);
  expect(tokens.waitMs("signed_in", 2, 0, true)).toBe(6_000);
  expect(tokens.waitMs("signed_in", 0, 400)).toBe(600);
});

test("the reserved half is the larger half of an odd burst, so it takes longer to fill", () => {
  const tokens = new ReservedTokens({ ...RATE, burst: 5 }, 0);
  taken(tokens, "signed_in", 0);
  expect(tokens.waitMs("anonymous", 3, 0)).toBe(7_000);
});
