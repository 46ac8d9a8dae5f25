import { beforeAll, describe, test } from "vitest";
import { ACTING, CALLS, type Call, type Input } from "./calls.ts";
import type { Cell, Expected } from "./cells.ts";
import { CUSTOMER, type DoableCall, doableCalls, downgraded } from "./doable-calls.ts";
import type { MatrixSystem } from "./matrix-system.ts";
import { harmless } from "./probes.ts";

const ASKED: Expected = {
  ...{ status: 409, code: "not_allowed" },
  also: ({ body }) => ((body.action_required as Input | null)?.type === "approve_action" ? null : "nobody is asked"),
};
const HELD: Expected = {
  ...{ status: 503, code: "billing_unavailable" },
  also: ({ headers, body }) => (headers.has("Retry-After") || body.retry_after ? null : "no Retry-After"),
};

/** What keeps from being done what could be: the customer's approval, and stores that went back. */
export function acts(system: MatrixSystem): void {
  const { cells, world } = system;
  let doable: DoableCall[] = [];
  beforeAll(async () => {
    doable = await doableCalls(system);
  });
  const doableOf = (call: Call) => doable.find((one) => one.call === call) as DoableCall;

  describe("that the customer wants to approve first", () => {
    // Who is asked is mailed.
    const unchanged = system.watch(["object approval_requests", "services", "mails", "account sent_actions"]);
    const asking = ACTING.flatMap((call) => call.row.asks.map((kind) => ({ call, name: call.name, kind })));
    test.each(asking)("$name, where $kind is ticked", async ({ call, kind }) => {
      const { access_token: token } = await system.connect({ ...CUSTOMER, ask: [kind] });
      const { input: own, asked } = doableOf(call);
      const input = asked.includes(kind) ? own : await downgraded(system, own);
      await cells.expectAll("approval", [{ call, name: kind, token, input, expected: ASKED }]);
    });
    test("nothing is done by any of them", unchanged);
  });

  describe.each([
    ["billing", "billing-database"],
    ["accounts", "account-database"],
  ] as const)("while the database of %s has gone back", (database, store) => {
    // The register of what is sent is told before the billing system is asked.
    const unchanged = system.watch(["account sent_actions", "mails"]);
    test("what changes something waits for the operator, and reads go on", async () => {
      const reads = CALLS.filter((call) => !ACTING.includes(call));
      const reading = await system.tokenFor({}, reads.length);
      // A zone is on its server, which the account Worker's database alone keeps waiting.
      const held = doable.filter(({ call }) => database === "accounts" || call.operation.target?.kind !== "zone");
      const tokens = await Promise.all(held.map(({ choices }) => system.connect(choices)));
      await world[database].prepare("INSERT INTO held_stores (store, since) VALUES (?, 1)").bind(store).run();
      const waiting = held.map(
        ({ call, input }, index): Cell => ({
          ...{ call, name: store, token: tokens[index]?.access_token ?? null, input, expected: HELD },
        }),
      );
      try {
        // Actions of an account wait for one another.
        for (const cell of waiting) await cells.expectAll("held store", [cell]);
        const going = reads.map((call): Cell => ({ call, name: store, token: reading, ...harmless(call) }));
        await cells.expectAll("held store", going);
      } finally {
        await world[database].prepare("DELETE FROM held_stores").run();
      }
    });
    test("nothing is done by any of them", unchanged);
  });
}
