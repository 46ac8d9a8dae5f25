import { DurableObject } from "cloudflare:workers";
import { ORDER_POLICY } from "../../shared/account-access/order-policy.ts";
import type { LogKey } from "../../shared/api/call-record.ts";
import type { HourlyLimit } from "../../shared/api/operation.ts";
import { inTime } from "../../shared/platform/deadline.ts";
import { type LogFields, log } from "../../shared/platform/log.ts";
import { SlidingLog, type Taking } from "../../shared/platform/sliding-log.ts";
import { concernsOf, type DeedValue } from "./account-command.ts";
import type { AccountSurroundings, Preparation } from "./account-dependencies.ts";
import type {
  AccountPort,
  Acted,
  ActionEntry,
  ActionsOf,
  AnsweredErrand,
  DeedRefusal,
  Errand,
  ErrandKey,
} from "./account-port.ts";
import { ActionLog } from "./action-log.ts";
import { answerTo, endingOf, resultOf } from "./action-outcomes.ts";
import { Settlement } from "./action-reconciler.ts";
import { Turns } from "./command-queue.ts";
import type { Answered } from "./journal.ts";
import { type JournalRow, JournalRows } from "./journal-rows.ts";

/** Nobody waits longer for a turn. */
const PATIENCE_MS = 10_000;
/** What could not be looked after is tried again after this. */
const RETRY_MS = 60_000;
const BILLING_UNAVAILABLE: DeedRefusal = { code: "billing_unavailable", retryAfter: 5 };

/** One account: what is done on it, once per key and one at a time. A Worker hands in what it takes from the world. */
export class AccountObject<Bindings = unknown> extends DurableObject<Bindings> implements AccountPort {
  readonly #surroundings: AccountSurroundings;
  readonly #now: () => number;
  readonly #journal: JournalRows;
  readonly #log: ActionLog;
  readonly #turns: Turns;
  /** Keys on their way to a turn, with what they came with. */
  readonly #coming = new Map<string, string>();
  readonly #settlement: Settlement;

