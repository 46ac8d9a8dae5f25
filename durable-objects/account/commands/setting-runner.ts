import type { ActionRequest, ActionResponse, CommandRefusal } from "../account-port.ts";
import type { CommandAnswer } from "../journal/journal-rows.ts";
import { outcomeOfRefusal } from "../outcomes/action-outcomes.ts";
import { contentOf } from "./action-request.ts";
import { BILLING_UNAVAILABLE, type CommandDependencies, CommandSteps, notSent } from "./command-steps.ts";

/** Runs settings. They need no key: each is idempotent, and a caller without an answer repeats it. */
export class SettingRunner {
  readonly #dependencies: CommandDependencies;
  readonly #steps: CommandSteps;

  constructor(dependencies: CommandDependencies) {
    this.#dependencies = dependencies;
    this.#steps = new CommandSteps(dependencies);
  }

  async run(actionRequest: ActionRequest, admittedAt: number): Promise<ActionResponse> {
    const { actionLog, approvals, generation, account, arm } = this.#dependencies;
    const entryId = actionLog.open(actionRequest, account.now());
    arm();
    const refuse = (problem: CommandRefusal) => this.#steps.refuse(actionRequest, entryId, problem);
    const checked = await this.#steps.check(actionRequest, entryId, admittedAt);
    if ("refused" in checked) return refuse(checked.refused);
    const notSendable = await generation.refusal(actionRequest, null);
    if (notSendable) return refuse(notSent(notSendable));
    // Approved and sent in one tick, as an order is.
    const unapproved = approvals.claim(contentOf(actionRequest), checked.approval, entryId);
    if (unapproved) return refuse(unapproved);
    const { answer, lateAnswer } = this.#steps.send(actionRequest, checked, entryId);
    return this.#close(actionRequest, entryId, await answer, lateAnswer);
  }

  #close(
    actionRequest: ActionRequest,
    entryId: string,
    answer: CommandAnswer,
    lateAnswer: Promise<CommandAnswer>,
  ): ActionResponse {
    const { actionLog, responses, inBackground } = this.#dependencies;
    if (answer.kind === "unknown") {
      actionLog.close(entryId, outcomeOfRefusal(BILLING_UNAVAILABLE));
      // A late answer still closes the log entry.
      inBackground(lateAnswer.then((result) => this.#closeEntry(actionRequest, entryId, result)));
      return responses.recorded({ outcome: "refused", problem: BILLING_UNAVAILABLE }, "settings");
    }
    this.#closeEntry(actionRequest, entryId, answer);
    if (answer.kind === "refused")
      return responses.recorded({ outcome: "refused", problem: answer.problem }, "settings");
    return responses.recorded({ outcome: "done", value: answer.value }, "settings");
  }

  #closeEntry({ command, target, requestId }: ActionRequest, entryId: string, answer: CommandAnswer): void {
    const { actionLog, reconciler, account, inBackground } = this.#dependencies;
    if (answer.kind === "unknown") return;
    if (answer.kind === "refused") {
      reconciler.closeRefused(entryId, answer.problem);
      return;
    }
    actionLog.close(entryId, { outcome: "succeeded", status: 200, code: null });
    inBackground(account.done(command.name, target, requestId));
  }
}
