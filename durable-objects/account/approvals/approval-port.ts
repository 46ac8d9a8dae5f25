import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { CommandName } from "../command-map.ts";

/**
 * The state of one approval request. `ASKED`: the customer has not decided. `APPROVED`: the same content may be sent
 * once. `CONSUMED`: it was sent. `DECLINED`: the same content is refused until the request expires. `LAPSED`: the
 * request expired without a decision. `VOID`: the connection, the price or the effect changed first, or the same
 * content was sent without needing approval.
 */
export type ApprovalState = "ASKED" | "APPROVED" | "DECLINED" | "LAPSED" | "VOID" | "CONSUMED";

/** The customer's decision on the page. The customer can still decline an approval that is not used yet. */
export type ApprovalDecision = "approve" | "decline";

/** The effect of the command, as data. Pages and mails put it into words. */
export interface ApprovalStatement {
  operation: CommandName;
  /** The fields of the input that the customer sees. DNS records are in their stored form. */
  input: Record<string, unknown>;
  preview: Omit<WritePreview, "account" | "changes">;
  /**
   * For an order: the amount before taxes above which the customer must approve it, 0 for every order; otherwise null.
   */
  limit: MinorUnits | null;
}

/** A request as the page shows it; instants are RFC 3339 in UTC. */
export interface ApprovalView {
  id: string;
  connectionId: string;
  loginId: number;
  operation: CommandName;
  /** Such as `domain:example.com`. */
  target: string | null;
  state: ApprovalState;
  /** 24 hours after the request was created. */
  endsAt: string;
  decidedAt: string | null;
  /** Null once the request is used, declined or ended. */
  statement: ApprovalStatement | null;
  /** The outcome of the command that was sent with the approval; null before that. */
  outcome: CallRecord["outcome"] | "in_progress" | null;
}

/** A customer's decision about a request. */
export interface ApprovalDecided {
  /** The time of the decision, epoch microseconds. */
  id: number;
  approvalId: string;
  decision: "approved" | "declined";
}

/** Approval requests, which the account's object stores next to its journal. Pages read and decide them. */
export interface ApprovalPort {
  /** Returns a request; null if it does not exist or belongs to another login. */
  approval(id: string, loginId: number): Promise<ApprovalView | null>;
  /** Returns the open requests of a connection, newest first. Includes approved requests that are not used yet. */
  approvals(connectionId: string): Promise<ApprovalView[]>;
  /** Decides a request, unless it was decided before or has ended. Returns its current state. */
  decideApproval(
    id: string,
    loginId: number,
    decision: ApprovalDecision,
    requestId: string,
  ): Promise<ApprovalView | null>;
}
