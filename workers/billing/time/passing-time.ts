import { type AccountGate, Overtaken, revisionOf } from "../accounts/account-gate.ts";
import type { TransfersOut } from "../domains/transfers-out.ts";
import type { Fulfilment } from "../orders/fulfilment.ts";
import { quietly } from "../orders/quietly.ts";
import type { BillingClock } from "./billing-clock.ts";
import { DAILY_STEPS, type Due } from "./daily-steps.ts";
import type { RenewalInvoices } from "./renewal-invoices.ts";

/** Rows of one step in one run; the rest waits for the next one. */
const MOST_ROWS = 200;
const MOST_AT_REGISTRAR = 20;

/** What happens without anybody asking for it. Running it again, or twice at once, does nothing twice. */
export class PassingTime {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;
  readonly #renewals: RenewalInvoices;
  readonly #fulfilment: Fulfilment;
  readonly #transfersOut: TransfersOut;

  constructor(
    db: D1Database,
    gate: AccountGate,
    clock: BillingClock,
    renewals: RenewalInvoices,
    fulfilment: Fulfilment,
    transfersOut: TransfersOut,
  ) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#renewals = renewals;
    this.#fulfilment = fulfilment;
    this.#transfersOut = transfersOut;
  }

  async pass(): Promise<void> {
    const { today } = await this.#clock.read(this.#db);
    // None of these keeps the others from being done.
    await quietly("orders_not_done", this.#fulfilment.fulfilDue(MOST_AT_REGISTRAR));
    await quietly("transfers_not_ended", this.#transfersOut.endDue(MOST_AT_REGISTRAR));
    await quietly("departures_not_noticed", this.#transfersOut.noticeDepartures(MOST_AT_REGISTRAR));
    for (const { due, change } of DAILY_STEPS) {
      const { results } = await this.#db
        .prepare(
          `SELECT account_id, id, ${revisionOf("due.account_id")} AS revision FROM (${due}) due ORDER BY id LIMIT ?2`,
        )
        .bind(today, MOST_ROWS)
        .all<Due & AsRead>();
      const writer = new Writer(this.#gate);
      for (const row of results) await writer.write(row, change(this.#db, row, today));
    }
    const writer = new Writer(this.#gate);
    await this.#renewals.make(MOST_ROWS, (row, statements) => writer.write(row, statements));
  }
}

/** An account, with the revision it had when a row of it was read. */
export interface AsRead {
  account_id: number;
  revision: number;
}

/**
 * Writes what follows from rows that were read together, each only while nobody else has changed its account since: what
 * was overtaken is looked at anew the next time.
 */
class Writer {
  readonly #gate: AccountGate;
  /** What an account's revision is now, as far as only this writer has changed it; null: somebody else has. */
  readonly #revisions = new Map<number, number | null>();

  constructor(gate: AccountGate) {
    this.#gate = gate;
  }

  async write({ account_id: account, revision }: AsRead, statements: D1PreparedStatement[]): Promise<void> {
    const expected = this.#revisions.has(account) ? this.#revisions.get(account) : revision;
    if (expected === null || expected === undefined) return;
    try {
      await this.#gate.writeItself(account, expected, statements);
      this.#revisions.set(account, expected + 1);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      this.#revisions.set(account, null);
    }
  }
}
