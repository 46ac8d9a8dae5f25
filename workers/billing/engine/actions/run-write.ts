import type { Actor, ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import { failure, ok, unavailable, undone } from "../../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type {
  FoundWrite,
  QuoteResult,
  SettledWrite,
  WriteOperation,
} from "../../../../shared/billing-contract/writes.ts";
import type { WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { type PreviewParts, previewOf } from "../../../../shared/ordering/write-preview.ts";
import { instantOf } from "../../../../shared/platform/calendar.ts";
import { log, valueOrLogged } from "../../../../shared/platform/log.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { type AccountFacts, type AccountState, RevisionConflict, type Store } from "../store/account-store.ts";
import { type Draft, type NamedStatements, sql, storedJson, type TypedStatement } from "../store/sql.ts";

/** The result of a decision, or a refusal. */
type Decision<Decided> = { refused: WriteRefusal } | Decided;

/** The data for deciding on a write or a quote: the account, the time, and the rows that were read. */
export interface Snapshot<Named extends NamedStatements = Record<never, never>> extends AccountState<Named> {
  moment: Moment;
  facts: OrderingFacts;
}

interface OrderingFacts extends AccountFacts {
  /**
   * Whether the account has a saved card. Also true if orders need no card, or if a customer orders on a page and pays
   * there.
   */
  paymentMethodOnFile: boolean;
  /** Whether automatic renewals are charged to a saved card. */
  chargesCard: boolean;
}

/** A row of `actions`. */
export interface WriteRow {
  operation: WriteOperation;
  state: "under_way" | "done" | "refused";
  /** The result or the refusal, as JSON. If the state is `under_way`, the description of the work. */
  answer: string;
}

type MaybePromise<Value> = Value | Promise<Value>;
type StoredAnswer = Pick<WriteRow, "answer">;

/** The statements of one transaction, and the result that it returns. */
interface WritePlan<Value> {
  statements: D1PreparedStatement[];
  value: Draft<Value>;
  preview?: PreviewParts;
  /** Runs only if this call wrote the plan, not if an earlier call with the same reference did. */
  afterwards?(written: Value): MaybePromise<void>;
}

export interface WriteHandler<Named extends NamedStatements, Value> {
  /** The operation; `null` for an idempotent write, which stores no reference. */
  operation: WriteOperation | null;
  /** With `under_way`, the plan's value describes the work until the action is done or refused. */
  state?: "done" | "under_way";
  reads: Named;
  /**
   * Decides on the write. The function has no side effects and may run several times. It returns `unchanged` if the
   * account already has the requested state.
   */
  decide(snapshot: Snapshot<Named>): MaybePromise<Decision<WritePlan<Value> | { unchanged: Value }>>;
}

/** The maximum number of attempts if the account keeps changing between reading and writing. */
const MAX_ATTEMPTS = 60;
/**
 * The maximum number of failed writes on an unchanged account. A failed write is retried because a conflict with
 * another account may be temporary.
 */
const MAX_FAILURES = 3;

/**
 * Runs a write, once per reference if it has an operation. A repeated reference then returns the first result.
 *
 * One transaction reads the snapshot, and a second one writes everything. The second transaction fails if the account
 * has changed, the actor has lost the permission, or the reference is taken. Without `commit`, the function returns a
 * preview and skips the second transaction.
 */
export async function runWrite<Named extends NamedStatements, Value>(
  store: Store,
  call: WriteCall,
  { operation, state = "done", reads, decide }: WriteHandler<Named, Value>,
): Promise<QuoteResult<Value | WritePreview>> {
  const { db, accounts, requestId } = store;
  let failed = { revision: -1, times: 0 };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const earlier = findActionRow(db, call, operation && call.reference);
    const read = await valueOrLogged("billing_failed", accounts.state(call, { earlier, ...reads }), {
      ...{ request_id: requestId, account: call.accountId, ...(operation && { method: operation }) },
    });
    if (!read) return undone();
    if (!read.ok) return read;
    // The cast restores the type of the rows, because the compiler loses it if the other reads have a generic type.
    const [before] = read.value.rows.earlier as WriteRow[];
    if (before && operation) return answerOf<Value>(before, operation);

    const { account, revision } = read.value;
    const snapshot = snapshotOf(store, call, read.value);
    const { moment } = snapshot;
    const decision = await decide(snapshot);
    if ("refused" in decision) return failure(decision.refused);
    if ("unchanged" in decision) {
      return ok(call.commit ? decision.unchanged : previewOf(account, { changes: false }));
    }
    if (!call.commit) return ok(previewOf(account, decision.preview ?? {}));
    const answer = answerRow(db, call, { operation, state }, moment, decision.value);
    let value: Value;
    try {
      const [written] = await accounts.write<StoredAnswer>(call, revision, [...decision.statements, answer]);
      if (!written) throw new Error("the write gave no answer");
      value = JSON.parse(written.answer);
    } catch (cause) {
      if (!(cause instanceof RevisionConflict)) throw cause;
      failed = { revision, times: failed.revision === revision ? failed.times + 1 : 1 };
      if (failed.times === MAX_FAILURES) {
        log("action_failed", {
          request_id: requestId,
          account: call.accountId,
          operation: operation ?? "change",
          cause,
        });
        return undone();
      }
      continue;
    }
    await decision.afterwards?.(value);
    return ok(value);
  }
  return undone();
}

