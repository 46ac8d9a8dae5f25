import { beforeEach, describe, expect, test, vi } from "vitest";
import type { WriteLookup } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { WriteReply } from "../../../durable-objects/account/commands/command-steps.ts";
import type { CommandValue, JournalRow } from "../../../durable-objects/account/journal/journal-rows.ts";
import {
  outcomeOf,
  outcomeOfRefusal,
  toAnswer,
  toLookupResult,
} from "../../../durable-objects/account/outcomes/action-outcomes.ts";

const NOW = 10_000;
const VALUE = { orderId: 7001 } as never;
const REASON = { en: "no", fr: "non" };
const REFUSED: CommandRefusal = { code: "refused", reason: REASON };

const errors = vi.spyOn(console, "error");
beforeEach(() => void errors.mockReset().mockReturnValue(undefined));

describe("what is replied under a key", () => {
  const row = (own: Partial<JournalRow>) => ({ value: null, problem: null, nextLookupAt: null, ...own }) as JournalRow;

  test.each<[row: Partial<JournalRow>, reply: object]>([
    [
      { state: "DONE", value: VALUE },
      { outcome: "done", value: VALUE },
    ],
    [
      { state: "DONE", problem: REFUSED },
      { outcome: "refused", problem: REFUSED },
    ],
    [{ state: "DONE" }, { outcome: "in_progress", retryAfter: 1 }],
    [
      { state: "FAILED", problem: REFUSED },
      { outcome: "refused", problem: REFUSED },
    ],
    [
      { state: "FAILED", value: VALUE },
      { outcome: "in_progress", retryAfter: 1 },
    ],
    [{ state: "NOT_PLACED" }, { outcome: "not_placed" }],
    [
      { state: "STUCK", nextLookupAt: NOW + 5_000 },
      { outcome: "in_progress", retryAfter: 300 },
    ],
    [{ state: "RESERVED" }, { outcome: "in_progress", retryAfter: 1 }],
    [
      { state: "SENDING", nextLookupAt: NOW + 5_000 },
      { outcome: "in_progress", retryAfter: 5 },
    ],
    [
      { state: "PLACED", nextLookupAt: NOW + 5_001 },
      { outcome: "in_progress", retryAfter: 6 },
    ],
    [
      { state: "PLACED", nextLookupAt: NOW - 5_000 },
      { outcome: "in_progress", retryAfter: 1 },
    ],
  ])("%j is %j", (given, reply) => {
    expect(outcomeOf(row(given), NOW)).toEqual(reply);
  });
});

test.each<[refused: CommandRefusal["code"], outcome: string, status: number, code: string]>([
  ["refused", "refused", 409, "refused"],
  ["price_changed", "refused", 409, "refused"],
  ["stale_confirm", "refused", 409, "refused"],
  ["approval_declined", "refused", 409, "refused"],
  ["approval_needed", "refused", 409, "not_allowed"],
  ["too_many_approvals", "refused", 409, "not_allowed"],
  ["access_lost", "refused", 403, "access_lost"],
  ["changes_held", "refused", 503, "billing_unavailable"],
  ["billing_unavailable", "failed", 503, "billing_unavailable"],
  ["zone_unanswered", "failed", 503, "server_unavailable"],
])("the log has a command that was refused with %s as %s, %i %s", (refused, outcome, status, code) => {
  expect(outcomeOfRefusal({ code: refused } as CommandRefusal)).toEqual({ outcome, status, code });
});

describe("an answer", () => {
  const answer = (result: WriteReply<CommandValue>) => toAnswer(Promise.resolve(result), {});
  const refused = (problem: CommandRefusal) => answer({ ok: false, problem });

  test("is done with its value, or refused: for good only where the billing system or the registrar says so", async () => {
    expect(await answer({ ok: true, value: VALUE })).toEqual({ kind: "done", value: VALUE });
    expect(await refused(REFUSED)).toEqual({ kind: "refused", problem: REFUSED, isFinal: true });
    const other: CommandRefusal = { code: "not_available", reason: REASON };
    expect(await refused(other)).toEqual({ kind: "refused", problem: other, isFinal: false });
  });

  test("that does not come says nothing of what was done, and is logged with its call", async () => {
    expect(await refused({ code: "billing_unavailable", retryAfter: 1 })).toEqual({ kind: "unknown" });
    expect(errors).not.toHaveBeenCalled();
    expect(await toAnswer(Promise.reject(new Error("away")), { account: 1001 })).toEqual({ kind: "unknown" });
    expect(JSON.parse(errors.mock.calls[0]?.[0])).toMatchObject({ event: "billing_unreachable", account: 1001 });
  });
});

test.each<[found: WriteLookup | null, result: object]>([
  [null, { kind: "failed" }],
  [{ ok: false, problem: { code: "billing_unavailable", retryAfter: 1 } }, { kind: "failed" }],
  [{ ok: true, value: { state: "absent" } }, { kind: "absent" }],
  [
    { ok: true, value: { state: "absent", isFinal: true } },
    { kind: "absent", isFinal: true },
  ],
  [{ ok: true, value: { state: "several", count: 2 } }, { kind: "ambiguous" }],
  [{ ok: true, value: { state: "under_way" } }, { kind: "under_way" }],
  [{ ok: true, value: { state: "refused", problem: REFUSED } } as WriteLookup, { kind: "refused", problem: REFUSED }],
  [
    { ok: true, value: { state: "done", operation: "orderPlan", value: VALUE } },
    { kind: "done", value: VALUE },
  ],
  [{ ok: true, value: { state: "done", operation: "changePlan", value: VALUE } }, { kind: "ambiguous" }],
  // Of a later version.
  [{ ok: true, value: { state: "postponed" } as never }, { kind: "failed" }],
])("a lookup of an order of a plan that finds %j is %j", (found, result) => {
  expect(toLookupResult(found, "orderPlan")).toEqual(result);
});
