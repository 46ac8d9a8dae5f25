import { targetText } from "../../../shared/api/definition/operation.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CommandValue } from "../../../shared/billing-contract/writes.ts";
import type { DatabaseName } from "../../../shared/holds/holds.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { type LogFields, log, valueOrLogged } from "../../../shared/platform/log.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { ApprovalTerms } from "../account-dependencies.ts";
import type {
  CommandOutcome,
  CommandRefusal,
  CommandReply,
  CommandRequest,
  ConnectionCaller,
} from "../account-port.ts";
import type { ApprovedContent } from "../approvals/approval-requests.ts";
import type { CommandLimit } from "../command-map.ts";
import type { JournalRow, WriteAnswer } from "../journal/journal-rows.ts";
import { outcomeOf, outcomeOfRefusal, toAnswer } from "../outcomes/action-outcomes.ts";
import { type CommandParts, hourlyRate } from "./command-parts.ts";
import {
  type CommandExecutor,
  CommandRefused,
  type CommandSteps,
  prepared,
  previewed,
  type WriteReply,
} from "./command-steps.ts";
import { type UsedKey, usedKey } from "./used-key.ts";

/** The longest wait in the command queue. */
const MAX_WAIT_MS = 10_000;
/** The maximum age of an admission. If the admission is older, the connection is checked again. */
const ADMISSION_GOOD_FOR_MS = 250;
const BILLING_UNAVAILABLE: CommandRefusal = { code: "billing_unavailable", retryAfter: 5 };
const DATABASE: DatabaseName = "account-database";
const HELD: CommandRefusal = { code: "changes_held", retryAfter: 60 };

/** Thrown to end a command with a reply that is not the operation's answer. */
class Ended extends Error {
  override name = "Ended";
  readonly reply: CommandReply;

  constructor(reply: CommandReply) {
    super(`ended: ${reply.outcome}`);
    this.reply = reply;
  }
}

/** A command between its reservation and its outcome. A command without a key has no row in the journal. */
interface OpenCommand {
  entryId: string;
  call: WriteCall;
}

/**
 * One call of a command. An order runs once per idempotency key. A setting needs no key, because repeats change
 * nothing.
 */
export class Command implements CommandExecutor {
  readonly #request: CommandRequest;
  readonly #parts: CommandParts;
  readonly #receivedAt: number;
  readonly #limit: CommandLimit;
  readonly #target: string | null;
  readonly #fields: LogFields;
  /** Whether the billing system has checked the login in this call, or may have done so. */
  #isAuthorized = false;
  #isRecorded = false;
  #isReplayed = false;
  #value: CommandValue | null = null;

  constructor(request: CommandRequest, parts: CommandParts) {
    const { accountId, operation, requestId, caller, key, target } = request;
    this.#request = request;
    this.#parts = parts;
    this.#receivedAt = parts.account.now();
    // A request without a key is a setting.
    this.#limit = caller.kind === "customer" ? "customer" : key ? "orders" : "settings";
    this.#target = target && targetText(target);
    this.#fields = { request_id: requestId, account: accountId, operation };
  }

