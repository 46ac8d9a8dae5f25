import type {
  GenerationRegister,
  RegisterAnswer,
  SentRecord,
  ToldGeneration,
} from "../../../shared/generations/generation-register.ts";
import { type LogFields, log } from "../../../shared/platform/log.ts";

/** Twice as long as a key is replayed. */
const SENT_KEPT_MS = 2 * 86_400_000;
const DATABASE = "account-database";

const SENT_COLUMNS = `key, fingerprint, reference, login_id AS loginId, account_id AS accountId, operation, resources,
  target, application, connection AS connectionId, via, request_id AS requestId, sent_at AS sentAt`;

type StoredSent = Omit<SentRecord, "resources"> & { resources: string };

interface ComparedRow extends Omit<RegisterAnswer, "isHeld" | "isListed"> {
  isHeld: 0 | 1;
  isListed: 0 | 1;
}

/** The register of generations in the account Worker's database. */
export class AccountGenerationRegister implements GenerationRegister {
  readonly #db: D1Database;
  readonly #billingSystem: string;
  readonly #now: () => number;

  constructor(db: D1Database, billingSystem: string, now: () => number) {
    this.#db = db;
    this.#billingSystem = billingSystem;
    this.#now = now;
  }

  async advance({ object, counter, confirmed, sent }: ToldGeneration, fields: LogFields): Promise<RegisterAnswer> {
    const known = "coalesce((SELECT counter FROM object_generations WHERE object = ?1), 0)";
    // The object, where the register knows as much of it; this database, where it has confirmed more than it has, in this life or a later one.
    const wentBack = this.#db
      .prepare(
        `INSERT INTO held_stores (store, since)
         SELECT store, ?6 FROM (
           SELECT ?1 AS store WHERE ${known} >= ?2
           UNION ALL SELECT ?3 FROM store_generation WHERE ?5 > accepted OR (?5 = accepted AND ?4 > ${known})
         ) WHERE true ON CONFLICT DO NOTHING RETURNING store`,
      )
      .bind(object, counter, DATABASE, confirmed?.counter ?? 0, confirmed?.accepted ?? 0, this.#now());
    const isHeld = `EXISTS (SELECT 1 FROM held_stores WHERE store IN (?1, '${DATABASE}'))`;
    const compared = this.#db
      .prepare(
        `SELECT (SELECT accepted FROM store_generation) AS accepted, ${isHeld} AS isHeld,
           (SELECT reference FROM sent_actions WHERE object = ?1 AND key = ?2) AS sentAs,
           (SELECT ended_at FROM connections WHERE id = ?3) AS endedAt,
           EXISTS (SELECT 1 FROM connections WHERE id = ?3) AS isListed`,
      )
      .bind(object, sent?.key ?? null, object.slice(object.indexOf(":") + 1));
    const told = this.#db
      .prepare(
        `INSERT INTO object_generations (object, counter) SELECT ?1, ?2 WHERE NOT ${isHeld}
         ON CONFLICT DO UPDATE SET counter = max(counter, excluded.counter)`,
      )
      .bind(object, counter);
    const sentRow = sent ? [this.#keep(object, sent, isHeld)] : [];
    const [held, read] = await this.#db.batch([wentBack, compared, ...sentRow, told]);
    for (const { store } of (held?.results ?? []) as { store: string }[]) {
      log("store_went_back", { ...fields, store, counter });
    }
    const row = read?.results[0] as ComparedRow | undefined;
    if (!row) throw new Error("the register did not answer");
    return { ...row, isHeld: row.isHeld === 1, isListed: row.isListed === 1, sentAs: row.isHeld ? row.sentAs : null };
  }

  async sentAfter(object: string, instant: number): Promise<SentRecord[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT ${SENT_COLUMNS} FROM sent_actions WHERE object = ? AND (sent_at > ? OR ${IS_STUCK}) ORDER BY sent_at`,
      )
      .bind(object, instant)
      .all<StoredSent>();
    return results.map(({ resources, ...row }) => ({ ...row, resources: JSON.parse(resources) }));
  }

  async accept(object: string): Promise<number> {
    const [read, deleted] = await this.#db.batch<{ counter: number } | { store: string }>([
      this.#db.prepare("SELECT counter FROM object_generations WHERE object = ?").bind(object),
      this.#db.prepare("DELETE FROM held_stores WHERE store = ? RETURNING store").bind(object),
    ]);
    if (deleted?.results.length) log("store_accepted", { store: object });
    return (read?.results[0] as { counter: number } | undefined)?.counter ?? 0;
  }

  /** Removes what was sent so long ago that its key is free. @param at epoch milliseconds */
  async purge(at: number): Promise<void> {
    await this.#db
      .prepare(`DELETE FROM sent_actions WHERE sent_at <= ? AND NOT ${IS_STUCK}`)
      .bind(at - SENT_KEPT_MS)
      .run();
  }

  #keep(object: string, sent: SentRecord, isHeld: string): D1PreparedStatement {
    const { key, fingerprint, reference, loginId, accountId, operation, resources, target } = sent;
    const { application, connectionId, via, requestId, sentAt } = sent;
    return this.#db
      .prepare(
        `INSERT OR REPLACE INTO sent_actions (object, key, fingerprint, reference, login_id, account_id, billing_system, operation,
           resources, target, application, connection, via, request_id, sent_at)
         SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT ${isHeld}`,
      )
      .bind(
        ...[object, key, fingerprint, reference, loginId, accountId, this.#billingSystem, operation],
        ...[JSON.stringify(resources), target, application, connectionId, via, requestId, sentAt],
      );
  }
}

const IS_STUCK = "EXISTS (SELECT 1 FROM stuck_actions WHERE stuck_actions.reference = sent_actions.reference)";
