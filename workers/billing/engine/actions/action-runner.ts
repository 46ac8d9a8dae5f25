import type {
  Action,
  ActionOperation,
  ActionResult,
  ActionValue,
} from "../../../../shared/billing-contract/actions.ts";
import type { ActionRefused, NotFound } from "../../../../shared/billing-contract/result.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { BillingClock, Moment } from "../clock/billing-clock.ts";
import { instantOf } from "../clock/days.ts";
import type { AccountGate, AccountState } from "../store/account-gate.ts";
import { RevisionConflict } from "../store/account-gate.ts";
import { found, unavailable } from "../store/results.ts";
import { type ActionRow, findActionRow } from "./find-action.ts";

export type ActionRefusal = ActionRefused | NotFound;

/** What is judged: the account, the time, and what the action's own statements gave. */
export interface Snapshot extends AccountState {
  moment: Moment;
}

/** What is to be written, and the answer. */
export interface WritePlan<Value> {
  statements: D1PreparedStatement[];
  value: Value;
  /** JSON paths of the answer, with SQL expressions of what is known only once the statements before were run. */
  computedFields?: Record<string, string>;
}

export type Decision<Value> = { refused: ActionRefusal } | { done: WritePlan<Value> };

/** An action's own part. Deciding changes nothing, and may happen several times. */
export interface ActionHandler<Value> {
  reads: D1PreparedStatement[];
  decide(situation: Snapshot): Decision<Value>;
}

/** How often an action is judged anew because the account changed between reading and writing. */
const MAX_ATTEMPTS = 60;
/** How often it may fail while the account has not changed: another account may have taken what it needed, and given it back. */
const MAX_FAILURES = 3;

/**
 * Does actions: each is judged by one reading transaction and done by one writing transaction, which fails as a whole
 * when the account has changed between the two, when the asker's permission is gone, or when the reference is taken.
 */
export class ActionRunner {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;

  constructor(db: D1Database, gate: AccountGate, clock: BillingClock) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
  }

  /**
   * Does the deed once per reference: the same reference again gives the first answer.
   * @param afterwards is called where it was done now, and not by an earlier call
   */
  async run<Value extends ActionValue>(
    action: Action,
    operation: ActionOperation,
    handler: ActionHandler<Value>,
    afterwards: (value: Value, situation: Snapshot) => void,
  ): Promise<ActionResult<Value>> {
    let failed = { revision: -1, times: 0 };
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      const read = await this.#gate.state(action, [
        findActionRow(this.#db, action, action.reference),
        ...handler.reads,
      ]);
      if (!read.ok) return read;
      const [earlier, ...results] = read.value.results;
      const before = earlier?.results[0] as ActionRow | undefined;
      if (before) return answerOf<Value>(before, operation);

      const situation = this.#situation({ ...read.value, results });
      const decision = handler.decide(situation);
      if ("refused" in decision) return { ok: false, problem: decision.refused };
      const value = await this.#write(action, operation, situation, decision.done);
      if (!("conflict" in value)) {
        afterwards(value.written, situation);
        return found(value.written);
      }
      const { revision } = situation;
      failed = { revision, times: failed.revision === revision ? failed.times + 1 : 1 };
      if (failed.times === MAX_FAILURES) {
        const { requestId, accountId: account } = action;
        log("action_failed", { request_id: requestId, account, operation, cause: value.conflict });
        return unavailable();
      }
    }
    return unavailable();
  }

  /** An answer with other members, given again from now on. For what was done after it, and before anybody was answered. */
  async amend<Value extends object>(action: Action, value: Value, members: Partial<Value>): Promise<Value> {
    const amended = { ...value, ...members };
    await this.#db
      .prepare("UPDATE actions SET answer = ? WHERE account_id = ? AND reference = ?")
      .bind(JSON.stringify(amended), action.accountId, action.reference)
      .run();
    return amended;
  }

  /** Judges and answers, and changes nothing. */
  async quote<Value>(
    question: Action | Omit<Action, "reference">,
    reads: D1PreparedStatement[],
    decide: (situation: Snapshot) => { refused: ActionRefusal } | { value: Value },
  ): Promise<ActionResult<Value>> {
    const read = await this.#gate.state(question, reads);
    if (!read.ok) return read;
    const decision = decide(this.#situation(read.value));
    return "refused" in decision ? { ok: false, problem: decision.refused } : found(decision.value);
  }

  async #write<Value>(
    action: Action,
    operation: ActionOperation,
    { revision, moment }: Snapshot,
    { statements, value, computedFields = {} }: WritePlan<Value>,
  ): Promise<{ written: Value } | { conflict: RevisionConflict }> {
    const paths = Object.entries(computedFields).map(([path, sql]) => `, '${path}', ${sql}`);
    const record = this.#db
      .prepare(
        `INSERT INTO actions (account_id, reference, operation, login_id, begun_at, state, answer)
         VALUES (?, ?, ?, ?, ?, 'done', json_set(?${paths.join("")})) RETURNING answer`,
      )
      .bind(action.accountId, action.reference, operation, action.loginId, instantOf(moment.at), JSON.stringify(value));
    try {
      const results = await this.#gate.write(action, revision, [...statements, record]);
      const [written] = (results.at(-1)?.results ?? []) as { answer: string }[];
      if (!written) throw new Error("the action was written without an answer");
      return { written: JSON.parse(written.answer) };
    } catch (error) {
      if (error instanceof RevisionConflict) return { conflict: error };
      throw error;
    }
  }

  #situation(state: AccountState): Snapshot {
    return { ...state, moment: this.#clock.moment(state.clockOffsetMs) };
  }
}

/** What a reference has given before; for another operation it is taken. */
export function answerOf<Value>(row: ActionRow, operation: ActionOperation): ActionResult<Value> {
  if (row.operation !== operation) {
    return {
      ok: false,
      problem: {
        code: "refused",
        reason: { en: "This reference stands for another action.", fr: "Cette référence désigne une autre action." },
      },
    };
  }
  if (row.state === "under_way") return unavailable();
  const answer = JSON.parse(row.answer);
  return row.state === "done" ? found(answer) : { ok: false, problem: answer };
}