  /** Runs the operation and returns its answer, or the outcome that ended the command early. */
  async reply(): Promise<CommandReply> {
    try {
      const answer = await this.#parts.account.run(this, this.#request);
      if (!this.#value) throw new Error(`${this.#request.operation} executed no command`);
      return this.#replyOf({ outcome: "done", answer, value: this.#value });
    } catch (cause) {
      if (cause instanceof Ended) return cause.reply;
      throw cause;
    }
  }

  async execute<Known, Value extends CommandValue>(steps: CommandSteps<Known, Value>): Promise<Value> {
    const { key } = this.#request;
    const used = key && usedKey(this.#parts, key);
    this.#value = used ? this.#valueOf(used) : await this.#queued(steps);
    // Another command under the same key would have another fingerprint, so the value belongs to this command.
    return this.#value as Value;
  }

  /** Waits for earlier commands in the queue, then runs. */
  async #queued<Known, Value extends CommandValue>(steps: CommandSteps<Known, Value>): Promise<CommandValue> {
    const { key } = this.#request;
    this.#checkHour();
    const { running, queue, inFlightKeys } = this.#parts;
    if (key) inFlightKeys.set(key.id, key.fingerprint);
    let isAdmitted = false;
    try {
      isAdmitted = await queue.acquire(steps.lock, MAX_WAIT_MS);
      if (!isAdmitted) this.#end({ outcome: "busy" });
      // Check again, because earlier commands in the queue may have used up the limit.
      this.#checkHour();
      running.key = key?.id ?? null;
      return await this.#run(steps);
    } finally {
      if (key) inFlightKeys.delete(key.id);
      if (isAdmitted) {
        running.key = null;
        queue.release();
      }
    }
  }

  /** Returns the value that a used key replays, or ends the command if there is no value. */
  #valueOf(used: UsedKey): CommandValue {
    const found = "row" in used ? outcomeOf(used.row, this.#parts.account.now()) : used;
    this.#isReplayed = "row" in used && found.outcome !== "in_progress";
    if (found.outcome === "done") return found.value;
    return this.#end(found);
  }

  async #run<Known, Value extends CommandValue>(steps: CommandSteps<Known, Value>): Promise<CommandValue> {
    const open = this.#open(steps.lock);
    const { call } = open;
    const { caller } = this.#request;
    if (caller.kind === "connection" && caller.isDeclined) {
      const declined = this.#parts.approvals.decline(this.#content(caller), open.entryId);
      this.#refuse(open, await this.#told(declined, call));
    }
    const { known, approval, price } = await this.#check(steps, open);
    if (this.#parts.hold.isHeld) this.#refuse(open, await this.#told(HELD, call));
    // Claim, write and send in one tick. The output gate holds the call until the write is durable, or drops the call.
    const row = this.#claim(open, approval);
    const sent = steps.write({ ...call, commit: true }, known, price) as Promise<WriteReply<CommandValue>>;
    this.#isAuthorized = true;
    const late = toAnswer(sent, this.#fields);
    const { answerTimeoutMs } = this.#parts.account.timing;
    const timeoutMs = Math.min(steps.answerTimeoutMs ?? answerTimeoutMs, answerTimeoutMs);
    const inTimeOrNull = valueOrLogged("billing_unreachable", inTime(late, timeoutMs), this.#fields);
    const answer: WriteAnswer = (await inTimeOrNull) ?? { kind: "unknown" };
    return row ? this.#settle(row, answer, late) : this.#close(open, answer, late);
  }

  /** Opens the log entry and, if the command has a key, reserves the key. */
  #open(lock: string): OpenCommand {
    const { journal, auditLog, account, storage } = this.#parts;
    const { key, operation, loginId, accountId, permissions, caller, requestId } = this.#request;
    const now = account.now();
    const target = this.#target;
    const opened = storage.inTransaction(() => {
      const entryId = auditLog.open({ ...this.#request, target }, now);
      if (!key) return { entryId, reference: entryId };
      const reference = `${key.id.slice(0, 40)}.${now.toString(36)}`;
      const reserved = { operation, loginId, accountId, lock, target, entryId, reference };
      journal.reserve({ key: key.id, fingerprint: key.fingerprint, ...reserved });
      return { entryId, reference };
    });
    if (!key) storage.arm();
    const { entryId, reference } = opened;
    const by = caller.kind === "customer" ? { language: caller.language } : { connection: caller.connectionId };
    return { entryId, call: { ...{ accountId, loginId, permissions, ...by, requestId }, reference, commit: false } };
  }

  /**
   * Reads the command's facts, checks for holds and, if necessary, checks the connection again.
   * @returns the facts, the terms to approve, and the price in those terms
   */
  async #check<Known, Value extends CommandValue>(
    steps: CommandSteps<Known, Value>,
    open: OpenCommand,
  ): Promise<{ known: Known; approval: ApprovalTerms | null; price: MinorUnits | null }> {
    const { account } = this.#parts;
    const { call } = open;
    const { accountId, caller } = this.#request;
    const stores = [DATABASE, `account:${accountId}`];
    if (caller.kind === "connection") stores.push(`connection:${caller.connectionId}`);
    try {
      const checks = Promise.all([this.#prepare(steps, call), account.holds.isHeld(...stores)]);
      const [checked, isHeld] = await inTime(checks, account.timing.preparationTimeoutMs);
      if (isHeld) throw new CommandRefused(HELD);
      return checked;
    } catch (cause) {
      if (cause instanceof CommandRefused) return this.#refuse(open, await this.#told(cause.problem, call));
      log("action_not_prepared", { ...this.#fields, cause });
      return this.#refuse(open, BILLING_UNAVAILABLE);
    }
  }

  async #prepare<Known, Value extends CommandValue>(
    steps: CommandSteps<Known, Value>,
    call: WriteCall,
  ): Promise<{ known: Known; approval: ApprovalTerms | null; price: MinorUnits | null }> {
    const { now, approvals, recheck } = this.#parts.account;
    const { caller } = this.#request;
    const known = await prepared(steps, call);
    if (caller.kind === "customer") return { known, approval: null, price: null };
    const isOld = now() - this.#receivedAt + caller.waitedMs > ADMISSION_GOOD_FOR_MS;
    const { asks } = isOld ? standingOf(await recheck(this.#request, caller, call)) : caller;
    if (!approvals.mayAsk(this.#request, asks)) return { known, approval: null, price: null };
    this.#isAuthorized = true;
    const preview = await previewed(steps, call, known);
    // An approval applies to the connection's current state, not to its state at admission.
    const standing = standingOf(await recheck(this.#request, caller, call));
    const approval = await approvals.terms(this.#request, preview, standing);
    return { known, approval, price: approval && preview.price ? preview.price.amount : null };
  }

  /**
   * Returns the refusal of an unsent command. If the login is not checked yet and the billing system does not authorize
   * it or does not respond, returns that refusal instead.
   */
  async #told(problem: CommandRefusal, call: WriteCall): Promise<CommandRefusal> {
    if (this.#isAuthorized) return problem;
    const { authorize, timing } = this.#parts.account;
    const asked = inTime(authorize(call), timing.lookupTimeoutMs);
    const authorized = await valueOrLogged("billing_unreachable", asked, this.#fields);
    this.#isAuthorized = true;
    if (!authorized) return BILLING_UNAVAILABLE;
    return authorized.ok ? problem : authorized.problem;
  }

  /**
   * Uses up the customer's approval and marks the key as sent.
   * @returns the journal row; `null` for a setting
   */
  #claim(open: OpenCommand, approval: ApprovalTerms | null): JournalRow | null {
    const { journal, approvals, reconciler, account, storage } = this.#parts;
    const { caller, key } = this.#request;
    const claimed = storage.inTransaction(() => {
      const unapproved =
        caller.kind === "connection" && approvals.claim(this.#content(caller), approval ?? undefined, open.entryId);
      if (unapproved) return { unapproved };
      const sent = { type: "sent", at: account.now() } as const;
      return { row: key ? journal.apply(key.id, open.call.reference, sent) : null };
    });
    if ("unapproved" in claimed) return this.#refuse(open, claimed.unapproved);
    if (!key) return null;
    const { row } = claimed;
    this.#isRecorded = true;
    if (row?.state !== "SENDING") return this.#end({ outcome: "in_progress", retryAfter: 1 });
    reconciler.await(row.reference);
    storage.arm();
    return row;
  }

  /** Records the billing system's reply to an order, and returns the order's value. */
  #settle(row: JournalRow, answer: WriteAnswer, late: Promise<WriteAnswer>): CommandValue {
    const { reconciler, account, state } = this.#parts;
    // A late reply can still determine the outcome.
    if (answer.kind === "unknown") state.waitUntil(late.then((result) => void reconciler.settle(row, result)));
    const settled = reconciler.settle(row, answer);
    if (answer.kind === "refused") return this.#endRefused(answer.problem);
    if (!settled) return this.#end({ outcome: "unknown", retryAfter: 1 });
    const found = outcomeOf(settled, account.now());
    if (found.outcome === "done") return found.value;
    return this.#end(found.outcome === "in_progress" ? { ...found, outcome: "unknown" } : found);
  }

  /** Closes the log entry of a setting. */
  #close({ entryId }: OpenCommand, answer: WriteAnswer, late: Promise<WriteAnswer>): CommandValue {
    const { auditLog, reconciler, account, state } = this.#parts;
    const { operation, requestId } = this.#request;
    const close = (closed: WriteAnswer) => {
      if (closed.kind === "refused") reconciler.closeRefused(entryId, closed.problem);
      if (closed.kind !== "done") return;
      auditLog.close(entryId, { outcome: "succeeded", status: 200, code: null });
      state.waitUntil(account.done(operation, this.#target, requestId));
    };
    this.#isRecorded = true;
    if (answer.kind === "unknown") {
      auditLog.close(entryId, outcomeOfRefusal(BILLING_UNAVAILABLE));
      // A late reply replaces the outcome in the log entry.
      state.waitUntil(late.then(close));
      return this.#endRefused(BILLING_UNAVAILABLE);
    }
    close(answer);
    return answer.kind === "done" ? answer.value : this.#endRefused(answer.problem);
  }

  /** Ends a command that was not sent, and releases its key. */
  #refuse({ entryId, call }: OpenCommand, problem: CommandRefusal): never {
    const { journal, approvals, reconciler, storage } = this.#parts;
    const { key, requestId } = this.#request;
    if (key) journal.apply(key.id, call.reference, { type: "withdrawn" });
    reconciler.closeRefused(entryId, problem);
    if (problem.code === "approval_needed") approvals.sendMails(requestId);
    storage.arm();
    this.#isRecorded = true;
    return this.#endRefused(problem);
  }

  /** Ends a refused command. If the refusal ends the connection, the connection's log records it instead. */
  #endRefused(problem: CommandRefusal): never {
    if (problem.code === "access_lost") this.#isRecorded = false;
    if (problem.code === "billing_unavailable") this.#isAuthorized = true;
    return this.#end({ outcome: "refused", problem });
  }

  #end(outcome: CommandOutcome): never {
    throw new Ended(this.#replyOf(outcome));
  }

  #replyOf(outcome: CommandOutcome): CommandReply {
    const rate = hourlyRate(this.#parts, this.#limit);
    const isAuthorized = this.#isAuthorized;
    return { ...outcome, rate, isAuthorized, isRecorded: this.#isRecorded, isReplayed: this.#isReplayed };
  }

  #checkHour(): void {
    if (hourlyRate(this.#parts, this.#limit).remaining === 0) this.#end({ outcome: "too_many" });
  }

  #content({ connectionId, application, content }: ConnectionCaller): ApprovedContent {
    const { loginId, operation } = this.#request;
    return { connectionId, loginId, application, operation, target: this.#target, fingerprint: content };
  }
}

function standingOf<Standing>(checked: { standing: Standing } | { refused: CommandRefusal }): Standing {
  if ("refused" in checked) throw new CommandRefused(checked.refused);
  return checked.standing;
}
