import type { Asks } from "../../shared/account-access/asks.ts";
import type { LogKey } from "../../shared/account-access/call-log.ts";
import type { HourlyLimit, Target } from "../../shared/api/definition/operation.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import type { Permission, ResourceLimit } from "../../shared/billing-contract/call.ts";
import type { CancellationStatement } from "../../shared/billing-contract/cancellation.ts";
import type { ClientArea } from "../../shared/billing-contract/description.ts";
import type { EventList, EventPage } from "../../shared/billing-contract/events.ts";
import type {
  ActorRefused,
  BillingUnavailable,
  ChangesHeld,
  NotFound,
  WriteRefused,
} from "../../shared/billing-contract/result.ts";
import type { CommandValue } from "../../shared/billing-contract/writes.ts";
import type { RestorableObject } from "../../shared/holds/point-in-time.ts";
import type { Language } from "../../shared/platform/language.ts";
import type { RateLimitResult } from "../../shared/platform/rate-limit.ts";
import type { ApprovalDecided, ApprovalPort, ApprovalView } from "./approvals/approval-port.ts";
import type { CommandName } from "./command-map.ts";
import type { AccountOperatorView } from "./operator/operator-view.ts";

/** The name of an account's object: another billing system has other accounts under the same ids. */
export function accountObjectName(billingSystem: string, accountId: number): string {
  return `${billingSystem}:${accountId}`;
}

/** The object of one account. Runs its commands one at a time and once per idempotency key, and keeps the log of its actions. */
export interface AccountPort extends ApprovalPort, RestorableObject, AccountOperatorView {
  /** Runs a command, or replays the outcome of an earlier request with the same key. A request delivered twice runs once. */
  act(request: CommandRequest): Promise<CommandReply>;
  /** What is left of an hourly limit. Counts nothing. */
  hour(limit: HourlyLimit): Promise<RateLimitResult>;
  /** Log entries before a key, newest first. */
  entries(of: EntryFilter, before: LogKey | null, limit: number): Promise<AccountLogEntry[]>;
  /** Undecided approval requests of a login through any connection, newest first. */
  undecidedApprovals(loginId: number): Promise<ApprovalView[]>;
  /** The decisions about a connection's approval requests, oldest first. */
  approvalDecisions(
    connectionId: string,
    list: Pick<EventList, "after" | "limit">,
  ): Promise<EventPage<ApprovalDecided>>;
  /** Ends the open requests for approval of a connection that ended or was changed. */
  voidApprovals(connectionId: string): Promise<void>;
  /** Settles a stuck action as the operator decides, unless the billing system contradicts it. For scheduled work only. */
  settle(instruction: SettleInstruction): Promise<SettleResult>;
}

/** The operator's decision about the outcome of an action. */
export interface SettleInstruction {
  /** The action's reference in the billing system. */
  reference: string;
  outcome: "done" | "nothing";
  /** The order that was made; null if there is none or the operator does not name it. */
  orderId: number | null;
  /** Of the run of scheduled work, for log lines. */
  requestId: string;
}

export type SettleResult =
  /** `settled`: by the operator's decision. `settled_itself`: the billing system has reported the same outcome meanwhile. */
  | { state: "carried_out"; reason: "settled" | "settled_itself"; orderId: number | null }
  | { state: "refused"; reason: SettleRefusal; orderId: number | null }
  /** The billing system did not answer: retry. */
  | { state: "unanswered" };

/** Why nothing was done. Those that begin with `says` are the billing system's own answer. */
export type SettleRefusal =
  | "unknown_reference"
  | "not_stuck"
  | "says_done"
  /** The billing system has the action with another order's number: `orderId`. */
  | "says_other_order"
  | "says_refused"
  | "says_absent"
  | "says_under_way"
  | "order_not_named"
  /** The action makes no order. */
  | "makes_no_order"
  /** The order is the outcome of another key. */
  | "order_taken"
  /** The request may still arrive. */
  | "too_early";

export interface EntryFilter {
  loginId: number;
  /** Null: all entries of the login, including its own changes by hand. */
  application: string | null;
  /** Null: all connections of the application. */
  connectionId: string | null;
  /** Includes changes that the account's other logins made by hand. */
  withOthersByHand?: boolean;
}

