import { expect, test } from "vitest";
import type { ApprovalState } from "../../../durable-objects/account/approvals/approval-port.ts";
import {
  APPROVAL_LIFETIME_MS,
  type Approval,
  transition,
} from "../../../durable-objects/account/approvals/approval-state.ts";

const AT = 1_000;
const inState = (state: ApprovalState): Approval => ({
  ...{ state, digest: "digest", decidedAt: null },
  endsAt: AT + APPROVAL_LIFETIME_MS,
});

test.each<[before: ApprovalState, after: ApprovalState]>([
  ["ASKED", "DECLINED"],
  ["APPROVED", "DECLINED"],
  ["CONSUMED", "CONSUMED"],
  ["LAPSED", "LAPSED"],
  ["VOID", "VOID"],
])("a decline makes %s %s", (before, after) => {
  expect(transition(inState(before), { type: "decided", decision: "decline", at: AT }).state).toBe(after);
});

test("a decline after the request's time declines nothing", () => {
  const late = { type: "decided", decision: "decline", at: AT + APPROVAL_LIFETIME_MS } as const;
  expect(transition(inState("ASKED"), late).state).toBe("LAPSED");
});

test.each<[before: ApprovalState, after: ApprovalState]>([
  ["ASKED", "VOID"],
  ["APPROVED", "CONSUMED"],
  ["DECLINED", "DECLINED"],
])("sending the same content makes %s %s", (before, after) => {
  expect(transition(inState(before), { type: "sent", at: AT }).state).toBe(after);
});
