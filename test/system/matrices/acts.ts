import { beforeAll, describe, expect, test } from "vitest";
import { hourlyLimitOf } from "../../../shared/api/definition/operation.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { whileHeld } from "../../support/hold-store.ts";
import { ACTING, CALLS, type Call, type Input, KEYED } from "./calls.ts";
import type { Cell, Expected } from "./cells.ts";
import { CUSTOMER, type DoableCall, doableCalls, downgraded } from "./doable-calls.ts";
import { EVERY, type MatrixSystem, SETTINGS_PER_HOUR, STRANGER } from "./matrix-system.ts";
import { harmless } from "./probes.ts";
import { TOO_MANY } from "./windows.ts";

/** The order-type actions of an account in an hour. */
const ORDERS_PER_HOUR = 20;

const ASKED: Expected = {
  ...{ status: 409, code: "not_allowed" },
  also: ({ body }) => ((body.action_required as Input | null)?.type === "approve_action" ? null : "nobody is asked"),
};
const HELD: Expected = {
  ...{ status: 503, code: "billing_unavailable" },
  also: ({ headers, body }) => (headers.has("Retry-After") || body.retry_after ? null : "no Retry-After"),
};
const REPLAYED: Expected = {
  ...{ status: 201, code: null },
  also: ({ isReplayed }) => (isReplayed ? null : "done once more"),
};
const REUSED: Expected = { status: 422, code: "idempotency_key_reused" };

/** What is done for real, and what keeps it from being done: the customer's approval, stores on hold, keys, hours. */
export function acts(system: MatrixSystem): void {
  const { cells, world } = system;
  let doable: DoableCall[] = [];
  beforeAll(async () => {
    doable = await doableCalls(system);
  });
  const doableOf = (call: Call) => doable.find((one) => one.call === call) as DoableCall;

  describe("that the customer wants to approve first", () => {
    // Who is asked is mailed.
    const unchanged = system.watch(["object approval_requests", "services", "mails"]);
    const asking = ACTING.flatMap((call) => call.row.asks.map((kind) => ({ call, name: call.name, kind })));
    test.each(asking)("$name, where $kind is ticked", async ({ call, kind }) => {
      const { access_token: token } = await system.connect({ ...CUSTOMER, ask: [kind] });
      const { input: own, asked } = doableOf(call);
      const input = asked.includes(kind) ? own : await downgraded(system, own);
      await cells.expectAll("approval", [{ call, name: kind, token, input, expected: ASKED }]);
    });
    test("no row changes while an approval is awaited", unchanged);
  });

  describe.each([
    ["frontdesk-billing", "billing-database"],
    ["frontdesk-account", "account-database"],
  ] as const)("while the database of %s is on hold", (worker, store) => {
    const unchanged = system.watch(["mails"]);
    test("what changes something waits for the operator, and reads go on", async () => {
      const reads = CALLS.filter((call) => !ACTING.includes(call));
      const reading = await system.tokenFor({}, reads.length);
      // A zone is on its server, which the account Worker's database alone keeps waiting.
      const held = doable.filter(
        ({ call }) => worker === "frontdesk-account" || call.operation.target?.kind !== "zone",
      );
      const waiting = held.map(({ call, input, token }): Cell => ({ call, name: store, token, input, expected: HELD }));
      await whileHeld(world.system, worker, store, async () => {
        // Actions of an account wait for one another.
        for (const cell of waiting) await cells.expectAll("held store", [cell]);
        const going = reads.map((call): Cell => ({ call, name: store, token: reading, ...harmless(call) }));
        await cells.expectAll("held store", going);
      });
    });
    test("no row changes while a database is on hold", unchanged);
  });

  test("each is done over each transport, and counts in the hour of its kind, whichever it came by", async () => {
    const left = { orders: ORDERS_PER_HOUR, settings: SETTINGS_PER_HOUR };
    const changed = await system.changedBy(async () => {
      for (const one of doable) {
        const { call, input, key, token } = one;
        const limit = hourlyLimitOf(call.row) ?? "orders";
        left[limit]--;
        const expected: Expected = {
          ...{ status: call.row.effect === "order" ? 201 : 200, code: null },
          also: ({ headers }) => {
            const told = new RegExp(`"${limit}";r=(\\d+)`).exec(headers.get("RateLimit") ?? "")?.[1];
            return told === String(left[limit]) ? null : `${told} ${limit} left in place of ${left[limit]}`;
          },
        };
        await cells.expectAll("action", [{ call, name: "allowed", token, key, input, expected }]);
      }
    });
    const due = ["actions", "orders", "object journal", "zones", "mails"];
    expect(changed).toEqual(expect.arrayContaining(due));
  });

  describe("under a key that is known", () => {
    const unchanged = system.watch(["logins", "account_logins", "mails"]);
    test.each(KEYED)("$name: the key of the other transport is its own", async (call) => {
      const others = doable.filter((one) => one.call.operation === call.operation && one.call !== call);
      expect(others).toHaveLength(1);
      for (const { key, input, token } of others) {
        await cells.expectAll("known key", [
          { call, name: "the same request", token, key, input, expected: REPLAYED },
          { call, name: "another request", token, key, input: harmless(call).input, expected: REUSED },
        ]);
      }
    });

    test.each(KEYED)("$name: the key of another application, login or account is not", async (call) => {
      const { key } = doableOf(call);
      const loginId = await system.addLogin("owner", STRANGER);
      const application = await ConnectingApplication.register(world.origin, "Another");
      const connected = {
        "another application's": await application.directTokens({ ...CUSTOMER, scopes: EVERY }),
        "another login's": await system.connect({ loginId, account: STRANGER }),
        "another account's": await system.connect(),
      };
      const callers = Object.entries(connected);
      await cells.expectAll(
        "another caller's key",
        callers.map(([name, { access_token: token }]) => ({ call, name, token, key, ...harmless(call) })),
      );
    });
    test("no row changes when a key is known", unchanged);
  });

  describe("in an hour that is used up", () => {
    beforeAll(async () => {
      const orders = ACTING.filter(({ operation }) => operation.id === "orderPlan");
      const token = await system.token(CUSTOMER);
      const done = doable.filter(({ call }) => call.row.effect === "order").length;
      for (let more = done; more < ORDERS_PER_HOUR; more++) {
        const call = orders[more % orders.length] as Call;
        const expected: Expected = { status: 201, code: null };
        await cells.expectAll("action", [
          { call, name: `the ${more + 1}th`, token, input: doableOf(call).input, expected },
        ]);
      }
    });
    const unchanged = system.watch(["logins", "account_logins", "mails"]);
    test("nothing more is sent, whoever asks, by whatever transport", async () => {
      const loginId = await system.addLogin("owner", STRANGER);
      const callers = {
        "the same login": await system.connect(CUSTOMER),
        "another login": await system.connect({ loginId, account: STRANGER }),
      };
      await cells.expectAll(
        "hourly limit",
        Object.entries(callers).flatMap(([name, { access_token: token }]) =>
          doable.map(({ call, another }): Cell => ({ call, name, token, input: another, expected: TOO_MANY })),
        ),
      );
    });
    test.each(KEYED)("$name: what was done is answered again", async (call) => {
      const { key, input, token } = doableOf(call);
      await cells.expectAll("known key", [{ call, name: "in a full hour", token, key, input, expected: REPLAYED }]);
    });
    test("no row changes when an hour is used up", unchanged);
  });
}
