import type { ActionPreview } from "../../../shared/billing-contract/action-preview.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { AccountCommands, ApprovableCommand } from "../account-command.ts";

/**
 * The state of one request for the customer's approval. `ASKED`: nobody has decided. `APPROVED`: the same content goes through
 * once. `CONSUMED`: it was sent. `DECLINED`: the same content is refused until the request's time is over. `LAPSED`: its time was
 * over first. `VOID`: the connection ended or was changed first. `SUPERSEDED`: the price or what would happen changed first, and
 * another request took its place. `UNNEEDED`: the same content came again, needed no approval any more, and was sent without one.
 */
export const APPROVAL_STATES = [
  ...(["ASKED", "APPROVED", "DECLINED", "LAPSED", "VOID", "SUPERSEDED", "CONSUMED", "UNNEEDED"] as const),
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What the customer does on the page. `withdraw` takes an approval back that was not used yet: it is `ASKED` again. */
export type ApprovalDecision = "approve" | "decline" | "withdraw";

/** The members of a request that are shown. Nothing secret is: no auth code. */
export const SHOWN_MEMBERS = [
  ...(["domain", "type", "years", "planId", "billingCycle", "promotion", "serviceId", "when", "reason"] as const),
  ...(["fields"] as const),
  ...(["nameservers", "locked", "zone", "remove", "add"] as const),
] as const;
type Shown<Request> = Pick<Request, Extract<keyof Request, (typeof SHOWN_MEMBERS)[number]>>;

/** What a request says that is shown, by the command's name; the records of a zone as they would be stored. */
export type ApprovalDetails = { [Name in ApprovableCommand]: Shown<AccountCommands[Name]["request"]> };

/** What a command says of itself, with what it would do. */
export type ShownCommand = {
  [Name in ApprovableCommand]: { operation: Name; details: ApprovalDetails[Name] };
}[ApprovableCommand] & {
  preview: Omit<ActionPreview, "account" | "changes">;
};

/** What would be done, as data; pages and mails put it in words. */
export type ApprovalStatement = ShownCommand & {
  /** Such as `domain:example.com`. */
  target: string | null;
  /** Of an order above the limit of a month: that limit; else null. */
  limit: MinorUnits | null;
  /** With a limit: what the connection ordered before in the month in which it was asked; null where an amount is not known. */
  monthSum: MinorUnits | null;
};

/** A request as the page shows it; instants are RFC 3339 in UTC. */
export interface ApprovalView {
  id: string;
  connectionId: string;
  loginId: number;
  application: string;
  operation: ApprovableCommand;
  target: string | null;
  state: ApprovalState;
  askedAt: string;
  /** 24 hours later. */
  endsAt: string;
  decidedAt: string | null;
  /** Null once it was used, declined or has ended. */
  statement: ApprovalStatement | null;
}

/** Requests for the customer's approval, which the account's object keeps beside its journal. */
export interface ApprovalPort {
  /** Null where it does not exist, or is another login's. */
  approval(id: string, loginId: number): Promise<ApprovalView | null>;
  /** The open requests of a connection, those that were approved and not used yet included; newest first. */
  approvals(connectionId: string): Promise<ApprovalView[]>;
  /**
   * Decides a request, unless it was decided before or has ended: the state says what it is now.
   * @throws where the connection cannot be read, without which nothing is approved
   */
  decideApproval(
    id: string,
    loginId: number,
    decision: ApprovalDecision,
    requestId: string,
  ): Promise<ApprovalView | null>;
  /** Ends the open requests of a connection that ended or was changed. */
  voidApprovals(connectionId: string, requestId: string): Promise<void>;
}