function snapshotOf<Named extends NamedStatements>(
  { clock, ordersNeedCard, chargesCards }: Store,
  { language }: ActorQuery,
  state: AccountState<Named>,
): Snapshot<Named> {
  const { hasCard, chargesCard } = state.facts;
  const facts = {
    ...state.facts,
    paymentMethodOnFile: hasCard || !ordersNeedCard || language !== undefined,
    chargesCard: chargesCard && chargesCards,
  };
  return { ...state, facts, moment: clock.moment(state.clockOffsetMs) };
}

/**
 * Returns the last statement of a write. The statement selects the result, including ids that earlier statements
 * assigned. If the write has an operation, the statement also stores the result under the reference.
 */
function answerRow(
  db: D1Database,
  { accountId, reference, loginId }: WriteCall,
  { operation, state }: Pick<WriteHandler<never, unknown>, "operation" | "state">,
  { at }: Moment,
  value: unknown,
): TypedStatement<StoredAnswer> {
  if (operation === null) return sql(db)`SELECT ${storedJson(value)} AS answer`;
  return sql(db)`
    INSERT INTO actions (account_id, reference, operation, login_id, begun_at, state, answer)
    VALUES (${accountId}, ${reference}, ${operation}, ${loginId}, ${instantOf(at)}, ${state}, ${storedJson(value)})
    RETURNING answer`;
}

/** Reads the account and returns a decision, but writes nothing. */
export async function quote<Named extends NamedStatements, Value>(
  store: Store,
  query: ActorQuery,
  reads: Named,
  decide: (snapshot: Snapshot<Named>) => Decision<{ value: Value }>,
): Promise<QuoteResult<Value>> {
  const read = await store.accounts.state(query, reads);
  if (!read.ok) return read;
  const decision = decide(snapshotOf(store, query, read.value));
  return "refused" in decision ? failure(decision.refused) : ok(decision.value);
}

/**
 * Returns the statement that reads an action by its reference. It reads at most one row.
 * @param reference `null` matches no action
 */
export function findActionRow(
  db: D1Database,
  { accountId }: Actor,
  reference: string | null,
): TypedStatement<WriteRow> {
  return sql(db)`
    SELECT operation, state, answer FROM actions WHERE account_id = ${accountId} AND reference = ${reference}`;
}

/**
 * Returns the stored result of a reference; `unavailable` while the action is under way. Refuses a reference that
 * belongs to another operation.
 */
export function answerOf<Value>(row: WriteRow, operation: WriteOperation): QuoteResult<Value> {
  if (row.operation !== operation) {
    return failure({
      code: "refused",
      reason: { en: "This reference belongs to another action.", fr: "Cette référence désigne une autre action." },
    });
  }
  if (row.state === "under_way") return unavailable();
  const answer = JSON.parse(row.answer);
  return row.state === "done" ? ok(answer) : failure(answer);
}

/**
 * Looks up the outcome of a write. The login is not checked, because a completed write stays valid after its login is
 * deleted.
 */
export async function findWrite({ db }: Store, actor: Actor, reference: string) {
  return ok(foundIn(await findActionRow(db, actor, reference).first()));
}

/** Changes nothing, because the action's row already contains the outcome. */
export async function settleWrite(_store: Store, _call: WriteCall, _settled: SettledWrite) {
  return ok(null);
}

function foundIn(row: WriteRow | null): FoundWrite {
  if (!row) return { state: "absent" };
  const { state, operation } = row;
  if (state === "under_way") return { state };
  const answer = JSON.parse(row.answer);
  return state === "done" ? { state, operation, value: answer } : { state, problem: answer };
}
