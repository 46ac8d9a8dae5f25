import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { CommandName } from "../command-map.ts";

/**
 * The state of one approval request.
 * - `ASKED`: The customer has not decided.
 * - `APPROVED`: The same content may be sent once.
 * - `CONSUMED`: The approved content was sent.
 * - `DECLINED`: The same content is refused until the request expires.
 * - `LAPSED`: The request expired without a decision, or its approval expired unused.
 * - `VOID`: The connection ended or changed, the price or the effect changed, or the content was sent without needing
 *   approval.
 */
export type ApprovalState = "ASKED" | "APPROVED" | "DECLINED" | "LAPSED" | "VOID" | "CONSUMED";

/** The customer's decision on the page. The customer can still decline an approved request while it is open. */
export type ApprovalDecision = "approve" | "decline";

/** The effect of a command, as data. Pages and e-mails turn it into text. */
export interface ApprovalStatement {
  operation: CommandName;
  /** The fields of the input that the customer sees. DNS records are in their stored form. */
  input: Record<string, unknown>;
  preview: Omit<WritePreview, "account" | "changes">;
  /**
   * The amount before taxes above which the customer must approve orders, or 0 for every order. `null` if the approval
   * does not depend on the price.
   */
  limit: MinorUnits | null;
}

/** An approval request as the page shows it. Times are RFC 3339 in UTC. */
export interface ApprovalView {
  id: string;
  connectionId: string;
  loginId: number;
  operation: CommandName;
  /** The target as text, such as `domain:example.com`. */
  target: string | null;
  state: ApprovalState;
  /** Time at which the request expires, 24 hours after it was created. */
  endsAt: string;
  decidedAt: string | null;
  /** `null` once the request is used, declined or ended. */
  statement: ApprovalStatement | null;
  /** The outcome of the command that was sent with the approval; `null` until one is sent. */
  outcome: CallRecord["outcome"] | "in_progress" | null;
}

/** A customer's decision about a request. */
export interface ApprovalDecided {
  /** The time of the decision, in epoch microseconds. */
  id: number;
  approvalId: string;
  decision: "approved" | "declined";
}

/** The methods of an account's object for approval requests. Pages use them to show and decide requests. */
export interface ApprovalPort {
  /** Returns a request, or `null` if it does not exist or belongs to another login. */
  approval(id: string, loginId: number): Promise<ApprovalView | null>;
  /** Returns the open requests of a connection, newest first. Approved requests that are not used yet are included. */
  approvals(connectionId: string): Promise<ApprovalView[]>;
  /**
   * Decides a request. A request that has ended does not change.
   * @returns the request in its current state; `null` if it does not exist or belongs to another login
   */
  decideApproval(
    id: string,
    loginId: number,
    decision: ApprovalDecision,
    requestId: string,
  ): Promise<ApprovalView | null>;
}
