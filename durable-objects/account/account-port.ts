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

/**
 * Returns the name of an account's object. The name contains the billing system, because account ids are unique only
 * within one billing system.
 */
export function accountObjectName(billingSystem: string, accountId: number): string {
  return `${billingSystem}:${accountId}`;
}

/**
 * The Durable Object of one account. It runs the account's commands one at a time, executes at most one command per
 * idempotency key, and logs them.
 */
export interface AccountPort extends ApprovalPort, RestorableObject, AccountOperatorView {
  /**
   * Runs a command, or replays the outcome of an earlier request with the same key. A request that is delivered twice
   * runs once.
   */
  act(request: CommandRequest): Promise<CommandReply>;
  /** Returns the remaining allowance of an hourly limit without using any of it. */
  hour(limit: HourlyLimit): Promise<RateLimitResult>;
  /** Returns log entries that are older than the given key, newest first. */
  entries(of: EntryFilter, before: LogKey | null, limit: number): Promise<AccountLogEntry[]>;
  /** Returns the undecided approval requests of a login, from all its connections, newest first. */
  undecidedApprovals(loginId: number): Promise<ApprovalView[]>;
  /** Returns the customer's decisions about a connection's approval requests, oldest first. */
  approvalDecisions(
    connectionId: string,
    list: Pick<EventList, "after" | "limit">,
  ): Promise<EventPage<ApprovalDecided>>;
  /** Ends the open approval requests of a connection that ended or changed. */
  voidApprovals(connectionId: string): Promise<void>;
  /**
   * Applies the operator's decision about a stuck action, unless the billing system contradicts it. Only scheduled work
   * calls this method.
   */
  settle(instruction: SettleInstruction): Promise<SettleResult>;
}

/** The operator's decision about the outcome of an action. */
export interface SettleInstruction {
  /** The action's reference in the billing system. */
  reference: string;
  outcome: "done" | "nothing";
  /** The order that the action created; `null` if it created none or the operator did not name it. */
  orderId: number | null;
  /** The id of the scheduled run, for log lines. */
  requestId: string;
}

export type SettleResult =
  /**
   * `settled`: the operator's decision was applied. `settled_itself`: the journal already had the same outcome, for
   * example from the billing system.
   */
  | { state: "carried_out"; reason: "settled" | "settled_itself"; orderId: number | null }
  | { state: "refused"; reason: SettleRefusal; orderId: number | null }
  /** The billing system did not respond, or the account is on hold. Try again later. */
  | { state: "unanswered" };

/**
 * The reason why the decision was not applied. Reasons that begin with `says` state what the billing system reports or
 * what the journal has.
 */
export type SettleRefusal =
  | "unknown_reference"
  | "not_stuck"
  | "says_done"
  /** The action created the order `orderId` instead of the named order; `null` if it created none. */
  | "says_other_order"
  | "says_refused"
  | "says_absent"
  | "says_under_way"
  | "order_not_named"
  /** This kind of action never creates an order. */
  | "makes_no_order"
  /** The order is already the outcome of another action. */
  | "order_taken"
  /** The billing system may still receive the action's request. */
  | "too_early";

export interface EntryFilter {
  loginId: number;
  /** `null` selects all entries of the login, including its own changes in the client area. */
  application: string | null;
  /** `null` selects all connections of the application. */
  connectionId: string | null;
  /** Whether to include changes that the account's other logins made in the client area. */
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
  /** `null` for a setting, which is idempotent without a key. */
  key: IdempotencyKey | null;
  target: Target | null;
  requestId: string;
  /** The client area that links in the answer point to. */
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
  /**
   * Whether the customer declined this content in their client. If so, the command is refused, and no approval request
   * is created.
   */
  isDeclined: boolean;
  via: CallRecord["via"];
  /** The number of milliseconds between the connection's admission of the call and this request. */
  waitedMs: number;
}

/** A login that submits a form in the client area. Its commands need no approval and have a separate hourly limit. */
export interface CustomerCaller {
  kind: "customer";
  /** The language of the page. */
  language: Language;
}

/** The digests of an idempotency key and its request. Neither the key nor the input can be read from them. */
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
  /** The server of a service did not respond. If `isSent` is true, a change was sent and its outcome is unknown. */
  | { code: "zone_unanswered"; retryAfter: number; isSent: boolean }
  /** The connection ended or was restricted after it admitted the call. */
  | { code: "unauthorized" | "insufficient_scope" | "outside_limit" }
  /** The customer must approve the command first. `retryAfter` is the number of seconds until a retry may succeed. */
  | { code: "approval_needed"; approval: ApprovalView; retryAfter: number }
  /** The customer declined the command. `approval` is the declined request; `null` if there was no request. */
  | { code: "approval_declined"; approval: ApprovalView | null }
  /** The connection has the maximum number of open approval requests. */
  | { code: "too_many_approvals"; retryAfter: number }
  /** The confirmed cancellation statement is out of date. `statement` is the current one. */
  | { code: "stale_confirm"; statement: CancellationStatement };

/** The reply to a command, with the other facts that the pipeline needs. */
export type CommandReply = CommandOutcome & {
  /** The remaining allowance of this command's hourly limit. */
  rate: RateLimitResult;
  /**
   * Whether the billing system checked the login in this call, or may have done so. If not, the caller must have the
   * login checked before it returns the outcome of an earlier request with the same key.
   */
  isAuthorized: boolean;
  /** Whether this object's log has an entry for this call. If so, the connection does not record the call. */
  isRecorded: boolean;
  /** Whether the reply is the outcome of an earlier request with the same key. */
  isReplayed: boolean;
};

export type CommandOutcome =
  /** `value` is the result from which the operation's answer was built. */
  | { outcome: "done"; answer: Record<string, unknown>; value: CommandValue }
  | { outcome: "refused"; problem: CommandRefusal }
  /**
   * The command was sent, but the billing system never received it, or the operator found no effect. Retries with this
   * key do nothing.
   */
  | { outcome: "not_placed" }
  /** An earlier request with this key is running, or its outcome is unknown. `retryAfter` is in seconds. */
  | { outcome: "in_progress"; retryAfter: number }
  /** The key was used with a different request. */
  | { outcome: "reused" }
  | { outcome: "too_many" }
  /** The command timed out in the account's queue. Nothing was sent. */
  | { outcome: "busy" }
  /** The command was sent, and its outcome is unknown. `retryAfter` is in seconds. */
  | { outcome: "unknown"; retryAfter: number };

/** The status of an approval request, as the audit log shows it. */
export type ApprovalOutcome = "asked" | "approved" | "declined" | "lapsed" | "void";

/** The code of a log entry if an operator decided the action's outcome. */
export const SETTLED_BY_PROVIDER = "settled_by_provider";

export interface AccountLogEntry extends Omit<CallRecord, "outcome" | "status"> {
  /** Entry ids sort in the same order as `at`. */
  id: string;
  /** RFC 3339 in UTC. */
  at: string;
  loginId: number;
  /** `null` if the login made the change in the client area. */
  connection: string | null;
  outcome: CallRecord["outcome"] | "in_progress";
  /** `null` while the action is in progress. */
  status: number | null;
  /** The status of the approval request that caused the refusal; `null` if the entry has no approval request. */
  approval: ApprovalOutcome | null;
}
