import type { ApprovalDecision, ApprovalState } from "./approval-port.ts";

/** How long a request can be decided and used, in milliseconds. */
export const APPROVAL_LIFETIME_MS = 24 * 3_600_000;

/** The part of an approval request that determines its state. Times are in epoch milliseconds. */
export interface Approval {
  state: ApprovalState;
  /** Keyed digest of everything that the customer sees, and of the connection's state. */
  digest: string;
  endsAt: number;
  decidedAt: number | null;
}

export type ApprovalEvent =
  | { type: "decided"; decision: ApprovalDecision; at: number }
  /** The application sent the same content again. `digest` describes the current terms. */
  | { type: "compared"; digest: string; at: number }
  /** The content is being sent to the billing system. */
  | { type: "sent"; at: number }
  | { type: "voided"; at: number }
  /** Only time has passed. */
  | { type: "aged"; at: number };

/** How a command continues: send it, ask the customer, wait for the customer's decision, or refuse it as declined. */
export type ApprovalVerdict = "send" | "ask" | "wait" | "declined";

/**
 * Applies an event. Returns the new state, or the same object if nothing changes. A request that is neither `ASKED` nor
 * `APPROVED` never changes again. See docs/evidence/reliability.md.
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
      // A command that needed no approval must not leave behind an approval for a second command.
      return { ...request, state: request.state === "APPROVED" ? "CONSUMED" : "VOID" };
    case "voided":
      return { ...request, state: "VOID" };
    case "aged":
      return request;
  }
}

/**
 * Decides how a command that needs the customer's approval continues.
 * @param last the open or last declined request for the same content; `null` if there is none
 * @param digest the digest of the command's current effect and of its connection's state
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

/** Returns whether the request can still be decided or used. The function ignores the expiry time. */
export function isOpen({ state }: Pick<Approval, "state">): boolean {
  return state === "ASKED" || state === "APPROVED";
}
