import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { CommandName } from "../command-map.ts";

/**
 * The state of one request for the customer's approval. `ASKED`: nobody has decided. `APPROVED`: the same content goes through
 * once. `CONSUMED`: it was sent. `DECLINED`: the same content is refused until the request's time is over. `LAPSED`: its time was
 * over first. `VOID`: the connection, the price or the effect changed first, or the same content was sent without needing approval.
 */
export type ApprovalState = "ASKED" | "APPROVED" | "DECLINED" | "LAPSED" | "VOID" | "CONSUMED";

/** What the customer does on the page. An approval that is not used yet can still be declined. */
export type ApprovalDecision = "approve" | "decline";

/** What would be done, as data; pages and mails put it in words. */
export interface ApprovalStatement {
  operation: CommandName;
  /** The members of the input that are shown. The records of a zone are as they would be stored. */
  input: Record<string, unknown>;
  preview: Omit<WritePreview, "account" | "changes">;
  /** For an order: the amount before taxes above which the customer must approve it, 0 for every order; otherwise null. */
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
  /** Null once it was used, declined or has ended. */
  statement: ApprovalStatement | null;
  /** Of what was sent with the approval; null before that. */
  outcome: CallRecord["outcome"] | "in_progress" | null;
}

/** What a customer decided of a request. */
export interface ApprovalDecided {
  /** The instant in epoch microseconds. */
  id: number;
  approvalId: string;
  decision: "approved" | "declined";
}

/** Requests for the customer's approval, which the account's object keeps next to its journal, as pages read and decide them. */
export interface ApprovalPort {
  /** Null if it does not exist, or is another login's. */
  approval(id: string, loginId: number): Promise<ApprovalView | null>;
  /** The open requests of a connection, those that were approved and not used yet included; newest first. */
  approvals(connectionId: string): Promise<ApprovalView[]>;
  /** Decides a request, unless it was decided before or has ended: the state says what it is now. */
  decideApproval(
    id: string,
    loginId: number,
    decision: ApprovalDecision,
    requestId: string,
  ): Promise<ApprovalView | null>;
}
