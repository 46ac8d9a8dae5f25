import type { ApprovalDecision, ApprovalState } from "./approval-port.ts";

/** The time in which a request can be decided and used, in milliseconds. */
export const APPROVAL_LIFETIME_MS = 24 * 3_600_000;

/** The state of one request; instants are epoch milliseconds. */
export interface Approval {
  state: ApprovalState;
  /** Keyed digest of everything that the customer sees, and of the connection's state. */
  digest: string;
  endsAt: number;
  decidedAt: number | null;
}

export type ApprovalEvent =
  | { type: "decided"; decision: ApprovalDecision; at: number }
  /** The same content was sent again and is compared now. */
  | { type: "compared"; digest: string; at: number }
  /** The same content is being sent. */
  | { type: "sent"; at: number }
  | { type: "voided"; at: number }
  /** Only time has passed. */
  | { type: "aged"; at: number };

/** The decision about a command. `wait`: the customer has not decided yet. */
export type ApprovalVerdict = "send" | "ask" | "wait" | "declined";

/**
 * Applies an event. Returns the new state, or the same object if nothing changes. A request that is neither `ASKED` nor
 * `APPROVED` never changes again: docs/evidence/reliability.md.
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
 * Decides on a command that needs the customer's approval.
 * @param last the open or last declined request for the same content; null if there is none
 * @param digest of the command's current effect, and of its connection
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

/** Returns whether the request can be decided or used. Ignores its expiry. */
export function isOpen({ state }: Pick<Approval, "state">): boolean {
  return state === "ASKED" || state === "APPROVED";
}
