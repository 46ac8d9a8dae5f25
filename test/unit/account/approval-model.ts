import type { ApprovalDecision } from "../../../durable-objects/account/approvals/approval-port.ts";
import { type Approval, isOpen } from "../../../durable-objects/account/approvals/approval-state.ts";
import {
  apply,
  type Bounds,
  decide,
  end,
  endCall,
  type Mistake,
  proceed,
  type Standing,
  type State,
} from "./approval-model-steps.ts";
import { exploreStates } from "./explore-states.ts";

const CONTENTS = [0, 1];
const STANDINGS: Standing[] = ["first", "second", "off", "ended"];
const DECISIONS: ApprovalDecision[] = ["approve", "decline"];

export interface ModelVerdict {
  states: number;
  /** How often each state of a request was reached, and how often a command was sent with and without an approval. */
  reached: Record<Approval["state"] | "sent" | "unasked", number>;
  violation: string | null;
}

/**
 * An explicit-state model of one connection that the customer is asked about: calls with keys of their own, the page, the connection,
 * the price, time, and an object that can be stopped at any step. Every order of steps within the bounds is tried. The transitions
 * are the product's own; what the customer has allowed is kept beside them by rules of the model alone.
 */
export function explore(bounds: Bounds, mistake: Mistake | null): ModelVerdict {
  const first: State = {
    ...{ requests: [], unasked: 0, calls: [], decision: null, price: 0, standing: "first", clock: 0 },
    ...{ left: bounds, violation: null },
  };
  const ends = { ASKED: 0, APPROVED: 0, DECLINED: 0, LAPSED: 0, VOID: 0, CONSUMED: 0 };
  const reached = { ...ends, sent: 0, unasked: 0 };
  const visit = ({ requests, unasked }: State) => {
    for (const { approval } of requests) reached[approval.state]++;
    reached.sent += requests.filter(({ isSent }) => isSent).length;
    reached.unasked += unasked;
  };
  const steps = (state: State) => {
    const next = stepsFrom(state, mistake);
    // One call is like another.
    for (const { calls } of next) calls.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    return next;
  };
  return { ...exploreStates({ first, violationIn, visit, stepsFrom: steps }), reached };
}

function violationIn({ requests, calls, violation }: State): string | null {
  if (violation) return violation;
  for (const content of CONTENTS) {
    const open = requests.filter((request) => request.content === content && isOpen(request.approval));
    if (open.length > 1) return "two open requests for one content";
  }
  for (const [index, { approval, isSent }] of requests.entries()) {
    const isAtWork = calls.some(({ request, step }) => request === index && step !== "prepared");
    if (approval.state === "CONSUMED" && !isSent && !isAtWork) return "used, and nothing sent";
  }
  return null;
}

function copyOf(state: State): State {
  return {
    ...state,
    requests: state.requests.map((request) => ({ ...request })),
    calls: state.calls.map((call) => ({ ...call })),
    left: { ...state.left },
  };
}

function stepsFrom(state: State, mistake: Mistake | null): State[] {
  const next: State[] = [];
  const add = (change: (copy: State) => void) => {
    const copy = copyOf(state);
    change(copy);
    next.push(copy);
  };
  const { left, standing, decision } = state;

  // Each with a key of its own: what becomes of one key is the journal's, see journal-model.ts.
  if (left.calls > 0 && standing !== "ended") {
    for (const content of CONTENTS) {
      add((copy) => {
        copy.left.calls--;
        copy.calls.push({ content, price: copy.price, standing: null, step: "prepared", request: -1 });
      });
    }
  }

  for (const index of state.calls.keys()) {
    add((copy) => {
      const own = copy.calls[index];
      if (!own) return;
      if (own.step !== "prepared" || own.standing !== null) return proceed(copy, own, mistake);
      own.standing = standing;
      if (standing === "ended") endCall(copy, own);
    });
  }

  if (left.decisions > 0 && !decision) {
    for (const [request, { approval }] of state.requests.entries()) {
      for (const each of DECISIONS) {
        add((copy) => {
          copy.left.decisions--;
          copy.decision = { request, shown: approval, decision: each };
        });
      }
    }
  }
  if (decision) add((copy) => decide(copy, decision, mistake));

  if (left.prices > 0) {
    add((copy) => {
      copy.left.prices--;
      copy.price = 1 - copy.price;
    });
  }
  if (left.standings > 0 && standing !== "ended") {
    for (const other of STANDINGS.filter((each) => each !== standing)) {
      add((copy) => {
        copy.left.standings--;
        copy.standing = other;
      });
    }
  }
  // The connection tells the object that it was changed: some time later, or never.
  if (state.requests.some((request) => isOpen(request.approval) && request.standing !== standing)) {
    add((copy) => {
      for (const request of copy.requests) {
        apply(request, { type: "voided", at: copy.clock });
        end(request, "over");
      }
    });
  }
  if (left.ticks > 0) {
    add((copy) => {
      copy.left.ticks--;
      copy.clock++;
    });
    // With the alarm, which ends what is over.
    add((copy) => {
      copy.left.ticks--;
      copy.clock++;
      for (const request of copy.requests) apply(request, { type: "aged", at: copy.clock });
    });
  }
  if (left.stops > 0) {
    add((copy) => {
      copy.left.stops--;
      copy.calls = [];
      copy.decision = null;
      if (mistake !== "a stop gives an approval back") return;
      for (const { approval, ...request } of copy.requests.splice(0)) {
        const state = approval.state === "CONSUMED" ? "APPROVED" : approval.state;
        copy.requests.push({ ...request, approval: { ...approval, state } });
      }
    });
  }
  return next;
}
