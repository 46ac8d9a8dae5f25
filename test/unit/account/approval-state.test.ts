import { expect, test } from "vitest";
import type { ApprovalState } from "../../../durable-objects/account/approvals/approval-port.ts";
import {
  APPROVAL_LIFETIME_MS,
  type Approval,
  transition,
} from "../../../durable-objects/account/approvals/approval-state.ts";

const AT = 1_000;
const inState = (state: ApprovalState): Approval => ({
  ...{ state, statementDigest: "statement", standingDigest: "standing", decidedAt: null },
  endsAt: AT + APPROVAL_LIFETIME_MS,
});

test.each<[before: ApprovalState, after: ApprovalState]>([
  ["ASKED", "DECLINED"],
  ["APPROVED", "DECLINED"],
  ["CONSUMED", "CONSUMED"],
  ["LAPSED", "LAPSED"],
  ["VOID", "VOID"],
  ["SUPERSEDED", "SUPERSEDED"],
])("a decline in the client makes %s %s", (before, after) => {
  expect(transition(inState(before), { type: "declined", at: AT }).state).toBe(after);
});

test("a decline in the client after the request's time declines nothing", () => {
  const late = { type: "declined", at: AT + APPROVAL_LIFETIME_MS } as const;
  expect(transition(inState("ASKED"), late).state).toBe("LAPSED");
});
