import { expect, test } from "vitest";
import type { Caller } from "../../system/calls/access.ts";
import { leaksIn } from "../../system/calls/leaks.ts";

const token = "538scfdEcz27NwZtFyL0D8:Cf72HOt18Jy9774m:JG4VbIB5Gn3Q58RwoIlyc";
const caller = { kind: "full", authorization: [`Bearer ${token}`], grant: { account: { accountId: 1001 } } } as unknown;
const owners = new Map([
  ["accounts 1001", 1001],
  ["services 2101", 1001],
  ...[1002, 2201, 6202].flatMap((id) =>
    ["accounts", "services", "orders"].map((list): [string, number] => [`${list} ${id}`, 1002]),
  ),
]);

function leaks(value: Record<string, unknown>): string[] {
  const headers = { "content-type": "application/json" };
  const answer = { status: 200, headers, body: Buffer.from(JSON.stringify(value)), ms: 1 };
  return leaksIn(caller as Caller, answer, [value], owners);
}

test("the caller's own rows and new rows are not leaks", () => {
  expect(leaks({ account: { id: 1001 }, services: [{ id: 2101 }, { id: 500_001 }], note: "2 < 3" })).toEqual([]);
});

test.each<[what: string, value: Record<string, unknown>]>([
  ["another account", { account: { id: 1002 } }],
  ["another account's row in a list", { services: [{ id: 2101 }, { id: 2201 }] }],
  ["another account's order", { order_id: 6202 }],
  ["the caller's credential", { detail: `no ${token}` }],
  ["markup", { terms: { note: "It is <b>done</b>." } }],
  ["an internal error message", { detail: "TypeError: x is not a function" }],
])("%s is a leak", (_, value) => {
  expect(leaks(value)).toHaveLength(1);
});
