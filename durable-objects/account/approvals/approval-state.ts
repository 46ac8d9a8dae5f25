import type { ApprovalDecision, ApprovalState } from "./approval-port.ts";

/** How long a request can be decided and used, in milliseconds. */
export const APPROVAL_LIFETIME_MS = 24 * 3_600_000;

/** The state of one request; instants are epoch milliseconds. */
export interface Approval {
  state: ApprovalState;
  /** Keyed digest of what the customer approves: everything shown, and the state of the connection. */
  digest: string;
  endsAt: number;
  decidedAt: number | null;
}

export type ApprovalEvent =
  | { type: "decided"; decision: ApprovalDecision; at: number }
  /** The same content came again and is judged now. */
  | { type: "compared"; digest: string; at: number }
  /** The same content is being sent. */
  | { type: "sent"; at: number }
  | { type: "voided"; at: number }
  /** Time has passed, and nothing else. */
  | { type: "aged"; at: number };

/** The decision about a command. `wait`: the customer has not decided yet. */
export type ApprovalVerdict = "send" | "ask" | "wait" | "declined";

/**
 * Applies an event: the new state, or the same object if the event changes nothing. A request that is neither asked nor approved never
 * changes again: docs/evidence/reliability.md.
 */
export function transition<Request extends Approval>(request: Request, event: ApprovalEvent): Request {
  if (!isOpen(request)) return request;
  if (event.at >= request.endsAt) return { ...request, state: "LAPSED" };
  switch (event.type) {
    case "decided":
      if (event.decision === "decline") return { ...request, state: "DECLINED", decidedAt: event.at };
      return request.state === "ASKED" ? { ...request, state: "APPROVED", decidedAt: event.at } : request;
    case "compared":
      return event.digest === request.digest ? request : { ...request, state: "VOID" };
    case "sent":
      // A command that needed no approval leaves no approval for a second one.
      return { ...request, state: request.state === "APPROVED" ? "CONSUMED" : "VOID" };
    case "voided":
      return { ...request, state: "VOID" };
    case "aged":
      return request;
  }
}

/**
 * Judges a command that needs the customer's approval.
 * @param last the open or last declined request for the same content, not yet compared; null without one
 * @param digest of what the command would do now, and of its connection
 */
export function judge(last: Approval | null, digest: string, at: number): ApprovalVerdict {
  if (!last) return "ask";
  switch (transition(last, { type: "compared", digest, at }).state) {
    case "APPROVED":
      return "send";
    case "ASKED":
      return "wait";
    case "DECLINED":
      return at < last.endsAt ? "declined" : "ask";
    case "LAPSED":
    case "VOID":
    case "CONSUMED":
      return "ask";
  }
}

/** Whether the request can be decided or used, apart from its expiry. */
export function isOpen({ state }: Pick<Approval, "state">): boolean {
  return state === "ASKED" || state === "APPROVED";
}
