import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import { type QuoteReads, sentWrite } from "../../../shared/billing-contract/writes.ts";
import type { HeldStore, Holds } from "../../../shared/holds/holds.ts";
import type { MissingWrites } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { ConnectionIndex } from "../connections/connection-index.ts";
import { inBatches, valuesOf } from "../connections/in-batches.ts";
import { heldObject, noSuchStore, ObjectRestore, type ObjectRestoreDependencies } from "./object-restore.ts";

const DATABASE = "account-database";
/** The maximum number of objects that one call reads. */
const MAX_OBJECTS = 200;

export interface AccountHoldsDependencies extends ObjectRestoreDependencies {
  holds: Holds;
  index: Pick<ConnectionIndex, "ended">;
  billing: Pick<QuoteReads, "findWrite">;
}

type IndexedEnd = { id: string; endedAt: number | null };

/** The account Worker's stores on hold, and the comparisons that run before a store is resumed. */
export class AccountHolds {
  readonly #dependencies: AccountHoldsDependencies;
  readonly #restore: ObjectRestore;

  constructor(dependencies: AccountHoldsDependencies) {
    this.#dependencies = dependencies;
    this.#restore = new ObjectRestore(dependencies);
  }

  list(): Promise<HeldStore[]> {
    return this.#dependencies.holds.list();
  }

  async isStore(store: string): Promise<boolean> {
    return store === DATABASE || (await heldObject(store, this.#dependencies)) !== null;
  }

  async hold(store: string): Promise<ActResult> {
    const { holds } = this.#dependencies;
    if (store === DATABASE) return holds.hold(store);
    const found = await heldObject(store, this.#dependencies);
    if (!found) return { isDone: false, text: noSuchStore(store) };
    const result = await holds.hold(store);
    await found.object.hold();
    return result;
  }

  /** Finishes the restore of an object, if there is one, and resumes the store. An interrupted call can be repeated. */
  async resume(store: string): Promise<ActResult> {
    const { holds } = this.#dependencies;
    if (store === DATABASE) return holds.resume(store);
    const found = await heldObject(store, this.#dependencies);
    if (!found) return { isDone: false, text: noSuchStore(store) };
    const unfinished = await this.#restore.finish(store, found.object);
    if (unfinished !== null) return { isDone: false, text: unfinished };
    await found.object.resume();
    if (found.kind === "connection") {
      const [row] = await this.#indexed("id = ?", found.id);
      if (row) await this.#endEverywhere(row, found.object);
    }
    return holds.resume(store);
  }

  /**
   * Ends connections that have ended only in the index or only in their object, so that both agree.
   * @param after the last id of the previous call
   */
  async endConnections(after: string, requestId: string): Promise<{ ended: number; next: string | null }> {
    const rows = await this.#indexed(`id > ? ORDER BY id LIMIT ${MAX_OBJECTS}`, after);
    const outcomes = await inBatches(rows, (row) =>
      this.#endEverywhere(row, this.#dependencies.connectionOf(row.id), requestId),
    );
    const ended = valuesOf(outcomes).filter((isEnded) => isEnded).length;
    return { ended, next: rows.length < MAX_OBJECTS ? null : (rows.at(-1)?.id ?? null) };
  }

  /**
   * Returns actions that a journal records as done and that the billing system does not have. If the billing system
   * does not respond about an action, the action is returned as unanswered.
   * @param after the position at which the previous call ended
   */
  async missingActions(since: number, after: string, requestId: string): Promise<MissingWrites> {
    const { db, billingSystem, accountOf, billing } = this.#dependencies;
    const { results } = await db
      .prepare(
        `SELECT account_id AS accountId FROM connections
           WHERE billing_system = ?1 AND (ended_at IS NULL OR ended_at > ?2) AND account_id > ?3
         UNION SELECT account_id FROM acting_logins WHERE billing_system = ?1 AND acted_at > ?2 AND account_id > ?3
         ORDER BY accountId LIMIT ${MAX_OBJECTS}`,
      )
      .bind(billingSystem, since, Number(after))
      .all<{ accountId: number }>();
    const found = await inBatches(results, async ({ accountId }) => {
      // An action that was sent shortly before `since` may have reached the billing system after that time.
      const done = await accountOf(accountId).doneSince(since - TIMING.deliveryWindowMs);
      const rows: MissingWrites["rows"] = [];
      for (const write of done) {
        const { reference, loginId, operation, target, orderId, sentAt } = write;
        const actor = { accountId, loginId, requestId };
        const looked = await billing.findWrite(actor, reference, sentWrite(write));
        if (looked.ok && looked.value.state !== "absent") continue;
        const what = { account: accountId, login: loginId, operation, target, order: orderId, reference };
        rows.push({ ...what, sentAt: shownInstant(sentAt), isUnanswered: !looked.ok });
      }
      return rows;
    });
    const next = results.length < MAX_OBJECTS ? null : String(results.at(-1)?.accountId);
    return { rows: valuesOf(found).flat(), next };
  }

  restorePreview(store: string, to: string): Promise<string | null> {
    return this.#restore.preview(store, to);
  }

  restore(store: string, to: string): Promise<ActResult> {
    return this.#restore.restore(store, to);
  }

  async #indexed(where: string, value: string): Promise<IndexedEnd[]> {
    const query = `SELECT id, ended_at AS endedAt FROM connections WHERE ${where}`;
    return (await this.#dependencies.db.prepare(query).bind(value).all<IndexedEnd>()).results;
  }

  /**
   * Ends a connection in the index and in its object.
   * @returns whether the end was missing in the index or in the object
   */
  async #endEverywhere(
    { id, endedAt }: IndexedEnd,
    connection: Pick<ConnectionPort, "summary" | "end">,
    requestId?: string,
  ): Promise<boolean> {
    const summary = await connection.summary(0);
    if (!summary) return false;
    if (summary.end && endedAt === null) await this.#dependencies.index.ended(id, summary.end);
    else if (!summary.end && endedAt !== null) await connection.end("disconnected", requestId);
    else return false;
    return true;
  }
}
