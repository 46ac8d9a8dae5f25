import type { Standing } from "../../shared/account-access/standing.ts";
import type { Actor, WriteCall } from "../../shared/billing-contract/call.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../shared/billing-contract/write-preview.ts";
import type { FoundWrite, SentWrite } from "../../shared/billing-contract/writes.ts";
import type { Holds } from "../../shared/holds/holds.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import type { CommandRefusal, CommandRequest, ConnectionCaller } from "./account-port.ts";
import type { ApprovalStatement, ApprovalView } from "./approvals/approval-port.ts";
import type { CommandExecutor } from "./commands/command-steps.ts";
import type { JournalState, JournalTiming, StuckReason } from "./journal/journal.ts";

/** The terms that an approval request shows to the customer. */
export interface ApprovalTerms {
  statement: ApprovalStatement;
  /** Keyed digest of the statement and the connection's current state. An approval is valid for this digest only. */
  digest: string;
}

/** The billing system's reply to a lookup by reference. */
export type WriteLookup = BillingResult<FoundWrite, BillingUnavailable | ActorRefused>;

/**
 * An action that an operator may need to settle. The content of its request is not included. Times are in epoch
 * milliseconds.
 */
export interface StuckWrite {
  accountId: number;
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  state: JournalState;
  /** `null` if the action is not stuck but has run for too long. */
  reason: StuckReason | null;
  sentAt: number | null;
  /** Time at which the journal was read. */
  at: number;
}

/** The operator's list of stuck actions, derived from the journals. The journals are authoritative. */
export interface StuckWriteList {
  put(action: StuckWrite): Promise<void>;
  remove(action: Pick<StuckWrite, "accountId" | "reference">): Promise<void>;
}

/** The dependencies that the account Worker injects into an account's object. */
export interface AccountDependencies {
  /** Returns the current time, in epoch milliseconds. */
  now: () => number;
  /** The name of the billing system that this deployment uses. */
  billingSystem: string;
  timing: JournalTiming;
  /** The hourly limit on changes to settings. */
  settingPolicy: RatePolicy;
  /** Runs the operation of a command and returns the operation's answer. */
  run(command: CommandExecutor, request: CommandRequest): Promise<Record<string, unknown>>;
  /** Checks with the billing system that the login still manages the account and holds the permissions. */
  authorize(call: WriteCall): Promise<BillingResult<unknown, BillingUnavailable | ActorRefused>>;
  /**
   * Reads the connection again.
   * @returns the connection's current standing, or a refusal if the connection can no longer send the command
   */
  recheck(
    request: CommandRequest,
    caller: ConnectionCaller,
    call: WriteCall,
  ): Promise<{ standing: Standing } | { refused: CommandRefusal }>;
  approvals: {
    /** Returns whether a connection with this approval setting may need the customer's approval for the command. */
    mayAsk(request: CommandRequest, asks: Standing["asks"]): boolean;
    /** Returns the terms that the customer must approve, or `null` if the command needs no approval. */
    terms(request: CommandRequest, preview: WritePreview, standing: Standing): Promise<ApprovalTerms | null>;
  };
  lookUp(actor: Actor, reference: string, sent?: SentWrite): Promise<WriteLookup>;
  stuckWrites: StuckWriteList;
  /**
   * Checks whether stores are on hold. Each instance of the object has its own cache of the holds, so an instance that
   * starts after a restore reads the holds again.
   */
  holds: Pick<Holds, "isHeld">;
  /**
   * E-mails approval requests to the login of their connection.
   * @param requests the requests, all from one connection
   * @param claim called in the tick that sends the e-mail; returns false if another attempt sends the e-mail
   * @throws if no e-mail was sent although the login can receive one; the caller retries
   */
  mailApprovals(requests: readonly ApprovalView[], requestId: string, claim: () => boolean): Promise<void>;
  /** Invalidates the cached data of a target after a command changed it. Never throws. */
  done(operation: string, target: string | null, requestId?: string): Promise<void>;
}