/** A command with its caller and its idempotency key. */
export interface CommandRequest {
  accountId: number;
  loginId: number;
  caller: ConnectionCaller | CustomerCaller;
  permissions: Permission[];
  operation: CommandName;
  /** As the operation's schema validated it. */
  input: object;
  /** Null for a setting, which is idempotent without a key. */
  key: IdempotencyKey | null;
  target: Target | null;
  requestId: string;
  /** The client area, for links in the answer. */
  clientArea: ClientArea;
}

/** An application that acts through its connection. */
export interface ConnectionCaller {
  kind: "connection";
  application: string;
  connectionId: string;
  /** Keyed digest of the part of the command that the customer approves. */
  content: string;
  /** The connection's approval setting when it admitted the call. */
  asks: Asks;
  /** The connection's limit when it admitted the call. */
  limit: ResourceLimit;
  /** The customer declined the same content in their client. The command is not executed and requests no approval. */
  isDeclined: boolean;
  via: CallRecord["via"];
  /** Milliseconds since the connection admitted the call. */
  waitedMs: number;
}

/** The login itself, through a form of the client area. Its commands need no approval and have a separate hourly limit. */
export interface CustomerCaller {
  kind: "customer";
  /** The page's language. */
  language: Language;
}

/** An idempotency key as digests: neither the key nor the input can be read from it. */
export interface IdempotencyKey {
  /** Keyed digest of login, application and key, base64url. */
  id: string;
  /** Keyed digest of the operation and its validated input, base64url. */
  fingerprint: string;
}

export type CommandRefusal =
  | WriteRefused
  | ActorRefused
  | NotFound
  | BillingUnavailable
  | ChangesHeld
  | { code: "not_bridged" | "zone_changed" }
  /** The server of a service did not answer; `isSent`: a change was sent to it, and its outcome is unknown. */
  | { code: "zone_unanswered"; retryAfter: number; isSent: boolean }
  /** The connection ended or was narrowed after it admitted the call. */
  | { code: "unauthorized" | "insufficient_scope" | "outside_limit" }
  /** The customer must approve it first. `retryAfter`: seconds until a retry may succeed. */
  | { code: "approval_needed"; approval: ApprovalView; retryAfter: number }
  /** The customer declined. Null if there was no open approval request to decline. */
  | { code: "approval_declined"; approval: ApprovalView | null }
  /** The connection has too many open approval requests for another one. */
  | { code: "too_many_approvals"; retryAfter: number }
  /** The confirmed statement is out of date; the current one is included. */
  | { code: "stale_confirm"; statement: CancellationStatement };

/** The reply to a command, with the other facts that the pipeline needs. */
export type CommandReply = CommandOutcome & {
  /** What is left of the hourly limit of this command. */
  rate: RateLimitResult;
  /** The billing system authorized the login in this call. Only an authorized login learns anything else about a key. */
  isAuthorized: boolean;
  /** It has an entry in this object's log, so the connection does not record it. */
  isRecorded: boolean;
  /** It is the outcome of an earlier request with the same key. */
  isReplayed: boolean;
};

export type CommandOutcome =
  /** With the operation's answer, and the value from which it was built. */
  | { outcome: "done"; answer: Record<string, unknown>; value: CommandValue }
  | { outcome: "refused"; problem: CommandRefusal }
  /** It was sent once and never arrived; nothing will be done under this key. */
  | { outcome: "not_placed" }
  /** An earlier request with this key is running, or its outcome is unknown. `retryAfter` in seconds. */
  | { outcome: "in_progress"; retryAfter: number }
  /** The key was used with a different request. */
  | { outcome: "reused" }
  | { outcome: "too_many" }
  /** Timed out waiting for other commands on the account; nothing was sent. */
  | { outcome: "busy" }
  /** It was sent, and the outcome is unknown. `retryAfter` in seconds. */
  | { outcome: "unknown"; retryAfter: number };

/** The status of an approval request in the audit log. */
export type ApprovalOutcome = "asked" | "approved" | "declined" | "lapsed" | "void";

/** The code of a log entry whose outcome the operator recorded. */
export const SETTLED_BY_PROVIDER = "settled_by_provider";

export interface AccountLogEntry extends Omit<CallRecord, "outcome" | "status"> {
  /** Sorts like `at`. */
  id: string;
  /** RFC 3339, UTC. */
  at: string;
  loginId: number;
  /** Null: the login made the change by hand. */
  connection: string | null;
  outcome: CallRecord["outcome"] | "in_progress";
  /** Null while in progress. */
  status: number | null;
  /** The status of the approval request that caused the refusal; null without one. */
  approval: ApprovalOutcome | null;
}
