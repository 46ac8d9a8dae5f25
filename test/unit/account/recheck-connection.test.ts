import { expect, test } from "vitest";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import { NO_ASKS } from "../../../shared/account-access/asks.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { Target } from "../../../shared/api/definition/operation.ts";
import { commandDefinitions } from "../../../workers/account/acting-operations.ts";
import { recheckConnection } from "../../../workers/account/actions/object-dependencies.ts";

const QUERY = { accountId: 1, loginId: 1, permissions: [], connection: "one", requestId: "r" };
const SERVICE = { id: 2101, domain: "www.studio-ana.ca", status: "active" };
const EVERYTHING: Standing = {
  scopes: ["billing:write", "zones:write"],
  operations: null,
  limit: { kind: "account" },
  asks: NO_ASKS,
};

/** Checks whether a command's connection still permits the command. */
function recheck(operation: CommandName, target: Target | null, standing: Standing | null) {
  const { access } = commandDefinitions[operation];
  return recheckConnection({ operation, target, connectionId: "one" }, access, QUERY, {
    connectionOf: () => ({ standing: async () => standing }),
    billing: { readService: async () => ({ ok: true, value: { account: {}, service: SERVICE } }) } as never,
  });
}

test.each<[what: string, changes: Partial<Standing> | null, refused: string | null]>([
  ["has ended", null, "unauthorized"],
  ["has lost the scope", { scopes: ["account:read"] }, "insufficient_scope"],
  ["has only other operations", { operations: ["orderPlan"] }, "insufficient_scope"],
  ["has only this operation", { scopes: [], operations: ["renewDomain"] }, null],
  ["is unchanged", {}, null],
])("the check before sending permits or refuses an action whose connection %s", async (_, changes, refused) => {
  const standing = changes && { ...EVERYTHING, ...changes };
  const found = await recheck("renewDomain", { kind: "domain", id: "ana.dev" }, standing);
  expect(found).toEqual(refused ? { refused: { code: refused } } : { standing });
});

test.each([
  [{ kind: "service", id: 2101 }, "studio-ana.com", null],
  [{ kind: "service", id: 2102 }, "studio-ana.ca", "outside_limit"],
  [{ kind: "domain", name: "studio-ana.ca" }, "studio-ana.ca", null],
  [{ kind: "domain", name: "studio-ana.ca" }, "www.studio-ana.ca", "outside_limit"],
  [{ kind: "domain", name: "ana.ca" }, "ana.ca", "outside_limit"],
] as const)(
  "after a limit to %j was added, a waiting change of the zone %s has the result %s",
  async (limit, zone, refused) => {
    const standing = { ...EVERYTHING, limit };
    const found = await recheck("changeDnsZone", { kind: "zone", serviceId: 2101, id: zone }, standing);
    expect(found).toEqual(refused ? { refused: { code: refused } } : { standing });
  },
);

test("an order for a new item is outside the connection's limit, even with the same domain", async () => {
  const limit = { kind: "domain", name: "ana.dev" } as const;
  const found = await recheck("orderDomain", { kind: "domain", id: "ana.dev" }, { ...EVERYTHING, limit });
  expect(found).toEqual({ refused: { code: "outside_limit" } });
});
