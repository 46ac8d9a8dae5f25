import { log, logFailure } from "../../../../shared/platform/log.ts";
import type { RunReport } from "../../../../shared/platform/scheduled-runs.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { completeTransfersOut, detectCompletedTransfersOut } from "../domains/transfers-out.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendDueNotices } from "../mails/notices.ts";
import { fulfilDueOrders } from "../orders/fulfilment.ts";
import { chargeRenewals, settleAskedCharges } from "../payments/charges.ts";
import { checkOpenCheckouts, reconcileListed } from "../payments/payment-jobs.ts";
import { sendAskedRefunds } from "../payments/refunds.ts";
import { purgeEvents } from "../records/events.ts";
import { tellWaitingSetUps } from "../services/set-ups.ts";
import { purgeMailedCodes } from "../sign-in/mailed-codes.ts";
import { purgeEmailChanges } from "../sign-in/new-email.ts";
import { purgeChallenges } from "../sign-in/second-step.ts";
import { DAILY_TRANSITIONS, type DailyTransition, type DueRow } from "./daily-transitions.ts";
import { REMINDERS } from "./reminders.ts";
import { invoiceDomainRenewals, invoiceServiceRenewals } from "./renewal-invoices.ts";
import { writeRows } from "./write-rows.ts";

/** The maximum number of rows per step and run. The next run handles the remaining rows. */
const MAX_ROWS = 200;
const MAX_AT_REGISTRAR = 20;
const MAX_AT_STRIPE = 20;
const MAX_MAILS = 100;

/** The number of milliseconds between two runs. It must match the cron schedule in wrangler.toml. */
export const JOB_INTERVALS = { jobs: 300_000 } as const;

/**
 * Runs all due jobs. It is safe to repeat runs or to run them concurrently. A failed step is logged and does not stop
 * the other steps, except that no card is charged unless the payments were listed.
 */
export async function runScheduledJobs(engine: EngineContext): Promise<RunReport> {
  const { db, clock, now, requestId: request_id } = engine;
  const moment = await clock.read(db).catch((cause) => {
    log("scheduled_work_failed", { request_id, cause });
    throw cause;
  });
  const done = [
    await logFailure("orders_not_done", fulfilDueOrders(engine, MAX_AT_REGISTRAR), { request_id }),
    await logFailure("transfers_not_ended", completeTransfersOut(engine, MAX_AT_REGISTRAR), { request_id }),
    await logFailure("departures_not_noticed", detectCompletedTransfersOut(engine, MAX_AT_REGISTRAR), { request_id }),
  ];
  const run = async (step: string, work: Promise<void>) => {
    const isDone = await logFailure("step_not_done", work, { request_id, step });
    done.push(isDone);
    return isDone;
  };
  for (const each of DAILY_TRANSITIONS) await run(each.name, makeTransition(engine, each, moment));
  if (engine.stripe) {
    await run("checkouts", checkOpenCheckouts(engine, MAX_AT_STRIPE));
    await run("refunds", sendAskedRefunds(engine, MAX_AT_STRIPE));
    await run("asked_charges", settleAskedCharges(engine, MAX_AT_STRIPE));
    // Payments must be listed first. After a restore, the database may lack a payment, and the card would be charged
    // for it again.
    if (await run("payment_list", reconcileListed(engine))) await run("charges", chargeRenewals(engine, MAX_AT_STRIPE));
  }
  await run("service_renewal", invoiceServiceRenewals(engine, MAX_ROWS));
  await run("domain_renewal", invoiceDomainRenewals(engine, MAX_ROWS));
  for (const each of REMINDERS) await run(each.name, makeTransition(engine, each, moment));
  await run("set_ups", tellWaitingSetUps(engine));
  done.push(await logFailure("notices_not_sent", sendDueNotices(engine, MAX_MAILS, null), { request_id }));
  await run("challenges", purgeChallenges(db, now()));
  await run("mailed_codes", purgeMailedCodes(db, now()));
  await run("email_changes", purgeEmailChanges(db, now()));
  await run("events", purgeEvents(db, moment.at));
  return { hasFailed: done.includes(false) };
}

async function makeTransition(engine: EngineContext, transition: DailyTransition, moment: Moment): Promise<void> {
  const { name, of, due, change } = transition;
  // `+` makes SQLite find the due rows by their index and then sort them. Without `+`, SQLite would read whole tables
  // in id order.
  const { results } = await engine.db
    .prepare(
      `SELECT due.account_id, due.id, a.revision FROM (${due}) due JOIN accounts a ON a.id = due.account_id
       ORDER BY +due.id LIMIT ?2`,
    )
    .bind(moment.today, MAX_ROWS)
    .all<DueRow>();
  const fieldsOf = ({ id }: DueRow) => ({ step: name, [of]: id });
  await writeRows(engine, results, fieldsOf, (row) => change(engine.db, row, moment));
}
