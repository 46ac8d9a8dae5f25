import type { ApprovalDecision, ApprovalState } from "./approval-port.ts";

/** How long a request can be decided and used, in milliseconds. */
export const APPROVAL_LIFETIME_MS = 24 * 3_600_000;

/** What an approval is given for, as keyed digests. */
export interface ApprovedContent {
  /** Of everything that is shown of what would be done: price, quote, statement. */
  statementDigest: string;
  /** Of what the connection may do and is asked about. */
  standingDigest: string;
}

/** The state of one request; instants are epoch milliseconds. */
export interface Approval extends ApprovedContent {
  state: ApprovalState;
  endsAt: number;
  decidedAt: number | null;
}

export type ApprovalEvent =
  /** `standingDigest`: of the connection as it was read for this; null where it has ended. */
  | { type: "decided"; decision: ApprovalDecision; standingDigest: string | null; at: number }
  /** The same content came again, and is judged now. */
  | { type: "compared"; content: ApprovedContent; at: number }
  /** The customer declined in their client, approved on the page or not. */
  | { type: "declined"; at: number }
  /** The same content is being sent. */
  | { type: "sent"; at: number }
  | { type: "voided"; at: number }
  /** Only time has passed. */
  | { type: "aged"; at: number };

/** What becomes of a command. `wait`: it was asked about before, and nobody has decided. */
export type ApprovalVerdict = "send" | "ask" | "wait" | "declined";

/**
 * Applies an event: the new state, or the same object where the event changes nothing. What is neither asked nor approved never
 * changes again: docs/reliability.md.
 */
export function transition<Request extends Approval>(request: Request, event: ApprovalEvent): Request {
  if (!isOpen(request)) return request;
  if (event.at >= request.endsAt) return { ...request, state: "LAPSED" };
  switch (event.type) {
    case "decided":
      if (event.standingDigest !== request.standingDigest) return { ...request, state: "VOID" };
      return decided(request, event.decision, event.at);
    case "compared":
      if (event.content.standingDigest !== request.standingDigest) return { ...request, state: "VOID" };
      if (event.content.statementDigest !== request.statementDigest) return { ...request, state: "SUPERSEDED" };
      return request;
    case "declined":
      return { ...request, state: "DECLINED", decidedAt: event.at };
    case "sent":
      // What nobody had to approve leaves nothing to approve: an approval is never left for a second one.
      return { ...request, state: request.state === "APPROVED" ? "CONSUMED" : "UNNEEDED" };
    case "voided":
      return { ...request, state: "VOID" };
    case "aged":
      return request;
  }
}

/**
 * Judges a command that the customer is asked about.
 * @param last the request for the same content that is open or was declined last, not yet compared; null without one
 */
export function judge(last: Approval | null, content: ApprovedContent, at: number): ApprovalVerdict {
  if (!last) return "ask";
  switch (transition(last, { type: "compared", content, at }).state) {
    case "APPROVED":
      return "send";
    case "ASKED":
      return "wait";
    case "DECLINED":
      return at < last.endsAt ? "declined" : "ask";
    case "LAPSED":
    case "VOID":
    case "SUPERSEDED":
    case "CONSUMED":
    case "UNNEEDED":
      return "ask";
  }
}

/** Whether it can be decided or used, as far as its time is not over. */
export function isOpen({ state }: Pick<Approval, "state">): boolean {
  return state === "ASKED" || state === "APPROVED";
}

function decided<Request extends Approval>(request: Request, decision: ApprovalDecision, at: number): Request {
  const isAsked = request.state === "ASKED";
  switch (decision) {
    case "approve":
      return isAsked ? { ...request, state: "APPROVED", decidedAt: at } : request;
    case "decline":
      return isAsked ? { ...request, state: "DECLINED", decidedAt: at } : request;
    case "withdraw":
      return isAsked ? request : { ...request, state: "ASKED", decidedAt: null };
  }
}
