import type { Asks } from "../../shared/account-access/asks.ts";
import type { Action, FoundAction, SentAction } from "../../shared/billing-contract/actions.ts";
import type { Actor, ActorQuery } from "../../shared/billing-contract/actor.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { GenerationRegister } from "../../shared/generations/generation-register.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import type { AccountCommand, AccountCommandValue } from "./account-command.ts";
import type { CommandRefusal } from "./account-port.ts";
import type { ApprovalStatement, ApprovalView } from "./approvals/approval-port.ts";
import type { JournalState, StuckReason } from "./journal/journal.ts";
import type { JournalTiming } from "./journal/journal-timing.ts";

/** The result of the checks before a command is sent: how to send it, or why it is refused. */
export type Preparation =
  | {
      /** Calls what does it synchronously, in the tick in which the journal is written. */
      ready: (action: Action) => Promise<CommandResult>;
      /** Absent if the customer is not asked about it. */
      approval?: ApprovalTerms;
    }
  | { refused: CommandRefusal };

/** What the customer is asked to approve. */
export interface ApprovalTerms {
  statement: ApprovalStatement;
  /** Keyed digest of the statement and of the connection as it is now: an approval is good for nothing else. */
  digest: string;
}

/** The answer to a command that was sent. `billing_unavailable` means that its outcome is unknown. */
export type CommandResult = { ok: true; value: AccountCommandValue } | { ok: false; problem: CommandRefusal };

/** What the billing system says of a reference. */
export type ActionLookup = BillingResult<FoundAction, BillingUnavailable | ActorRefused>;

/** An action that waits for the operator; instants in epoch milliseconds. Nothing of what was sent. */
export interface StuckAction {
  accountId: number;
  reference: string;
  loginId: number;
  operation: string;
  target: string | null;
  state: JournalState;
  /** Null for one that is only under way for too long. */
  reason: StuckReason | null;
  sentAt: number | null;
  /** When this was read. */
  at: number;
}

/** The list in which the operator sees what waits. It follows the journals, which are the authority. */
export interface StuckActionList {
  put(action: StuckAction): Promise<void>;
  remove(action: Pick<StuckAction, "accountId" | "reference">): Promise<void>;
}

export interface AccountDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** The billing system of this deployment. */
  billingSystem: string;
  timing: JournalTiming;
  /** The hourly limit of domain settings. */
  settingPolicy: RatePolicy;
  /**
   * Checks a command before it is sent. Changes nothing.
   * @param admittedAt when the connection admitted the call, by `now`
   * @param asks what the connection asked its customer about then
   */
  prepare(command: AccountCommand, query: ActorQuery, admittedAt: number, asks: Asks): Promise<Preparation>;
  lookUp(actor: Actor, reference: string, sent?: SentAction): Promise<ActionLookup>;
  stuckActions: StuckActionList;
  register: GenerationRegister;
  /**
   * Mails the login of a connection what it is asked.
   * @param requests of one connection
   * @param claim called in the tick in which the mail is sent; false if another attempt sends it
   * @throws if nobody was mailed although somebody can be: it is tried again
   */
  mailApprovals(requests: readonly ApprovalView[], requestId: string, claim: () => boolean): Promise<void>;
  /** Invalidates what is cached of a target after a command changed it. Never throws. */
  done(operation: string, target: string | null, requestId?: string): Promise<void>;
}
