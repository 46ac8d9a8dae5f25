import type { LogKey } from "../../shared/account-access/call-log.ts";
import type { HourlyLimit } from "../../shared/api/definition/operation.ts";
import type { CallRecord } from "../../shared/api/pipeline/gate.ts";
import type { CancellationStatement } from "../../shared/billing-contract/actions.ts";
import type { Permission } from "../../shared/billing-contract/actor.ts";
import type {
  ActionRefused,
  ActorRefused,
  BillingUnavailable,
  NotFound,
} from "../../shared/billing-contract/result.ts";
import type { RateLimitResult } from "../../shared/platform/sliding-log.ts";
import type { AccountCommand, AccountCommandValue } from "./account-command.ts";

/** What changes one account goes through here: done once per key, one at a time, and taken down before it is tried. */
export interface AccountPort {
  /** Does a deed, or says what became of it under its key before. Delivered twice, it is done once. */
  act(actionRequest: ActionRequest): Promise<Acted>;
  /** What is left of the hour, without counting anything. */
  hour(limit: HourlyLimit): Promise<RateLimitResult>;
  /** What one application asked to be done for one login, older than a key, newest first. */
  entries(of: ActionsOf, before: LogKey | null, limit: number): Promise<ActionEntry[]>;
}

/** Whose actions are asked for. */
export interface ActionsOf {
  loginId: number;
  application: string;
  /** One connection of the application; all of them without it. */
  connectionId?: string | null;
}

/** A deed, and in whose name. */
export interface ActionRequest {
  accountId: number;
  loginId: number;
  application: string;
  connectionId: string;
  permissions: Permission[];
  command: AccountCommand;
  /** Null for what sets something to a value, which needs none. */
  key: IdempotencyKey | null;
  /** Such as `domain:example.com`. */
  target: string | null;
  via: CallRecord["via"];
  requestId: string;
  /** Milliseconds since the connection admitted the call; absent from a Worker of an earlier version. */
  waited?: number;
}

/** An idempotency key, without anything of what was sent. */
export interface IdempotencyKey {
  /** Keyed digest of login, application and key, base64url. */
  id: string;
  /** Keyed digest of the operation and its validated input, base64url. */
  fingerprint: string;
}

/** Why a deed was not done. */
export type CommandRefusal =
  | ActionRefused
  | ActorRefused
  | NotFound
  | BillingUnavailable
  /** What the connection no longer allows, although it did when the call came: it has ended, or was narrowed. */
  | { code: "unauthorized" | "insufficient_scope" | "outside_limit" }
  /** What was confirmed is not what would happen now. */
  | { code: "stale_confirm"; statement: CancellationStatement };

/** What became of an errand. */
export type Acted = ActionReply & {
  /** The hour of what it counts towards; null from an object of an earlier version, for settings. */
  rate: RateLimitResult | null;
  /** It is taken down here, and nowhere else. */
  isRecorded: boolean;
  /** It was settled by an earlier call under the same key. */
  isReplayed: boolean;
};

export type ActionReply =
  | { outcome: "done"; value: AccountCommandValue }
  | { outcome: "refused"; problem: CommandRefusal }
  /** It was sent once and never arrived: nothing was done, and nothing will be under this key. */
  | { outcome: "not_placed" }
  /** Under this key something is being done, or its outcome is not known yet. @param retryAfter seconds */
  | { outcome: "in_progress"; retryAfter: number }
  /** The key came with another request. */
  | { outcome: "reused" }
  /** The hour is used up. */
  | { outcome: "too_many" }
  /** Something else on the account took too long; nothing was tried. */
  | { outcome: "busy" }
  /** It was sent, and the outcome is not known. @param retryAfter seconds */
  | { outcome: "unknown"; retryAfter: number };

/** An action in the log. */
export interface ActionEntry extends Omit<CallRecord, "outcome" | "status"> {
  /** Sorts as `at` does. */
  id: string;
  /** RFC 3339, UTC. */
  at: string;
  outcome: CallRecord["outcome"] | "in_progress";
  /** Null while in progress. */
  status: number | null;
}
