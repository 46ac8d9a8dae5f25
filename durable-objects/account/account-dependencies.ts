import type { Action, ActionResult, FoundAction } from "../../shared/billing-contract/actions.ts";
import type { Asker, Question } from "../../shared/billing-contract/actor.ts";
import type { AskerRefused, BillingResult, BillingUnavailable } from "../../shared/billing-contract/result.ts";
import type { RatePolicy } from "../../shared/platform/rate-limit.ts";
import type { Deed, DeedValue } from "./account-command.ts";
import type { DeedRefusal } from "./account-port.ts";
import type { JournalTiming } from "./journal.ts";

/** What is known before a deed is sent: how to send it, or why not. */
export type Preparation =
  /** Calls the billing system before it returns: nothing is waited for in between. */
  { ready: (action: Action) => Promise<ActionResult<DeedValue>> } | { refused: DeedRefusal };

/** What an account takes from the world around it. */
export interface AccountSurroundings {
  /** Epoch milliseconds. */
  now: () => number;
  timing: JournalTiming;
  /** How many settings of domains an hour has. */
  settingPolicy: RatePolicy;
  /**
   * Asks whatever has to be known first. Changes nothing.
   * @param admittedAt when the connection allowed the deed, by `now`
   */
  prepare(deed: Deed, question: Question, admittedAt: number): Promise<Preparation>;
  find(asker: Asker, reference: string): Promise<BillingResult<FoundAction, BillingUnavailable | AskerRefused>>;
  /** A deed on this target was done: whatever knew of it before forgets it. Never throws. */
  done(operation: string, target: string | null, requestId?: string): Promise<void>;
}
