import { expect, test } from "vitest";
import { answerTimeoutOf, COMMAND_NAMES } from "../../../durable-objects/account/account-command.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal-timing.ts";

test("what may reach a registrar is waited for 20 seconds, a setting of the billing system alone 8", () => {
  const timeouts = Object.fromEntries(
    COMMAND_NAMES.map((name) => [name, answerTimeoutOf({ name }, TIMING.answerTimeoutMs)]),
  );
  const { setDomainAutoRenew, ...others } = timeouts;
  expect(setDomainAutoRenew).toBe(8_000);
  expect(new Set(Object.values(others))).toEqual(new Set([20_000]));
});

test("a shorter time for all is a shorter one for each", () => {
  expect(answerTimeoutOf({ name: "setDomainAutoRenew" }, 150)).toBe(150);
});
