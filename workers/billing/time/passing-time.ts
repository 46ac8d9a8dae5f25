import { type AccountGate, Overtaken } from "../accounts/account-gate.ts";
import type { TransfersOut } from "../domains/transfers-out.ts";
import type { Fulfilment } from "../orders/fulfilment.ts";
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
    await this.#fulfilment.fulfilDue(MOST_AT_REGISTRAR);
    await this.#transfersOut.endDue(MOST_AT_REGISTRAR);
    await this.#transfersOut.noticeDepartures(MOST_AT_REGISTRAR);
    for (const { due, change } of DAILY_STEPS) {
      const { results } = await this.#db.prepare(`${due} LIMIT ${MOST_ROWS}`).bind(today).all<Due>();
      for (const row of results) await this.#write(row.account_id, change(this.#db, row, today));
    }
    await this.#renewals.make(MOST_ROWS, (accountId, statements) => this.#write(accountId, statements));
  }

  /** What a constraint forbids was done by somebody else meanwhile. */
  async #write(accountId: number, statements: D1PreparedStatement[]): Promise<void> {
    try {
      await this.#gate.writeItself(accountId, statements);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}
