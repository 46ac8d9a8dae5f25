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

/** The name of an account's object. It contains the billing system, because account ids are unique only within one. */
export function accountObjectName(billingSystem: string, accountId: number): string {
  return `${billingSystem}:${accountId}`;
}

/** The object of one account. Runs its commands one at a time, once per idempotency key, and logs them. */
export interface AccountPort extends ApprovalPort, RestorableObject, AccountOperatorView {
  /**
   * Runs a command, or replays the outcome of an earlier request with the same key. A request delivered twice runs
   * once.
   */
  act(request: CommandRequest): Promise<CommandReply>;
  /** Returns the remaining allowance of an hourly limit. Counts nothing. */
  hour(limit: HourlyLimit): Promise<RateLimitResult>;
  /** Returns log entries before a key, newest first. */
  entries(of: EntryFilter, before: LogKey | null, limit: number): Promise<AccountLogEntry[]>;
  /** Returns the undecided approval requests of a login through any connection, newest first. */
  undecidedApprovals(loginId: number): Promise<ApprovalView[]>;
  /** Returns the decisions about a connection's approval requests, oldest first. */
  approvalDecisions(
    connectionId: string,
    list: Pick<EventList, "after" | "limit">,
  ): Promise<EventPage<ApprovalDecided>>;
  /** Ends the open approval requests of a connection that ended or changed. */
  voidApprovals(connectionId: string): Promise<void>;
  /**
   * Settles a stuck action as the operator decides, unless the billing system contradicts it. For scheduled work only.
   */
  settle(instruction: SettleInstruction): Promise<SettleResult>;
}

/** The operator's decision about the outcome of an action. */
export interface SettleInstruction {
  /** The action's reference in the billing system. */
  reference: string;
  outcome: "done" | "nothing";
  /** The order that was made; null if there is none or the operator does not name it. */
  orderId: number | null;
  /** The id of the scheduled run, for log lines. */
  requestId: string;
}

export type SettleResult =
  /** `settled`: by the operator's decision. `settled_itself`: the billing system reported the same outcome first. */
  | { state: "carried_out"; reason: "settled" | "settled_itself"; orderId: number | null }
  | { state: "refused"; reason: SettleRefusal; orderId: number | null }
  /** The billing system did not answer: retry. */
  | { state: "unanswered" };

/** The reason why nothing was done. Reasons that begin with `says` are the billing system's own answer. */
export type SettleRefusal =
  | "unknown_reference"
  | "not_stuck"
  | "says_done"
  /** The billing system reports another order for the action: `orderId`. */
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
  /** Null: all entries of the login, including its own changes in the client area. */
  application: string | null;
  /** Null: all connections of the application. */
  connectionId: string | null;
  /** Includes changes that the account's other logins made in the client area. */
  withOthersByHand?: boolean;
}

/** A command with its caller and its idempotency key. */
export interface CommandRequest {
  accountId: number;
  loginId: number;
  caller: ConnectionCaller | CustomerCaller;
  permissions: Permission[];
  operation: CommandName;
  /** The input, validated by the operation's schema. */
  input: object;
  /** Null for a setting, which is idempotent without a key. */
  key: IdempotencyKey | null;
  target: Target | null;
  requestId: string;
  /** The client area that links in the answer lead to. */
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

/**
 * The login itself, through a form of the client area. Its commands need no approval and have a separate hourly limit.
 */
export interface CustomerCaller {
  kind: "customer";
  /** The language of the page. */
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
  /** The server of a service did not answer. `isSent`: a change was sent, and its outcome is unknown. */
  | { code: "zone_unanswered"; retryAfter: number; isSent: boolean }
  /** The connection ended or was restricted after it admitted the call. */
  | { code: "unauthorized" | "insufficient_scope" | "outside_limit" }
  /** The customer must approve the command first. `retryAfter`: seconds until a retry may succeed. */
  | { code: "approval_needed"; approval: ApprovalView; retryAfter: number }
  /** The customer declined. Null if there was no open approval request to decline. */
  | { code: "approval_declined"; approval: ApprovalView | null }
  /** The connection has reached the limit of open approval requests. */
  | { code: "too_many_approvals"; retryAfter: number }
  /** The confirmed statement is out of date; the current one is included. */
  | { code: "stale_confirm"; statement: CancellationStatement };

/** The reply to a command, with the other facts that the pipeline needs. */
export type CommandReply = CommandOutcome & {
  /** The remaining allowance of this command's hourly limit. */
  rate: RateLimitResult;
  /** The billing system authorized the login in this call. Only an authorized login learns more about a key. */
  isAuthorized: boolean;
  /** The command has an entry in this object's log, so the connection does not record it. */
  isRecorded: boolean;
  /** The reply is the outcome of an earlier request with the same key. */
  isReplayed: boolean;
};

export type CommandOutcome =
  /** Contains the operation's answer, and the value from which the answer was built. */
  | { outcome: "done"; answer: Record<string, unknown>; value: CommandValue }
  | { outcome: "refused"; problem: CommandRefusal }
  /** The command was sent once and never arrived. Nothing will be done under this key. */
  | { outcome: "not_placed" }
  /** An earlier request with this key is running, or its outcome is unknown. `retryAfter` in seconds. */
  | { outcome: "in_progress"; retryAfter: number }
  /** The key was used with a different request. */
  | { outcome: "reused" }
  | { outcome: "too_many" }
  /** The command timed out in the account's queue. Nothing was sent. */
  | { outcome: "busy" }
  /** The command was sent, and its outcome is unknown. `retryAfter` in seconds. */
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
  /** Null: the login made the change in the client area. */
  connection: string | null;
  outcome: CallRecord["outcome"] | "in_progress";
  /** Null while in progress. */
  status: number | null;
  /** The status of the approval request that caused the refusal; null if there is none. */
  approval: ApprovalOutcome | null;
}