  constructor(state: DurableObjectState, bindings: Bindings, surroundings: AccountSurroundings) {
    super(state, bindings);
    const { sql } = state.storage;
    this.#surroundings = surroundings;
    this.#now = surroundings.now;
    this.#journal = new JournalRows(sql, surroundings.timing);
    this.#log = new ActionLog(sql);
    this.#turns = new Turns((concerns) => this.#journal.isOpenOn(concerns));
    this.#settlement = new Settlement({
      journal: this.#journal,
      log: this.#log,
      surroundings,
      atOnce: (write) => state.storage.transactionSync(write),
      inBackground: (work) => state.waitUntil(work),
      changed: () => {
        this.#arm();
        this.#turns.next();
      },
    });
    for (const table of [JournalRows, ActionLog]) table.createTable(sql);
    this.#settlement.clearUp();
  }

  async act(errand: Errand): Promise<Acted> {
    const { key, waited = 0 } = errand;
    const admittedAt = this.#now() - waited;
    const known = key && this.#knownBy(key);
    if (known) return known;
    if (this.#rate(limitOf(errand)).remaining === 0) return this.#said({ outcome: "too_many" }, errand);
    if (key) this.#coming.set(key.id, key.fingerprint);
    try {
      if (!(await this.#turns.take(concernsOf(errand.deed), PATIENCE_MS)))
        return this.#said({ outcome: "busy" }, errand);
    } finally {
      if (key) this.#coming.delete(key.id);
    }
    try {
      if (this.#rate(limitOf(errand)).remaining === 0) return this.#said({ outcome: "too_many" }, errand);
      if (!key) return await this.#change(errand, admittedAt);
      return await this.#order(errand, key, admittedAt);
    } finally {
      this.#turns.giveBack();
    }
  }

  async hour(limit: HourlyLimit): Promise<Taking> {
    return this.#rate(limit);
  }

  async entries(of: ActionsOf, before: LogKey | null, limit: number): Promise<ActionEntry[]> {
    return this.#log.older(of, before, limit, this.#now());
  }

  /** Finds out what nobody heard, and forgets what is old. A failure is tried again, since a failing alarm is dropped. */
  override async alarm(): Promise<void> {
    const runId = crypto.randomUUID();
    try {
      for (const row of this.#journal.dueBy(this.#now())) await this.#settlement.search(row, runId);
      this.#settlement.alertOperator();
      const now = this.#now();
      for (const { key, reference } of this.#journal.settledBy(now - this.#surroundings.timing.kept)) {
        this.#journal.apply(key, reference, { type: "aged", at: now });
      }
      this.#log.prune(now);
      this.#arm();
    } catch (cause) {
      log("account_alarm", { request_id: runId, cause });
      void this.ctx.storage.setAlarm(this.#now() + RETRY_MS);
    }
  }

  /** What became of a key before, or becomes of it now; null where it is free. */
  #knownBy({ id, fingerprint }: ErrandKey): Acted | null {
    const coming = this.#coming.get(id);
    const row = this.#living(id);
    if (coming === undefined && !row) return null;
    const said = (answer: AnsweredErrand): Acted => {
      const isReplayed = answer.outcome !== "in_progress" && answer.outcome !== "reused";
      return { ...answer, rate: this.#rate("orders"), isRecorded: false, isReplayed };
    };
    if ((coming ?? row?.fingerprint) !== fingerprint) return said({ outcome: "reused" });
    return said(row ? answerTo(row, this.#now()) : { outcome: "in_progress", retryAfter: 1 });
  }

  /** The row of a key, unless its time is over. */
  #living(key: string): JournalRow | null {
    const row = this.#journal.get(key);
    if (!row) return null;
    return this.#journal.apply(key, row.reference, { type: "aged", at: this.#now() }) === null ? null : row;
  }

  /** Does what needs no key: it sets something to a value, and whoever did not hear the answer does it again. */
  async #change(errand: Errand, admittedAt: number): Promise<Acted> {
    const entryId = this.#log.open(errand, this.#now());
    this.#arm();
    const prepared = await this.#prepare(errand, admittedAt);
    if ("refused" in prepared) return this.#ended(this.#settlement.refuse(entryId, prepared.refused), "settings");
    const answering = prepared.ready({ ...questionOf(errand), reference: entryId });
    const late = resultOf(answering, fieldsOf(errand));
    const answer = await this.#heard(late, fieldsOf(errand));
    if (answer.kind === "unknown") {
      this.#log.close(entryId, endingOf(BILLING_UNAVAILABLE));
      // An answer after all is still one: the log says what was done.
      this.ctx.waitUntil(late.then((result) => this.#closeChange(errand, entryId, result)));
      return this.#ended({ outcome: "refused", problem: BILLING_UNAVAILABLE }, "settings");
    }
    this.#closeChange(errand, entryId, answer);
    if (answer.kind === "refused") return this.#ended({ outcome: "refused", problem: answer.problem }, "settings");
    return this.#ended({ outcome: "done", value: answer.value }, "settings");
  }

  #closeChange({ deed, target, requestId }: Errand, entryId: string, answer: Answered<DeedValue, DeedRefusal>): void {
    if (answer.kind === "unknown") return;
    if (answer.kind === "refused") {
      this.#settlement.refuse(entryId, answer.problem);
      return;
    }
    this.#log.close(entryId, { outcome: "succeeded", status: 200, code: null });
    this.ctx.waitUntil(this.#surroundings.done(deed.name, target, requestId));
  }

  async #order(errand: Errand, { id: key, fingerprint }: ErrandKey, admittedAt: number): Promise<Acted> {
    const { entryId, reference } = this.#claim(errand, key, fingerprint);
    const prepared = await this.#prepare(errand, admittedAt);
    if ("refused" in prepared) {
      this.#journal.apply(key, reference, { type: "withdrawn" });
      return this.#ended(this.#settlement.refuse(entryId, prepared.refused), "orders");
    }

    // Written and sent in one tick: the runtime lets the call out once the write is durable, and never if it is not.
    const sent = this.#journal.apply(key, reference, { type: "sent", at: this.#now() });
    if (sent?.state !== "SENDING") return this.#ended({ outcome: "in_progress", retryAfter: 1 }, "orders");
    this.#settlement.await(reference);
    this.#arm();
    const answering = prepared.ready({ ...questionOf(errand), reference });

    const late = resultOf(answering, fieldsOf(errand));
    const answer = await this.#heard(late, fieldsOf(errand));
    if (answer.kind === "unknown") {
      // An answer after all is still one.
      this.ctx.waitUntil(late.then((result) => this.#settlement.settle(sent, result)));
    }
    this.#settlement.settle(sent, answer);
    if (answer.kind === "refused") return this.#ended({ outcome: "refused", problem: answer.problem }, "orders");
    const row = this.#journal.get(key);
    const said: AnsweredErrand = row ? answerTo(row, this.#now()) : { outcome: "unknown", retryAfter: 1 };
    if (said.outcome === "in_progress") return this.#ended({ ...said, outcome: "unknown" }, "orders");
    return this.#ended(said, "orders");
  }

  /** Key and log entry in one transaction: without either there is neither, and nothing is done. */
  #claim(errand: Errand, key: string, fingerprint: string): { entryId: string; reference: string } {
    const { accountId, loginId, deed, target } = errand;
    const now = this.#now();
    const reference = `${key.slice(0, 40)}.${now.toString(36)}`;
    return this.ctx.storage.transactionSync(() => {
      const entryId = this.#log.open(errand, now);
      const concerns = concernsOf(deed);
      this.#journal.claim({
        key,
        fingerprint,
        operation: deed.name,
        loginId,
        accountId,
        concerns,
        target,
        entryId,
        reference,
      });
      return { entryId, reference };
    });
  }

  async #prepare(errand: Errand, admittedAt: number): Promise<Preparation> {
    const { prepare, timing } = this.#surroundings;
    try {
      return await inTime(prepare(errand.deed, questionOf(errand), admittedAt), timing.preparation);
    } catch (cause) {
      log("action_not_prepared", { ...fieldsOf(errand), cause });
      return { refused: BILLING_UNAVAILABLE };
    }
  }

  /** What was answered in time. */
  async #heard(
    answer: Promise<Answered<DeedValue, DeedRefusal>>,
    fields: LogFields,
  ): Promise<Answered<DeedValue, DeedRefusal>> {
    try {
      return await inTime(answer, this.#surroundings.timing.answer);
    } catch (cause) {
      log("billing_unreachable", { ...fields, cause });
      return { kind: "unknown" };
    }
  }

  #ended(answer: AnsweredErrand, limit: HourlyLimit): Acted {
    const isRecorded = answer.outcome !== "refused" || answer.problem.code !== "access_lost";
    return { ...answer, rate: this.#rate(limit), isRecorded, isReplayed: false };
  }

  #said(answer: AnsweredErrand, errand: Errand): Acted {
    return { ...answer, rate: this.#rate(limitOf(errand)), isRecorded: false, isReplayed: false };
  }

  /** What is left of the hour: an action counts when it is sent. */
  #rate(limit: HourlyLimit): Taking {
    const now = this.#now();
    const policy = limit === "orders" ? ORDER_POLICY : this.#surroundings.settingPolicy;
    const from = now - policy.windowSeconds * 1000;
    const instants = limit === "orders" ? this.#journal.sentAfter(from) : this.#log.settingsAfter(from);
    return new SlidingLog(instants).look(policy, now);
  }

  #arm(): void {
    const dues = [this.#journal.nextDue(), this.#log.nextDue()].filter((at) => at !== null);
    if (dues.length > 0) void this.ctx.storage.setAlarm(Math.min(...dues));
  }
}

/** What sets something to a value needs no key; everything else is an order-type action. */
function limitOf({ key }: Errand): HourlyLimit {
  return key ? "orders" : "settings";
}

function questionOf({ accountId, loginId, permissions, connectionId: connection, requestId }: Errand) {
  return { accountId, loginId, permissions, connection, requestId };
}

function fieldsOf({ accountId, deed, requestId }: Errand): LogFields {
  return { request_id: requestId, account: accountId, operation: deed.name };
}
