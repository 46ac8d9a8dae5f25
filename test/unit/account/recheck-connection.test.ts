import { expect, test } from "vitest";
import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { commandPreparation } from "../../../workers/account/actions/prepare-command.ts";

const signer = new Signer(async () => new ArrayBuffer(32));
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
  const renewDomain = { ...commandDefinitions.renewDomain, prepare: prepareSlowly };
  const prepare = commandPreparation({
    ...{ definitions: { ...commandDefinitions, renewDomain }, now: () => clock, billing: {} as never },
    ...{ connectionOf: () => ({ standing }), tools: {} as never, signer },
  });
  const prepared = await prepare(RENEWAL, QUESTION, clock - before, NO_ASKS);
  expect(asked).toBe(isAsked ? 1 : 0);
  expect(prepared).toEqual(isAsked ? { refused: { code: "unauthorized" } } : ready);
});

const SERVICE = { id: 2101, domain: "www.studio-ana.ca", status: "active" };
const ZONE_CHANGE = { serviceId: 2101, revision: "1", remove: [], add: [] };

test.each([
  [{ kind: "service", id: 2101 }, "studio-ana.com", null],
  [{ kind: "service", id: 2102 }, "studio-ana.ca", "outside_limit"],
  [{ kind: "domain", name: "studio-ana.ca" }, "studio-ana.ca", null],
  [{ kind: "domain", name: "studio-ana.ca" }, "www.studio-ana.ca", "outside_limit"],
  [{ kind: "domain", name: "ana.ca" }, "ana.ca", "outside_limit"],
] as const)("narrowed to %j while it waited, a change of the zone %s: %s", async (limit, zone, refused) => {
  const standing = async () => ({ scopes: ["zones:write" as const], operations: null, limit, asks: NO_ASKS });
  const changeDnsZone = { ...commandDefinitions.changeDnsZone, prepare: async () => ready };
  const prepare = commandPreparation({
    ...{ definitions: { ...commandDefinitions, changeDnsZone }, now: () => 1_000, tools: {} as never, signer },
    billing: { readService: async () => ({ ok: true, value: { account: {}, service: SERVICE } }) } as never,
    connectionOf: () => ({ standing }),
  });
  const command: AccountCommand = { name: "changeDnsZone", request: { ...ZONE_CHANGE, zone } };
  expect(await prepare(command, QUESTION, 0, NO_ASKS)).toEqual(refused ? { refused: { code: refused } } : ready);
});
