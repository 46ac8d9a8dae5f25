import { expect, test } from "vitest";
import type { ApprovalState } from "../../../durable-objects/account/approvals/approval-port.ts";
import {
  type Approval,
  type ApprovalEvent,
  judge,
  transition,
} from "../../../durable-objects/account/approvals/approval-state.ts";

const [NOW, END] = [5, 10];
const inState = (state: ApprovalState): Approval => ({ state, digest: "content", endsAt: END, decidedAt: null });

const EVENTS: Record<string, (at: number) => ApprovalEvent> = {
  approve: (at) => ({ type: "decided", decision: "approve", at }),
  decline: (at) => ({ type: "decided", decision: "decline", at }),
  "the same content": (at) => ({ type: "compared", digest: "content", at }),
  "other content": (at) => ({ type: "compared", digest: "other content", at }),
  sent: (at) => ({ type: "sent", at }),
  voided: (at) => ({ type: "voided", at }),
  aged: (at) => ({ type: "aged", at }),
};

/** The next state of an open and of an approved request after each event. */
const OPEN: [event: string, asked: ApprovalState, approved: ApprovalState][] = [
  ["approve", "APPROVED", "APPROVED"],
  ["decline", "DECLINED", "DECLINED"],
  ["the same content", "ASKED", "APPROVED"],
  ["other content", "VOID", "VOID"],
  ["sent", "VOID", "CONSUMED"],
  ["voided", "VOID", "VOID"],
  ["aged", "ASKED", "APPROVED"],
];

test.each(OPEN)("after “%s”, an open request becomes %s and an approved one %s", (name, ...expected) => {
  const event = EVENTS[name] ?? expect.fail("no such event");
  for (const [index, state] of (["ASKED", "APPROVED"] as const).entries()) {
    const after = transition(inState(state), event(END - 1));
    const isDecided = after.state !== state && ["APPROVED", "DECLINED"].includes(after.state);
    expect(after).toEqual({ ...inState(expected[index] as ApprovalState), decidedAt: isDecided ? END - 1 : null });
    expect(transition(inState(state), event(END)), "at its end").toEqual(inState("LAPSED"));
  }
});

test.each<ApprovalState>(["DECLINED", "LAPSED", "VOID", "CONSUMED"])(
  "a request in the state %s never changes",
  (state) => {
    const request = inState(state);
    for (const [name, event] of Object.entries(EVENTS))
      for (const at of [NOW, END]) expect(transition(request, event(at)), name).toBe(request);
  },
);

test.each<[state: ApprovalState, same: string, other: string, over: string]>([
  ["ASKED", "wait", "ask", "ask"],
  ["APPROVED", "send", "ask", "ask"],
  ["DECLINED", "declined", "declined", "ask"],
  ["LAPSED", "ask", "ask", "ask"],
  ["VOID", "ask", "ask", "ask"],
  ["CONSUMED", "ask", "ask", "ask"],
])(
  "after a request in the state %s, the same content gets %s, other content %s, and an expired request %s",
  (state, ...row) => {
    const verdicts = [judge(inState(state), "content", NOW), judge(inState(state), "other content", NOW)];
    expect([...verdicts, judge(inState(state), "content", END)]).toEqual(row);
  },
);

test("content without a previous request needs a new one", () => {
  expect(judge(null, "content", NOW)).toBe("ask");
});
