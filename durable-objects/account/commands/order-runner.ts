import type { SentRecord } from "../../../shared/generations/generation-register.ts";
import { lockedResources } from "../account-command.ts";
import type { ActionReply, ActionRequest, ActionResponse, CommandRefusal, IdempotencyKey } from "../account-port.ts";
import type { JournalRow } from "../journal/journal-rows.ts";
import { replyFrom } from "../outcomes/action-outcomes.ts";
import { contentOf } from "./action-request.ts";
import { type CommandDependencies, CommandSteps, notSent, type Ready, type SentCommand } from "./command-steps.ts";

/** Of a key that the object has forgotten: until the operator has looked. */
const FORGOTTEN_RETRY_S = 300;

/** An order under its key, from when it is reserved. */
interface ReservedOrder {
  actionRequest: ActionRequest;
  key: IdempotencyKey;
  entryId: string;
  reference: string;
}

interface SentOrder extends SentCommand {
  row: JournalRow;
}

/** Runs what has an idempotency key: it is written to the journal first, sent once, and settled whenever its outcome is known. */
export class OrderRunner {
  readonly #dependencies: CommandDependencies;
  readonly #steps: CommandSteps;

  constructor(dependencies: CommandDependencies) {
    this.#dependencies = dependencies;
    this.#steps = new CommandSteps(dependencies);
  }

  async run(actionRequest: ActionRequest, key: IdempotencyKey, admittedAt: number): Promise<ActionResponse> {
    const { generation } = this.#dependencies;
    const order = this.#reserve(actionRequest, key);
    const checked = await this.#steps.check(actionRequest, order.entryId, admittedAt);
    if ("refused" in checked) return this.#refuse(order, checked.refused);
    const notSendable = await generation.refusal(actionRequest, this.#sentRecord(order));
    if (notSendable === "forgotten") return this.#leaveToOperator(order);
    if (notSendable) return this.#refuse(order, notSent(notSendable));
    const sent = this.#send(order, checked);
    return "response" in sent ? sent.response : this.#settle(sent);
  }

  #reserve(actionRequest: ActionRequest, key: IdempotencyKey): ReservedOrder {
    const { journal, actionLog, account, inTransaction } = this.#dependencies;
    const { accountId, loginId, command, target } = actionRequest;
    const now = account.now();
    const reference = `${key.id.slice(0, 40)}.${now.toString(36)}`;
    return inTransaction(() => {
      const entryId = actionLog.open(actionRequest, now);
      const action = { operation: command.name, resources: lockedResources(command), target };
      const { id, fingerprint } = key;
      journal.reserve({ key: id, fingerprint, loginId, accountId, entryId, reference, ...action });
      return { actionRequest, key, entryId, reference };
    });
  }

  #refuse({ actionRequest, key, entryId, reference }: ReservedOrder, problem: CommandRefusal): ActionResponse {
    this.#dependencies.journal.apply(key.id, reference, { type: "withdrawn" });
    return this.#steps.refuse(actionRequest, entryId, problem);
  }

  /** Of a key that was used before, in what the object has lost. */
  #leaveToOperator({ actionRequest, key, entryId, reference }: ReservedOrder): ActionResponse {
    const { journal, actionLog, responses } = this.#dependencies;
    journal.apply(key.id, reference, { type: "withdrawn" });
    actionLog.remove(entryId);
    return responses.unrecorded({ outcome: "in_progress", retryAfter: FORGOTTEN_RETRY_S }, actionRequest);
  }

  /** Written and sent in one tick: the output gate holds the call until the write is durable, and drops it if it never is. */
  #send(order: ReservedOrder, checked: Ready): SentOrder | { response: ActionResponse } {
    const { journal, approvals, reconciler, responses, account, inTransaction, arm } = this.#dependencies;
    const { actionRequest, key, entryId, reference } = order;
    const claimed = inTransaction(() => {
      const unapproved = approvals.claim(contentOf(actionRequest), checked.approval, entryId);
      return unapproved
        ? { unapproved }
        : { row: journal.apply(key.id, reference, { type: "sent", at: account.now() }) };
    });
    if ("unapproved" in claimed) return { response: this.#refuse(order, claimed.unapproved) };
    const { row } = claimed;
    if (row?.state !== "SENDING")
      return { response: responses.recorded({ outcome: "in_progress", retryAfter: 1 }, "orders") };
    reconciler.await(reference);
    arm();
    return { ...this.#steps.send(actionRequest, checked, reference), row };
  }

  async #settle({ row, answer: answering, lateAnswer }: SentOrder): Promise<ActionResponse> {
    const { journal, reconciler, responses, account, inBackground } = this.#dependencies;
    const answer = await answering;
    // A late answer still settles the action.
    if (answer.kind === "unknown") inBackground(lateAnswer.then((result) => reconciler.settle(row, result)));
    reconciler.settle(row, answer);
    if (answer.kind === "refused") return responses.recorded({ outcome: "refused", problem: answer.problem }, "orders");
    const settled = journal.get(row.key);
    const reply: ActionReply = settled ? replyFrom(settled, account.now()) : { outcome: "unknown", retryAfter: 1 };
    return responses.recorded(reply.outcome === "in_progress" ? { ...reply, outcome: "unknown" } : reply, "orders");
  }

  /** What the register keeps of an action, as its own row of the journal will have it. */
  #sentRecord({ actionRequest, key, reference }: ReservedOrder): SentRecord {
    const { accountId, loginId, application, connectionId } = actionRequest;
    const { command, target, via, requestId } = actionRequest;
    const whose = { accountId, loginId, application, connectionId };
    const what = { operation: command.name, resources: lockedResources(command), target, via, requestId };
    const sentAt = this.#dependencies.account.now();
    return { key: key.id, fingerprint: key.fingerprint, reference, ...whose, ...what, sentAt };
  }
}
