import { expect, test } from "vitest";
import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { withConnectionRecheck } from "../../../workers/account/actions/recheck-connection.ts";

const REQUEST = { domain: "ana.dev", years: 1, expectedPrice: null };
const RENEWAL: AccountCommand = { name: "renewDomain", request: REQUEST };
const QUESTION = { accountId: 1, loginId: 1, permissions: [], connection: "one" };
const ready = { ready: () => Promise.reject(new Error("not sent here")) };

test.each([
  [0, 250, false],
  [0, 251, true],
  [200, 50, false],
  [200, 51, true],
])("admitted %i ms before, a preparation of %i ms: asked again %s", async (before, takes, isAsked) => {
  let clock = 1_000;
  let asked = 0;
  const prepareSlowly = async () => {
    clock += takes;
    return ready;
  };
  const standing = async () => {
    asked++;
    return null;
  };
  const prepare = withConnectionRecheck(prepareSlowly, {
    ...{ definitions: commandDefinitions, now: () => clock, billing: {} as never },
    connectionOf: () => ({ standing }),
  });
  const prepared = await prepare(RENEWAL, QUESTION, clock - before);
  expect(asked).toBe(isAsked ? 1 : 0);
  expect(prepared).toEqual(isAsked ? { refused: { code: "unauthorized" } } : ready);
});
