import { expect, test } from "vitest";
import { COMMAND_NAMES } from "../../../durable-objects/account/command-map.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";

/** Returns the steps that an operation's definition gives to its command. */
async function stepsOf(name: (typeof COMMAND_NAMES)[number]) {
  const { perform, input, example } = commandDefinitions[name];
  const { promise, resolve } = Promise.withResolvers<{ lock: string; answerTimeoutMs?: number }>();
  const execute = (steps: { lock: string; answerTimeoutMs?: number }) => {
    resolve(steps);
    return new Promise(() => undefined);
  };
  void perform({ command: { execute } } as never, input.parse(example) as never);
  return promise;
}

test("every command uses the default timeout, except the auto-renewal setting, which has 8 seconds", async () => {
  for (const name of COMMAND_NAMES) {
    const { answerTimeoutMs } = await stepsOf(name);
    expect(answerTimeoutMs, name).toBe(name === "setDomainAutoRenew" ? 8_000 : undefined);
  }
});

test("commands for the same domain or service share a lock", async () => {
  const locks = Object.fromEntries(
    await Promise.all(COMMAND_NAMES.map(async (name) => [name, (await stepsOf(name)).lock] as const)),
  );
  expect(locks).toEqual({
    orderDomain: "domain:free-garden.com",
    orderPlan: "plan:web-start",
    ...{ renewDomain: "domain:studio-ana.ca", setDomainAutoRenew: "domain:studio-ana.ca" },
    ...{ setDomainNameservers: "domain:studio-ana.ca", setDomainLock: "domain:studio-ana.ca" },
    transferDomainOut: "domain:studio-ana.ca",
    ...{ changePlan: "service:2101", cancelService: "service:2101", changeDnsZone: "service:2101" },
  });
});
