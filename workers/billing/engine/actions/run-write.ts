import type { Actor, ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type {
  FoundWrite,
  QuoteResult,
  SettledWrite,
  WriteOperation,
  WriteValue,
} from "../../../../shared/billing-contract/writes.ts";
import type { WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { type PreviewParts, previewOf } from "../../../../shared/ordering/write-preview.ts";
import { instantOf } from "../../../../shared/platform/calendar.ts";
import { log, valueOrLogged } from "../../../../shared/platform/log.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { type AccountState, RevisionConflict, type Store } from "../store/account-store.ts";
import { failure, ok, unavailable, undone } from "../store/results.ts";
import { type Draft, type NamedStatements, sql, storedJson, type TypedStatement } from "../store/sql.ts";

/** What a decision gives, or why it is refused. */
type Decision<Decided> = { refused: WriteRefusal } | Decided;

/** The data that an action or a quote is decided on: the account, the time, and the rows of its reads. */
export interface Snapshot<Named extends NamedStatements = Record<never, never>> extends AccountState<Named> {
  moment: Moment;
}

/** A row of `actions`. */
export interface WriteRow {
  operation: WriteOperation;
  state: "under_way" | "done" | "refused";
  /** JSON. */
  answer: string;
}

/** Statements for one transaction, and the answer that is stored with them. */
export interface WritePlan<Value> {
  statements: D1PreparedStatement[];
  value: Draft<Value>;
}

export interface WriteHandler<Named extends NamedStatements, Value> {
  operation: WriteOperation;
  reads: Named;
  /** Has no effects, and may be called several times. */
  decide(snapshot: Snapshot<Named>): Decision<{ write: WritePlan<NoInfer<Value>>; preview: PreviewParts }>;
  /** Called if this call did it, and not an earlier one with the same reference. @returns the answer */
  afterwards(value: Value): Value | Promise<Value>;
}

/** How often an action is decided again because the account changed between reading and writing. */
const MAX_ATTEMPTS = 60;
/** How often it may fail on an unchanged account: another account may have held what it needed, and given it back. */
const MAX_FAILURES = 3;
/** How often a change that has no reference is tried. */
const MAX_CHANGE_ATTEMPTS = 20;

/**
 * Runs an action once per reference; a repeated reference gives the first answer. One transaction reads the
 * snapshot, another writes everything, and fails as a whole if the account changed between the two, the actor's permission is gone, or the
 * reference is taken. Without `commit` it ends with the decision.
 */
export async function runWrite<Named extends NamedStatements, Value extends WriteValue>(
  store: Store,
  action: WriteCall,
  handler: WriteHandler<Named, Value>,
): Promise<QuoteResult<Value | WritePreview>> {
  const { operation } = handler;
  let failed = { revision: -1, times: 0 };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const earlier = findActionRow(store.db, action, action.reference);
    const reading = store.accounts.state(action, { earlier, ...handler.reads });
    const read = await valueOrLogged("billing_failed", reading, {
      ...{ request_id: store.requestId, account: action.accountId, method: operation },
    });
    if (!read) return undone();
    if (!read.ok) return read;
    // Beside a generic type the compiler loses the rows' own.
    const [before] = read.value.rows.earlier as WriteRow[];
    if (before) return answerOf<Value>(before, operation);

    const snapshot = { ...read.value, moment: store.clock.moment(read.value.clockOffsetMs) };
    const decision = handler.decide(snapshot);
    if ("refused" in decision) return failure(decision.refused);
    if (!action.commit) return ok(previewOf(snapshot.account, decision.preview));
    let written: Value;
    try {
      written = await writeAction<Value>(store, action, operation, snapshot, decision.write);
    } catch (cause) {
      if (!(cause instanceof RevisionConflict)) throw cause;
      const { revision } = snapshot;
      failed = { revision, times: failed.revision === revision ? failed.times + 1 : 1 };
      if (failed.times === MAX_FAILURES) {
        log("action_failed", { request_id: store.requestId, account: action.accountId, operation, cause });
        return undone();
      }
      continue;
    }
    return ok(await handler.afterwards(written));
  }
  return undone();
}

/** Decides without effects. */
export async function quote<Named extends NamedStatements, Value>(
  store: Store,
  query: ActorQuery,
  reads: Named,
  decide: (snapshot: Snapshot<Named>) => Decision<{ value: Value }>,
): Promise<QuoteResult<Value>> {
  const read = await store.accounts.state(query, reads);
  if (!read.ok) return read;
  const decision = decide({ ...read.value, moment: store.clock.moment(read.value.clockOffsetMs) });
  return "refused" in decision ? failure(decision.refused) : ok(decision.value);
}

/** A change that gives the same when it is repeated, so that its reference is not stored. */
export interface Change<Value> {
  /** None: the account is as it is to be. */
  statements: D1PreparedStatement[];
  value: Value;
  /** Called once the statements are written. */
  afterwards?(): void | Promise<void>;
}

/**
 * Reads, decides and writes. Without `commit` it ends with the decision.
 * @param decide has no effects, and may be called several times
 */
export async function changeAccount<Named extends NamedStatements, Value>(
  store: Store,
  query: WriteCall,
  reads: Named,
  decide: (snapshot: Snapshot<Named>) => Decision<Change<Value>>,
): Promise<QuoteResult<Value | WritePreview>> {
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const read = await store.accounts.state(query, reads);
    if (!read.ok) return read;
    const decision = decide({ ...read.value, moment: store.clock.moment(read.value.clockOffsetMs) });
    if ("refused" in decision) return failure(decision.refused);
    const { statements, value, afterwards } = decision;
    const changes = statements.length > 0;
    if (!query.commit) return ok(previewOf(read.value.account, { changes }));
    if (!changes) return ok(value);
    try {
      await store.accounts.write(query, read.value.revision, statements);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      // expected: the account was changed since it was read; it is read again
      continue;
    }
    await afterwards?.();
    return ok(value);
  }
  return unavailable();
}

