import type { Action, ActionResult, FoundAction } from "../../shared/billing-contract/actions.ts";
import type { Actor, ActorQuery } from "../../shared/billing-contract/actor.ts";
import type { ActorRefused, BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import type { AccountCommand, AccountCommandValue } from "./account-command.ts";
import type { CommandRefusal } from "./account-port.ts";
import type { JournalTiming } from "./journal.ts";

/** What is known before a deed is sent: how to send it, or why not. */
export type Preparation =
  /** Calls the billing system before it returns: nothing is waited for in between. */
  { ready: (action: Action) => Promise<ActionResult<AccountCommandValue>> } | { refused: CommandRefusal };

/** What an account takes from the world around it. */
export interface AccountDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  timing: JournalTiming;
  /** How many settings of domains an hour has. */
  settingPolicy: RatePolicy;
  /**
   * Asks whatever has to be known first. Changes nothing.
   * @param admittedAt when the connection allowed the deed, by `now`
   */
  prepare(command: AccountCommand, query: ActorQuery, admittedAt: number): Promise<Preparation>;
  find(actor: Actor, reference: string): Promise<BillingResult<FoundAction, BillingUnavailable | ActorRefused>>;
  /** A deed on this target was done: whatever knew of it before forgets it. Never throws. */
  done(operation: string, target: string | null, requestId?: string): Promise<void>;
}
