import type { Action, ActionResult, FoundAction, SentAction } from "../../shared/billing-contract/actions.ts";
import type { Actor, ActorQuery } from "../../shared/billing-contract/actor.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import type { AccountCommand, AccountCommandValue } from "./account-command.ts";
import type { CommandRefusal } from "./account-port.ts";
import type { JournalTiming } from "./journal.ts";

/** The result of the checks before a command is sent: how to send it, or why it is refused. */
export type Preparation =
  /** Calls the billing system synchronously, in the tick in which the journal is written. */
  { ready: (action: Action) => Promise<ActionResult<AccountCommandValue>> } | { refused: CommandRefusal };

export interface AccountDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  timing: JournalTiming;
  /** The hourly limit of domain settings. */
  settingPolicy: RatePolicy;
  /**
   * Checks a command before it is sent. Changes nothing.
   * @param admittedAt when the connection admitted the call, by `now`
   */
  prepare(command: AccountCommand, query: ActorQuery, admittedAt: number): Promise<Preparation>;
  lookUp(
    actor: Actor,
    reference: string,
    sent?: SentAction,
  ): Promise<BillingResult<FoundAction, BillingUnavailable | ActorRefused>>;
  /** Invalidates what is cached of a target after a command changed it. Never throws. */
  done(operation: string, target: string | null, requestId?: string): Promise<void>;
}