export function findActionRow(db: D1Database, { accountId }: Actor, reference: string): TypedStatement<WriteRow> {
  return sql(db)`
    SELECT operation, state, answer FROM actions WHERE account_id = ${accountId} AND reference = ${reference}`;
}

/** The stored answer of a reference; a reference of another operation is refused. */
export function answerOf<Value>(row: WriteRow, operation: WriteOperation): QuoteResult<Value> {
  if (row.operation !== operation) {
    return failure({
      code: "refused",
      reason: { en: "This reference stands for another action.", fr: "Cette référence désigne une autre action." },
    });
  }
  const answer = JSON.parse(row.answer);
  switch (row.state) {
    case "under_way":
      return unavailable();
    case "done":
      return ok(answer);
    case "refused":
      return failure(answer);
  }
}

/** Without a check of the login: what was done stays done when its login is gone. */
export async function findWrite({ db }: Store, actor: Actor, reference: string) {
  return ok(foundIn(await findActionRow(db, actor, reference).first()));
}

/** Writes nothing: the row of a reference has its outcome, which the operator cannot change. */
export async function settleWrite(_store: Store, _call: WriteCall, _settled: SettledWrite) {
  return ok(null);
}

function foundIn(row: WriteRow | null): FoundWrite {
  if (!row) return { state: "absent" };
  switch (row.state) {
    case "under_way":
      return { state: "under_way" };
    case "refused":
      return { state: "refused", problem: JSON.parse(row.answer) };
    case "done":
      return { state: "done", operation: row.operation, value: JSON.parse(row.answer) };
  }
}

async function writeAction<Value>(
  { db, accounts }: Store,
  action: WriteCall,
  operation: WriteOperation,
  { revision, moment }: Pick<Snapshot, "revision" | "moment">,
  { statements, value }: WritePlan<Value>,
): Promise<Value> {
  const { accountId, reference, loginId } = action;
  const record = sql(db)<{ answer: string }>`
    INSERT INTO actions (account_id, reference, operation, login_id, begun_at, state, answer)
    VALUES (${accountId}, ${reference}, ${operation}, ${loginId}, ${instantOf(moment.at)}, 'done', ${storedJson(value)})
    RETURNING answer`;
  const [written] = await accounts.write(action, revision, statements, record);
  if (!written) throw new Error("the action was written without an answer");
  return JSON.parse(written.answer);
}
