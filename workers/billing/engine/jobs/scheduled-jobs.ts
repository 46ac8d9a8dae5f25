import { log, logFailure } from "../../../../shared/platform/log.ts";
import type { BillingClock, Moment } from "../clock/billing-clock.ts";
import type { TransfersOut } from "../domains/transfers-out.ts";
import type { NoticeSender } from "../mails/notice-sender.ts";
import type { Fulfilment } from "../orders/fulfilment.ts";
import { type AccountGate, revisionOf } from "../store/account-gate.ts";
import { AccountWriter, type AsRead } from "./account-writer.ts";
import { DAILY_STEPS, type DailyStep, type DueStep } from "./daily-transitions.ts";
import type { RenewalInvoices } from "./renewal-invoices.ts";

/** Rows of one step in one run; the rest waits for the next one. */
const MAX_ROWS = 200;
const MAX_AT_REGISTRAR = 20;
const MAX_MAILS = 100;

/** What happens without anybody asking for it. Running it again, or twice at once, does nothing twice. */
export class ScheduledJobs {
  readonly #db: D1Database;
  readonly #gate: AccountGate;
  readonly #clock: BillingClock;
  readonly #renewals: RenewalInvoices;
  readonly #fulfilment: Fulfilment;
  readonly #transfersOut: TransfersOut;
  readonly #notices: NoticeSender;

  constructor(
    db: D1Database,
    gate: AccountGate,
    clock: BillingClock,
    renewals: RenewalInvoices,
    fulfilment: Fulfilment,
    transfersOut: TransfersOut,
    notices: NoticeSender,
  ) {
    this.#db = db;
    this.#gate = gate;
    this.#clock = clock;
    this.#renewals = renewals;
    this.#fulfilment = fulfilment;
    this.#transfersOut = transfersOut;
    this.#notices = notices;
  }

  /** @param requestId of this run, in its log lines */
  async run(requestId: string): Promise<void> {
    try {
      await this.#runAt(await this.#clock.read(this.#db), requestId);
    } catch (cause) {
      log("scheduled_work_failed", { request_id: requestId, cause });
      throw cause;
    }
  }

  async #runAt(moment: Moment, requestId: string): Promise<void> {
    const run = { request_id: requestId };
    // None of these keeps the others from being done.
    await logFailure("orders_not_done", this.#fulfilment.fulfilDue(MAX_AT_REGISTRAR, requestId), run);
    await logFailure("transfers_not_ended", this.#transfersOut.endDue(MAX_AT_REGISTRAR, requestId), run);
    await logFailure("departures_not_noticed", this.#transfersOut.noticeDepartures(MAX_AT_REGISTRAR, requestId), run);
    for (const step of DAILY_STEPS)
      await logFailure("step_not_done", this.#take(step, moment, requestId), { ...run, step: step.name });
    const writer = new AccountWriter(this.#gate, requestId);
    await logFailure("step_not_done", this.#renewals.ofServices(MAX_ROWS, writer), {
      ...run,
      step: "service_renewal",
    });
    await logFailure("step_not_done", this.#renewals.ofDomains(MAX_ROWS, writer), { ...run, step: "domain_renewal" });
    await logFailure("notices_not_sent", this.#notices.sendDue(MAX_MAILS, null, requestId), run);
  }

  async #take({ name, of, due, change }: DailyStep, moment: Moment, requestId: string): Promise<void> {
    const { results } = await this.#db
      .prepare(
        `SELECT account_id, id, ${revisionOf("due.account_id")} AS revision FROM (${due}) due ORDER BY id LIMIT ?2`,
      )
      .bind(moment.today, MAX_ROWS)
      .all<DueStep & AsRead>();
    const writer = new AccountWriter(this.#gate, requestId);
    for (const row of results) {
      await writer.write(row, { step: name, [of]: row.id }, () => change(this.#db, row, moment));
    }
  }
}
