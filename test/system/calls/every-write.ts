import { beforeAll, describe, expect, test } from "vitest";
import { hourlyLimitOf } from "../../../shared/api/definition/operation.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { whileHeld } from "../../support/hold-store.ts";
import type { Caller } from "./access.ts";
import { type Cell, type Cells, type Expected, leftOf } from "./cells.ts";
import { askedHere, CUSTOMER, type DoableWrite, doableWrites, downgraded } from "./doable-writes.ts";
import { TOO_MANY } from "./every-caller.ts";
import type { Input } from "./known-account.ts";
import { harmless } from "./probes.ts";
import { type CallSystem, EVERY, STRANGER } from "./system.ts";
import { ACTING, CALLS, KEYED, type Way } from "./ways.ts";

/** The hourly limits of an account. */
const HOURLY = { orders: 20, settings: 60 };
const UNCHANGED: string[] = [];

const ASKED: Expected = {
  ...{ status: 409, code: "not_allowed" },
  also: ({ value }) =>
    (value.action_required as Input | null)?.type === "approve_action" ? null : "no approval is requested",
};
const HELD: Expected = {
  ...{ status: 503, code: "billing_unavailable" },
  also: ({ headers, value }) => (headers["retry-after"] || value.retry_after ? null : "no Retry-After"),
};
const REPLAYED: Expected = {
  ...{ status: 201, code: null },
  also: ({ isReplayed }) => (isReplayed ? null : "done again"),
};
const REUSED: Expected = { status: 422, code: "idempotency_key_reused" };

/**
 * Tests the conditions that prevent a write: a required approval, a store on hold, a used key and an exhausted hourly
 * limit.
 */
export function everyWrite(system: CallSystem, cells: Cells): void {
  let doable: DoableWrite[] = [];
  beforeAll(async () => {
    doable = await doableWrites(system, cells);
  });
  const doableOf = (way: Way) => doable.find((one) => one.way === way) as DoableWrite;

  test("a call that needs the customer's approval waits for the approval", async () => {
    const changed = await system.changedBy(async () => {
      for (const way of ACTING) {
        for (const kind of askedHere(way)) {
          const caller = await system.newCaller({ ...CUSTOMER, ask: [kind] });
          const { input: own, asked } = doableOf(way);
          const input = asked.includes(kind) ? own : await downgraded(system, own);
          await cells.expectAll("approval", [{ way, caller, name: kind, input, expected: ASKED }]);
        }
      }
    });
    expect(changed.toSorted()).toEqual(["mails", "object approval_requests", "services"]);
  });

  test("writes are refused and reads continue while the account Worker's database is on hold", async () => {
    const [worker, store] = ["frontdesk-account", "account-database"];
    const reads: Cell[] = [];
    for (const way of CALLS.filter((one) => !ACTING.includes(one))) {
      reads.push({ way, caller: await system.caller(), name: store, ...harmless(way) });
    }
    const changed = await system.changedBy(() =>
      whileHeld(system.world.system, worker, store, async () => {
        // The command queue runs one write of an account at a time.
        for (const { way, input, caller } of doable) {
          await cells.expectAll("held store", [{ way, caller, name: store, input, expected: HELD }]);
        }
        await cells.expectAll("held store", reads);
      }),
    );
    expect(changed.filter((name) => name !== "mails")).toEqual(UNCHANGED);
  });

  test("each write succeeds over both transports, and both count against the same hourly limit", async () => {
    const left = { ...HOURLY };
    const changed = await system.changedBy(async () => {
      for (const { way, input, key, caller } of doable) {
        const limit = hourlyLimitOf(way.row) ?? "orders";
        left[limit]--;
        const expected: Expected = {
          ...{ status: way.row.effect === "order" ? 201 : 200, code: null },
          also: (seen) =>
            leftOf(limit, seen) === left[limit]
              ? null
              : `${leftOf(limit, seen)} ${limit} left in place of ${left[limit]}`,
        };
        await cells.expectAll("write", [{ way, caller, name: "allowed", key, input, expected }]);
      }
    });
    expect(changed).toEqual(expect.arrayContaining(["actions", "orders", "object journal", "zones", "mails"]));
  });

  test("an idempotency key belongs to one account, login and application, and works over both transports", async () => {
    const loginId = await system.addLogin("owner", STRANGER);
    const application = await ConnectingApplication.register(system.world.origin, "Another");
    const elsewhere = (await application.directTokens({ ...CUSTOMER, scopes: EVERY })).access_token;
    const customer = await system.newCaller(CUSTOMER);
    const strangers: Caller[] = [
      { ...customer, kind: "another application", authorization: [`Bearer ${elsewhere}`] },
      await system.newCaller({ loginId, account: STRANGER }, "another login"),
      await system.newCaller({}, "another account"),
    ];
    const changed = await system.changedBy(async () => {
      for (const way of KEYED) {
        const [other, ...more] = doable.filter((one) => one.way.operation === way.operation && one.way !== way);
        if (!other || more.length > 0) throw new Error(`${way.name}: which is the other transport?`);
        const { key, input, caller } = other;
        await cells.expectAll("known key", [
          { way, caller, name: "the same request", key, input, expected: REPLAYED },
          { way, caller, name: "another request", key, input: harmless(way).input, expected: REUSED },
          ...strangers.map((one) => ({ way, caller: one, name: "a key", key: doableOf(way).key, ...harmless(way) })),
        ]);
      }
    });
    expect(changed).toEqual(UNCHANGED);
  });

  describe("after the hourly limit is reached", () => {
    let callers: Caller[] = [];
    beforeAll(async () => {
      const loginId = await system.addLogin("owner", STRANGER);
      callers = [await system.newCaller(CUSTOMER), await system.newCaller({ loginId, account: STRANGER })];
      const used = (kind: "order" | "change") => doable.filter(({ way }) => way.row.effect === kind).length;
      await fill("orderPlan", HOURLY.orders - used("order"), 201);
      await fill("setDomainAutoRenew", HOURLY.settings - used("change"), 200);
    });

    async function fill(id: string, times: number, status: number): Promise<void> {
      const ways = ACTING.filter(({ operation }) => operation.id === id);
      for (let time = 0; time < times; time++) {
        const way = ways[time % ways.length] as Way;
        const cell = { way, caller: await system.caller(CUSTOMER), name: `${time} more`, input: doableOf(way).input };
        await cells.expectAll("write", [{ ...cell, expected: { status, code: null } }]);
      }
    }

    test("the API refuses new writes over both transports and still replays earlier requests", async () => {
      const changed = await system.changedBy(async () => {
        const asked = callers.flatMap((caller) =>
          doable.map(({ way, another }): Cell => ({ way, caller, name: "", input: another, expected: TOO_MANY })),
        );
        await cells.expectAll("hourly limit", asked);
        const again = doable.filter(({ way }) => KEYED.includes(way));
        await cells.expectAll(
          "known key",
          again.map((one) => ({ ...one, name: "in a full hour", expected: REPLAYED })),
        );
      });
      expect(changed).toEqual(UNCHANGED);
    });
  });
}
