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

/** The billing system's answer about a reference. */
export type WriteLookup = BillingResult<FoundWrite, BillingUnavailable | ActorRefused>;

/** An action that waits for the operator, without the content of its request. Instants are epoch milliseconds. */
export interface StuckWrite {
  accountId: number;
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  state: JournalState;
  /** Null for an action that is not stuck but has run for too long. */
  reason: StuckReason | null;
  sentAt: number | null;
  /** The time of this read. */
  at: number;
}

/** The operator's list of stuck actions, derived from the journals. The journals are authoritative. */
export interface StuckWriteList {
  put(action: StuckWrite): Promise<void>;
  remove(action: Pick<StuckWrite, "accountId" | "reference">): Promise<void>;
}

/** The dependencies that the account Worker injects into an account's object. */
export interface AccountDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** The billing system of this deployment. */
  billingSystem: string;
  timing: JournalTiming;
  /** The hourly limit of domain settings. */
  settingPolicy: RatePolicy;
  /** Runs the operation of a command. @returns the operation's answer */
  run(command: CommandExecutor, request: CommandRequest): Promise<Record<string, unknown>>;
  /** Checks with the billing system that the login still manages the account and holds the permissions. */
  authorize(call: WriteCall): Promise<BillingResult<unknown, BillingUnavailable | ActorRefused>>;
  /** Reads the connection again. @returns its current permissions, or why it may no longer send the command */
  recheck(
    request: CommandRequest,
    caller: ConnectionCaller,
    call: WriteCall,
  ): Promise<{ standing: Standing } | { refused: CommandRefusal }>;
  approvals: {
    /** Returns whether a connection with this approval setting may need the customer's approval for the command. */
    mayAsk(request: CommandRequest, asks: Standing["asks"]): boolean;
    /** Returns the terms that the customer must approve; null if the command needs no approval. */
    terms(request: CommandRequest, preview: WritePreview, standing: Standing): Promise<ApprovalTerms | null>;
  };
  lookUp(actor: Actor, reference: string, sent?: SentWrite): Promise<WriteLookup>;
  stuckWrites: StuckWriteList;
  /**
   * The holds on stores. Each instance of the object reads them itself, so that a restored instance reads them first.
   */
  holds: Pick<Holds, "isHeld">;
  /**
   * Mails the approval requests of a connection to its login.
   * @param requests of one connection
   * @param claim called in the tick that sends the mail; returns false if another attempt sends it
   * @throws if no mail was sent although the login can receive one; the caller retries
   */
  mailApprovals(requests: readonly ApprovalView[], requestId: string, claim: () => boolean): Promise<void>;
  /** Invalidates the cached data of a target after a command changed it. Never throws. */
  done(operation: string, target: string | null, requestId?: string): Promise<void>;
}
