import { beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import { TABLE_SCOPES } from "../../support/account-table.ts";
import { type Caller, NOBODY } from "./access.ts";
import { deadCallers } from "./callers.ts";
import { type Cell, type Cells, type Expected, expectOneAnswer, inParallel, leftOf } from "./cells.ts";
import { harmless } from "./probes.ts";
import { type By, type CallSystem, CHECKS_OF_CONNECTION, OWN, REQUESTS, STRANGER } from "./system.ts";
import { kindOf } from "./targets.ts";
import { ACTING, CALLS, CATALOGUE_CALLS, exampleOf, ownMembers, type Way } from "./ways.ts";

const CHANGES = TABLE_SCOPES.filter((scope) => scope !== "account:read");
const DONE: Expected = { status: 200, code: null };
/** The operations that query a registry about one domain. */
const CHECKING = ["quoteDomainOrder", "checkDomain"];

export const TOO_MANY: Expected = {
  ...{ status: 429, code: "rate_limited" },
  also: ({ headers, value }) => {
    const wait = Number(headers["retry-after"]);
    return wait > 0 && wait === value.retry_after ? null : `Retry-After ${wait}, retry_after ${value.retry_after}`;
  },
};

/**
 * Tests each operation with callers that have exactly the needed access, and with callers that have all access except
 * the needed one. The first kind finds checks that are too strict. The second kind finds checks that are too loose.
 */
export function everyCaller(system: CallSystem, cells: Cells): void {
  const single = [...new Set(ACTING.map(({ operation }) => operation.id))];

  test.each(CALLS)("$name accepts exactly the access that it needs", async (way) => {
    const { scope, permissions, opensWith } = way.needed as NonNullable<Way["needed"]>;
    const own = CHANGES.filter((one) => one === scope);
    const others = CHANGES.filter((one) => one !== scope);
    const bys: By[] = [own, others].flatMap((scopes) => [
      { scopes },
      { scopes, via: "narrowed" as const },
      { scopes, via: "API token" as const },
    ]);
    const held = permissions as Permission[];
    for (const lacked of [null, ...held]) bys.push({ permissions: held.filter((one) => one !== lacked) });
    await ask(way, bys);
    if (!ACTING.includes(way)) return;
    await ask(way, [{ operations: [opensWith] }, { operations: single.filter((one) => one !== opensWith) }]);
  });

  async function ask(way: Way, bys: By[]): Promise<void> {
    const asked: Cell[] = [];
    for (const by of bys) asked.push({ way, caller: await system.caller(by), name: "", ...harmless(way) });
    await cells.expectAll("caller", asked);
  }

  test("every call refuses a missing or invalid credential", async () => {
    const [nobody = NOBODY, ...dead] = await deadCallers(system);
    const asked = (["http", "mcp"] as const).flatMap((transport) =>
      [...CALLS, ...CATALOGUE_CALLS]
        .filter((way) => way.transport === transport)
        .flatMap((way, at) => {
          const own = [0, 1, 2].map((turn) => dead[(3 * at + turn) % dead.length] as Caller);
          return [nobody, ...own].map(
            (caller): Cell => ({ way, caller, name: "", input: exampleOf(way), expected: DONE }),
          );
        }),
    );
    const answered = await cells.expectAll("dead credential", asked);
    const counts = new Set(answered.map(({ cell }) => `${cell.way.transport} ${cell.caller.kind}`));
    expect(counts.size).toBe(2 * (dead.length + 1));
    const isNobodys = ({ cell }: (typeof answered)[number]) => cell.caller === nobody;
    expectOneAnswer(answered.filter(isNobodys));
    expectOneAnswer(answered.filter((one) => !isNobodys(one)));
  });

  test("every call returns access_lost to a login that has lost the account and ends its connection", async () => {
    // The response must not reveal whether the target belongs to the account.
    const asked = CALLS.flatMap((way) => {
      const input = exampleOf(way);
      const [member] = ownMembers(way.operation);
      if (member === undefined) return [{ way, name: "its own", input }];
      const foreign = kindOf(way.operation, member).foreign[0];
      const theirs = { ...input, [member]: foreign, ...("confirm_domain" in input && { confirm_domain: foreign }) };
      return [
        { way, name: "its own", input },
        { way, name: "another's", input: theirs },
      ];
    });
    const logins = await inParallel(asked, () => system.addLogin("owner"));
    const owned = await inParallel(asked, async (one) => {
      const at = asked.indexOf(one);
      const by: By = { loginId: logins[at] as number, ...(at % 2 === 1 && { via: "API token" }) };
      const caller = await system.newCaller(by, "lost");
      return {
        ...one,
        expected: DONE,
        caller: { ...caller, grant: caller.grant && { ...caller.grant, isLost: true } },
      };
    });
    const { billing } = system.world;
    await billing.batch(logins.map((id) => billing.prepare("DELETE FROM account_logins WHERE login_id = ?").bind(id)));
    const answered = await cells.expectAll("lost access", owned);
    for (const way of CALLS) {
      const namesIn = ({ input }: Cell) => ownMembers(way.operation).map((member) => String(input[member]));
      expectOneAnswer(
        answered.filter(({ cell }) => cell.way === way),
        namesIn,
      );
    }
    await cells.expectAll(
      "dead credential",
      owned.map((one) => ({ ...one, caller: { ...one.caller, grant: null } })),
    );
  });

  describe("limits of a connection", () => {
    test("HTTP requests, MCP requests and calls to catalogue tools share one limit of 120 a minute", async () => {
      const turns = [...CALLS.filter(({ operation }) => operation.id === "getAccount"), ...CATALOGUE_CALLS.slice(0, 1)];
      const caller = await useUp("connection", REQUESTS, turns);
      await expectUsedUp("rate limit", caller, [...CALLS, ...CATALOGUE_CALLS]);
    });

    test("quotes over both transports and domain checks share one limit", async () => {
      const ways = [...CALLS, ...CATALOGUE_CALLS].filter(({ row }) => CHECKING.includes(row.id));
      const caller = await useUp("checks", CHECKS_OF_CONNECTION, ways);
      await expectUsedUp("domain checks", caller, [
        ...ways,
        ...CATALOGUE_CALLS.filter(({ row }) => row.id === "searchDomains"),
      ]);
    });

    /**
     * Uses up a new caller's limit by calling in three ways. Checks that each response states the remaining requests.
     */
    async function useUp(limit: string, quota: number, ways: readonly Way[]): Promise<Caller> {
      expect(ways).toHaveLength(3);
      const caller = await system.newCaller();
      const calls = Array.from({ length: quota }, (_, at) => ways[at % ways.length] as Way);
      const seen = await inParallel(calls, (way) => cells.send({ way, caller, input: exampleOf(way) }));
      expect(seen.map(({ status }) => status)).toEqual(calls.map(() => 200));
      const left = seen.map((one) => leftOf(limit, one)).toSorted((one, other) => Number(one) - Number(other));
      expect(left).toEqual([...calls.keys()]);
      return caller;
    }

    /** Checks that every way refuses this caller and that the first way still serves another connection. */
    async function expectUsedUp(dimension: string, caller: Caller, ways: readonly Way[]): Promise<void> {
      const over = ways.map((way): Cell => ({ way, caller, name: "over", input: exampleOf(way), expected: TOO_MANY }));
      // This caller has full access, so only the rate limit can refuse it.
      await cells.expectAll(dimension, over);
      const [way] = ways as [Way];
      const other = await system.newCaller();
      await cells.expectAll(dimension, [{ way, caller: other, name: "other", input: exampleOf(way), expected: DONE }]);
    }
  });

  let bare: Caller[] = [];
  beforeAll(async () => {
    const bys: By[] = [{ limit: "service:2105" }, { limit: "domain:ana.dev" }, { scopes: [] }, { permissions: [] }];
    for (const by of bys) bare.push(await system.caller(by, CATALOGUE_CALLS.length));
    const away = await system.newCaller({ login: "big", account: STRANGER });
    bare = [...bare, away];
    expect(new Set(bare.map(({ grant }) => grant?.account.accountId))).toEqual(new Set([OWN, STRANGER]));
  });
  test.each(CATALOGUE_CALLS)(
    "$name serves connections with a limit, without scopes or without permissions",
    async (way) => {
      await cells.expectAll(
        "caller",
        bare.map((caller) => ({ way, caller, name: "", ...harmless(way) })),
      );
    },
  );
}
