import { expect, test } from "vitest";
import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";
import type { CustomerCaller } from "../../../durable-objects/account/account-port.ts";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import { settingPolicy } from "../../../shared/account-access/rate-policies.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import { CONNECTION, commandParts, runCommand } from "./command-parts.ts";

const BY_HAND: CustomerCaller = { kind: "customer", language: "fr" };
const HOUR_MS = 3_600_000;

/** Creates an account with its own clock and a billing system that completes every action. */
function account() {
  const clock = { now: 1_000_000 };
  const calls: object[] = [];
  const dependencies: Partial<AccountDependencies> = {
    now: () => clock.now,
    timing: TIMING,
    settingPolicy: settingPolicy({ SETTINGS_PER_HOUR: "60" }),
    holds: { isHeld: async () => false },
    done: async () => undefined,
    approvals: { mayAsk: () => false, terms: async () => null },
    async run(command, { operation }) {
      const write = async (call: object) => {
        calls.push(call);
        return { ok: true, value: {} as CommandValue } as const;
      };
      await command.execute({ lock: operation, write });
      return {};
    },
  };
  const parts = commandParts(dependencies as AccountDependencies);
  let keys = 0;
  const send = async (caller: CustomerCaller | typeof CONNECTION, operation: CommandName) => {
    clock.now++;
    const key = operation === "renewDomain" ? { id: `key ${++keys}`.padEnd(43), fingerprint: "print" } : null;
    return (await runCommand(parts, { operation, input: {}, key, caller })).outcome;
  };
  const sendTimes = async (count: number, ...sent: Parameters<typeof send>) => {
    const outcomes: string[] = [];
    for (let time = 0; time < count; time++) outcomes.push(await send(...sent));
    return [...new Set(outcomes)];
  };
  return { send, sendTimes, clock, calls, parts };
}

test("actions in the client area share a limit of sixty per hour, separate from the limits of applications", async () => {
  const { send, sendTimes, clock } = account();
  expect(await sendTimes(30, BY_HAND, "renewDomain")).toEqual(["done"]);
  expect(await sendTimes(30, BY_HAND, "setDomainLock")).toEqual(["done"]);
  expect([await send(BY_HAND, "renewDomain"), await send(BY_HAND, "setDomainLock")]).toEqual(["too_many", "too_many"]);
  expect(await sendTimes(20, CONNECTION, "renewDomain")).toEqual(["done"]);
  expect(await sendTimes(60, CONNECTION, "setDomainLock")).toEqual(["done"]);
  clock.now += HOUR_MS;
  expect(await send(BY_HAND, "renewDomain")).toBe("done");
});

test("the limits of applications do not refuse a customer", async () => {
  const { send, sendTimes } = account();
  expect(await sendTimes(20, CONNECTION, "renewDomain")).toEqual(["done"]);
  expect(await sendTimes(60, CONNECTION, "setDomainLock")).toEqual(["done"]);
  expect([await send(CONNECTION, "renewDomain"), await send(CONNECTION, "setDomainLock")]).toEqual([
    "too_many",
    "too_many",
  ]);
  expect([await send(BY_HAND, "renewDomain"), await send(BY_HAND, "setDomainLock")]).toEqual(["done", "done"]);
});

test("the billing system receives the page's language with a customer's command, and the connection with an application's", async () => {
  const { send, calls } = account();
  await send(BY_HAND, "setDomainLock");
  await send(CONNECTION, "setDomainLock");
  expect(calls).toMatchObject([{ language: "fr" }, { connection: "c" }]);
  expect(calls[0]).not.toHaveProperty("connection");
});

test("an application's log contains no actions from the client area", async () => {
  const { send, parts, clock } = account();
  await send(BY_HAND, "setDomainLock");
  await send(CONNECTION, "renewDomain");
  const operations = (application: string | null) =>
    parts.auditLog
      .entriesBefore({ loginId: 11, application, connectionId: null }, null, 10, clock.now)
      .map(({ operation, connection }) => [operation, connection]);
  expect(operations("app")).toEqual([["renewDomain", "c"]]);
  expect(operations(null)).toEqual([
    ["renewDomain", "c"],
    ["setDomainLock", null],
  ]);
});
