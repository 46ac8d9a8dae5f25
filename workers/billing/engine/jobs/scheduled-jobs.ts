import { log, logFailure } from "../../../../shared/platform/log.ts";
import type { RunReport } from "../../../../shared/platform/scheduled-runs.ts";
import type { Moment } from "../clock/billing-clock.ts";
import { completeTransfersOut, detectCompletedTransfersOut } from "../domains/transfers-out.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendDueNotices } from "../mails/notices.ts";
import { fulfilDueOrders } from "../orders/fulfilment.ts";
import { purgeChallenges } from "../sign-in/second-step.ts";
import { type AccountRevision, AccountWriter } from "./account-writer.ts";
import { DAILY_TRANSITIONS, type DailyTransition, type DueRow } from "./daily-transitions.ts";
import { invoiceDomainRenewals, invoiceServiceRenewals } from "./renewal-invoices.ts";

/** Rows of one step in one run; the next run takes the rest. */
const MAX_ROWS = 200;
const MAX_AT_REGISTRAR = 20;
const MAX_MAILS = 100;

/** Milliseconds from one run to the next, as the cron of wrangler.toml has it. */
export const JOB_INTERVALS = { jobs: 300_000 } as const;

/** Does all that is due. Repeated and concurrent runs do nothing twice; a step that fails is logged and does not stop the others. */
export async function runScheduledJobs(engine: EngineContext): Promise<RunReport> {
  const run = { request_id: engine.requestId };
  let moment: Moment;
  try {
    moment = await engine.clock.read(engine.db);
  } catch (cause) {
    log("scheduled_work_failed", { ...run, cause });
    throw cause;
  }
  const writer = new AccountWriter(engine);
  const done = [
    await logFailure("orders_not_done", fulfilDueOrders(engine, MAX_AT_REGISTRAR), run),
    await logFailure("transfers_not_ended", completeTransfersOut(engine, MAX_AT_REGISTRAR), run),
    await logFailure("departures_not_noticed", detectCompletedTransfersOut(engine, MAX_AT_REGISTRAR), run),
  ];
  for (const transition of DAILY_TRANSITIONS) {
    const step = { ...run, step: transition.name };
    done.push(await logFailure("step_not_done", makeTransition(engine, transition, moment), step));
  }
  const services = invoiceServiceRenewals(engine, MAX_ROWS, writer);
  done.push(await logFailure("step_not_done", services, { ...run, step: "service_renewal" }));
  const domains = invoiceDomainRenewals(engine, MAX_ROWS, writer);
  done.push(await logFailure("step_not_done", domains, { ...run, step: "domain_renewal" }));
  done.push(await logFailure("notices_not_sent", sendDueNotices(engine, MAX_MAILS, null), run));
  const challenges = purgeChallenges(engine.db, engine.now());
  done.push(await logFailure("step_not_done", challenges, { ...run, step: "challenges" }));
  return { hasFailed: done.includes(false) };
}

async function makeTransition(engine: EngineContext, transition: DailyTransition, moment: Moment): Promise<void> {
  const { name, of, due, change } = transition;
  // `+`: sorted after what is due was found by its index; the planner would else read whole tables in the sequence of the ids.
  const { results } = await engine.db
    .prepare(
      `SELECT due.account_id, due.id, a.revision FROM (${due}) due JOIN accounts a ON a.id = due.account_id
       ORDER BY +due.id LIMIT ?2`,
    )
    .bind(moment.today, MAX_ROWS)
    .all<DueRow & AccountRevision>();
  const writer = new AccountWriter(engine);
  for (const row of results) {
    await writer.write(row, { step: name, [of]: row.id }, () => change(engine.db, row, moment));
  }
}
