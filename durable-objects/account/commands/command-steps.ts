import { asksOf } from "../../../shared/account-access/asks.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, valueOrLogged } from "../../../shared/platform/log.ts";
import { answerTimeoutOf } from "../account-command.ts";
import type { AccountDependencies, Preparation } from "../account-dependencies.ts";
import type { ActionRequest, ActionResponse, CommandRefusal } from "../account-port.ts";
import type { ActionLog } from "../action-log.ts";
import type { Approvals } from "../approvals/approvals.ts";
import type { CommandAnswer, JournalRows } from "../journal/journal-rows.ts";
import { toAnswer } from "../outcomes/action-outcomes.ts";
import type { ActionReconciler } from "../outcomes/action-reconciler.ts";
import type { AccountGeneration, NotSendable } from "../recovery/account-generation.ts";
import { contentOf, fieldsOf, limitOf, queryOf } from "./action-request.ts";
import type { ActionResponses } from "./action-responses.ts";

export const BILLING_UNAVAILABLE: CommandRefusal = { code: "billing_unavailable", retryAfter: 5 };
/** Of what waits until the operator has looked. */
const HELD: CommandRefusal = { code: "changes_held", retryAfter: 60 };

export interface CommandDependencies {
  journal: JournalRows;
  actionLog: ActionLog;
  approvals: Approvals;
  generation: AccountGeneration;
  reconciler: ActionReconciler;
  responses: ActionResponses;
  account: AccountDependencies;
  inTransaction<Result>(write: () => Result): Result;
  /** Keeps the object running until the work has ended, without a caller waiting for it. */
  inBackground(work: Promise<unknown>): void;
  /** Called after something became due. */
  arm(): void;
  /** Called where an action waits for its outcome: its alarm may have been lost. */
  rearm(): void;
}

/** The checks of a command that passed. */
export type Ready = Exclude<Preparation, { refused: CommandRefusal }>;

/** A command that was sent. */
export interface SentCommand {
  /** The answer, or `unknown` after the timeout. */
  answer: Promise<CommandAnswer>;
  /** The answer, however late. */
  lateAnswer: Promise<CommandAnswer>;
}

/** What orders and settings go through alike, from the customer's word to the billing system's answer. */
export class CommandSteps {
  readonly #dependencies: CommandDependencies;

  constructor(dependencies: CommandDependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks what can be known before a command is sent. */
  async check(
    actionRequest: ActionRequest,
    entryId: string,
    admittedAt: number,
  ): Promise<Ready | { refused: CommandRefusal }> {
    if (actionRequest.isDeclined)
      return { refused: this.#dependencies.approvals.decline(contentOf(actionRequest), entryId) };
    const { prepare, timing } = this.#dependencies.account;
    try {
      return await inTime(
        prepare(actionRequest.command, queryOf(actionRequest), admittedAt, asksOf(actionRequest)),
        timing.preparationTimeoutMs,
      );
    } catch (cause) {
      log("action_not_prepared", { ...fieldsOf(actionRequest), cause });
      return { refused: BILLING_UNAVAILABLE };
    }
  }

  /** Closes the entry of a command that was not sent. The customer is told of what is asked. */
  refuse(actionRequest: ActionRequest, entryId: string, problem: CommandRefusal): ActionResponse {
    const { approvals, reconciler, responses, arm } = this.#dependencies;
    const reply = reconciler.closeRefused(entryId, problem);
    if (problem.code === "approval_needed") {
      approvals.sendMails(actionRequest.requestId);
      arm();
    }
    return responses.recorded(reply, limitOf(actionRequest));
  }

  /** Sends a command, in the tick in which it is called. */
  send(actionRequest: ActionRequest, { ready }: Ready, reference: string): SentCommand {
    const lateAnswer = toAnswer(ready({ ...queryOf(actionRequest), reference }), fieldsOf(actionRequest));
    return { answer: this.#inTime(lateAnswer, actionRequest), lateAnswer };
  }

  async #inTime(lateAnswer: Promise<CommandAnswer>, actionRequest: ActionRequest): Promise<CommandAnswer> {
    const timeoutMs = answerTimeoutOf(actionRequest.command, this.#dependencies.account.timing.answerTimeoutMs);
    const answer = inTime(lateAnswer, timeoutMs);
    return (await valueOrLogged("billing_unreachable", answer, fieldsOf(actionRequest))) ?? { kind: "unknown" };
  }
}

/** Why a command is not sent, as its caller is told. */
export function notSent(why: NotSendable): CommandRefusal {
  return why === "unanswered" ? BILLING_UNAVAILABLE : HELD;
}
