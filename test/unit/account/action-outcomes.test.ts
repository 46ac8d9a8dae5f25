import { beforeEach, describe, expect, test, vi } from "vitest";
import type { WriteLookup } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { WriteReply } from "../../../durable-objects/account/commands/command-steps.ts";
import type { JournalState } from "../../../durable-objects/account/journal/journal.ts";
import type { JournalRow } from "../../../durable-objects/account/journal/journal-rows.ts";
import {
  outcomeOf,
  outcomeOfRefusal,
  toAnswer,
  toLookupResult,
} from "../../../durable-objects/account/outcomes/action-outcomes.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";

const NOW = 10_000;
const VALUE = { orderId: 7001 } as never;
const REASON = { en: "no", fr: "non" };
const REFUSED: CommandRefusal = { code: "refused", reason: REASON };

const errors = vi.spyOn(console, "error");
beforeEach(() => void errors.mockReset().mockReturnValue(undefined));

const DONE = { outcome: "done", value: VALUE };
const REFUSAL = { outcome: "refused", problem: REFUSED };
const inProgress = (retryAfter: number) => ({ outcome: "in_progress", retryAfter });

test.each<[state: JournalState, own: Partial<JournalRow>, reply: object]>([
  ["DONE", { value: VALUE }, DONE],
  ["DONE", { problem: REFUSED }, REFUSAL],
  ["DONE", {}, inProgress(1)],
  ["FAILED", { problem: REFUSED }, REFUSAL],
  ["FAILED", { value: VALUE }, inProgress(1)],
  ["NOT_PLACED", {}, { outcome: "not_placed" }],
  ["STUCK", { nextLookupAt: NOW + 5_000 }, inProgress(300)],
  ["RESERVED", {}, inProgress(1)],
  ["SENDING", { nextLookupAt: NOW + 5_000 }, inProgress(5)],
  ["PLACED", { nextLookupAt: NOW + 5_001 }, inProgress(6)],
  ["PLACED", { nextLookupAt: NOW - 5_000 }, inProgress(1)],
])("a journal entry in the state %s with %j has the outcome %j", (state, own, reply) => {
  const row = { value: null, problem: null, nextLookupAt: null, state, ...own } as JournalRow;
  expect(outcomeOf(row, NOW)).toEqual(reply);
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
])("the log shows the refusal %s as %s with %i %s", (refused, outcome, status, code) => {
  expect(outcomeOfRefusal({ code: refused } as CommandRefusal)).toEqual({ outcome, status, code });
});

describe("the billing system's response", () => {
  const answer = (result: WriteReply<CommandValue>) => toAnswer(Promise.resolve(result), {});
  const refused = (problem: CommandRefusal) => answer({ ok: false, problem });

  test("a refusal with the code refused is final, and one with not_available is not", async () => {
    expect(await answer({ ok: true, value: VALUE })).toEqual({ kind: "done", value: VALUE });
    expect(await refused(REFUSED)).toEqual({ kind: "refused", problem: REFUSED, isFinal: true });
    const other: CommandRefusal = { code: "not_available", reason: REASON };
    expect(await refused(other)).toEqual({ kind: "refused", problem: other, isFinal: false });
  });

  test("an unavailable billing system leaves the outcome unknown, and a call that throws is logged", async () => {
    expect(await refused({ code: "billing_unavailable", retryAfter: 1 })).toEqual({ kind: "unknown" });
    expect(errors).not.toHaveBeenCalled();
    expect(await toAnswer(Promise.reject(new Error("away")), { account: 1001 })).toEqual({ kind: "unknown" });
    expect(JSON.parse(errors.mock.calls[0]?.[0])).toMatchObject({ event: "billing_unreachable", account: 1001 });
  });
});

const found = (value: object) => ({ ok: true, value }) as WriteLookup;
const doneAs = (operation: string) => found({ state: "done", operation, value: VALUE });

test.each<[found: WriteLookup | null, result: object]>([
  [null, { kind: "failed" }],
  [{ ok: false, problem: { code: "billing_unavailable", retryAfter: 1 } }, { kind: "failed" }],
  [found({ state: "absent" }), { kind: "absent" }],
  [found({ state: "absent", isFinal: true }), { kind: "absent", isFinal: true }],
  [found({ state: "several", count: 2 }), { kind: "ambiguous" }],
  [found({ state: "under_way" }), { kind: "under_way" }],
  [found({ state: "refused", problem: REFUSED }), { kind: "refused", problem: REFUSED }],
  [doneAs("orderPlan"), { kind: "done", value: VALUE }],
  [doneAs("changePlan"), { kind: "ambiguous" }],
  // This state is from a later version.
  [found({ state: "postponed" }), { kind: "failed" }],
])("the reconciler reads the lookup reply %j for a plan order as %j", (lookup, result) => {
  expect(toLookupResult(lookup, "orderPlan")).toEqual(result);
});
