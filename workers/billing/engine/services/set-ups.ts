import type { ActResult, ShownRow } from "../../../../shared/operator-contract/answers.ts";
import type { SetUpDone, SetUpKind } from "../../../../shared/operator-contract/billing-operator.ts";
import { shownColumn, shownRows } from "../../../../shared/operator-contract/shown-rows.ts";
import { log } from "../../../../shared/platform/log.ts";
import { cleaned } from "../../../../shared/platform/plain-text.ts";
import type { Moment } from "../clock/billing-clock.ts";
import type { EngineContext } from "../engine-context.ts";
import { sendNoticesAfterwards } from "../mails/notices.ts";
import { refusalOf } from "../orders/fulfilment.ts";
import { isServiceOrder, orderDone, orderRefused, readPaidOrder, serviceFulfilment } from "../orders/paid-order.ts";
import { SET_UP } from "../records/orders.ts";
import { raw, sql } from "../store/sql.ts";

const HOUR_MS = 3_600_000;
const OVERDUE_MS = 4 * HOUR_MS;
const MAX_ROWS = 200;
const MAX_REASON_LENGTH = 200;

/** SQL: the work that a service `s` with its waiting order `o` needs on its server; NULL if it needs none. */
const TO_DO = `CASE
  WHEN o.id IS NOT NULL THEN 'create'
  WHEN s.changed_at IS NULL THEN NULL
  WHEN s.status IN ('cancelled', 'terminated') THEN iif(s.set_up_status IS 'ended', NULL, 'end')
  WHEN s.status = 'suspended' THEN iif(s.set_up_status IS 'suspended', NULL, 'suspend')
  WHEN s.set_up_status = 'suspended' THEN 'resume'
  WHEN coalesce(s.set_up_plan_id, s.plan_id) IS NOT s.plan_id THEN 'change_plan' END`;

/**
 * SQL: the services that may need work. `since` is the time of the service's last change or, without a change, the time
 * of its order.
 */
const WAITING = `
  SELECT s.id, s.account_id, ${TO_DO} AS to_do, o.id AS order_id,
    coalesce(s.changed_at, unixepoch(o.placed_at) * 1000) AS since
  FROM (SELECT id FROM services WHERE changed_at > 0
      UNION ALL SELECT service_id FROM orders WHERE status = 'paid' AND next_try_at > 0 AND kind = 'plan' AND waits_for = '${SET_UP}') w
    JOIN services s ON s.id = w.id
    LEFT JOIN orders o ON o.service_id = s.id AND o.kind = 'plan' AND o.status = 'paid' AND o.waits_for = '${SET_UP}'`;

/** SQL: the status that the service should have on its server. */
const WANTED =
  "CASE WHEN status IN ('cancelled', 'terminated') THEN 'ended' WHEN status = 'suspended' THEN status ELSE 'active' END";

/** The service's status on the server after each kind of work. A plan change does not affect the status. */
const STATUS_AFTER = {
  create: "active",
  suspend: "suspended",
  resume: "active",
  end: "ended",
  change_plan: null,
} as const;

interface Waiting {
  id: number;
  account_id: number;
  to_do: SetUpKind;
  order_id: number | null;
  since: number;
}

/**
 * Checks whether a paid plan waits until an operator confirms its set-up.
 * @throws an error that names the setting if its value is invalid
 */
export function setsUpBy({
  PROVISIONING: by,
  DEMONSTRATION,
}: {
  PROVISIONING?: string;
  DEMONSTRATION: string;
}): boolean {
  const isDemonstration = DEMONSTRATION === "true";
  if (by && by !== "manual" && by !== "none") throw new Error(`PROVISIONING is neither manual nor none: ${by}`);
  if (by === "none" && !isDemonstration)
    throw new Error("PROVISIONING=none sets nothing up: it needs DEMONSTRATION=true.");
  return by === "manual" || !isDemonstration;
}

/** Returns at most {@link MAX_ROWS} pieces of work that operators must do on servers, oldest first. */
export function listSetUps({ db }: Pick<EngineContext, "db">): Promise<ShownRow[]> {
  return shownRows(
    db,
    `SELECT w.id AS service, w.account_id AS account, w.to_do AS toDo, coalesce(s.plan_id, s.plan_name) AS plan, s.domain AS site, s.server,
       s.server_user AS user, ${shownColumn("w.since")} AS since
     FROM (${WAITING}) w JOIN services s ON s.id = w.id WHERE w.to_do IS NOT NULL ORDER BY w.since, w.id LIMIT ${MAX_ROWS}`,
  );
}

/**
 * Mails the operator at most once an hour while work is waiting. Each run also logs work that has waited for more than
 * four hours.
 */
export async function tellWaitingSetUps({ db, clock, mails, setsUp, requestId }: EngineContext): Promise<void> {
  if (!setsUp) return;
  const { at } = await clock.read(db);
  const waiting = await db
    .prepare(`SELECT count(*) AS count, coalesce(sum(since < ?), 0) AS overdue, min(since) AS oldest
      FROM (${WAITING}) WHERE to_do IS NOT NULL`)
    .bind(at - OVERDUE_MS)
    .first<{ count: number; overdue: number; oldest: number | null }>();
  if (!waiting || waiting.oldest === null) return;
  const { count, overdue, oldest } = waiting;
  const hours = Math.floor((at - oldest) / HOUR_MS);
  if (overdue > 0) log("set_ups_overdue", { request_id: requestId, count: overdue, hours });
  if (!mails.isOn || !mails.setUpsWait) return;
  const isDue = await sql(db)`UPDATE installation SET operator_mailed_at = ${at}
    WHERE operator_mailed_at <= ${at - HOUR_MS} RETURNING id`.first();
  if (isDue) await mails.setUpsWait({ count, hours }, requestId);
}

/**
 * Records work that was done on a server. If the service has changed since, the recorded state determines what work
 * remains. A newly created plan becomes active, and its term begins.
 * @param commit `false` returns the same result and changes nothing
 */
export async function endSetUp(engine: EngineContext, done: SetUpDone, commit: boolean): Promise<ActResult> {
  const { db, clock, accounts } = engine;
  const { service, what, plan } = done;
  const moment = await clock.read(db);
  const known = await sql(db)`SELECT account_id FROM services WHERE id = ${service} AND status <> 'pending'`.first<{
    account_id: number;
  }>();
  if (what === "create") return endCreation(engine, done, commit, moment);
  if (!known) return nothingToDo(service);
  if (what === "change_plan" && plan === null)
    return { isDone: false, text: "Name the plan that is now on the server, as the list shows it." };
  if (commit) await accounts.writeAsEngine(known.account_id, null, [setUpDone(db, done, moment.at)]);
  return { isDone: true, text: `Service ${service}: ${what} is done.` };
}

async function endCreation(
  engine: EngineContext,
  done: SetUpDone,
  commit: boolean,
  moment: Moment,
): Promise<ActResult> {
  const { db } = engine;
  const { service } = done;
  const waiting = await readWaiting(db, service);
  const order = waiting?.order_id ? await readPaidOrder(db, waiting.order_id) : null;
  if (!order || !isServiceOrder(order)) return nothingToDo(service);
  const refused = await refusalOf(engine, order, moment.today);
  if (refused !== null) return { isDone: false, text: `It can no longer be set up: ${refused} Fail it instead.` };
  if (commit) {
    const isDone = setUpDone(db, { ...done, plan: order.plan_id }, moment.at);
    const statements = [...serviceFulfilment(db, order, moment), isDone, ...orderDone(db, order, moment)];
    await engine.accounts.writeAsEngine(order.account_id, order.revision, statements);
    sendNoticesAfterwards(engine, order.account_id);
  }
  return {
    isDone: true,
    text: `Service ${service} is active, its term begins on ${moment.today}, and its owner gets a mail.`,
  };
}

function setUpDone(db: D1Database, { service, what, plan, server, user }: SetUpDone, at: number): D1PreparedStatement {
  const status = STATUS_AFTER[what];
  return sql(db)`UPDATE services SET
      set_up_status = coalesce(${status}, set_up_status), set_up_plan_id = coalesce(${plan}, set_up_plan_id),
      server = coalesce(${server}, server), server_user = coalesce(${user}, server_user),
      changed_at = CASE WHEN coalesce(${status}, set_up_status, ${raw(WANTED)}) = ${raw(WANTED)}
        AND coalesce(${plan}, set_up_plan_id, plan_id) IS plan_id THEN NULL ELSE coalesce(changed_at, ${at}) END
    WHERE id = ${service}`;
}

/**
 * Marks the order for a plan that cannot be set up as failed. The payment becomes account credit, and the owner gets an
 * e-mail with the reason.
 */
export async function failSetUp(
  engine: EngineContext,
  service: number,
  reason: string,
  commit: boolean,
): Promise<ActResult> {
  const { db, clock, accounts } = engine;
  const waiting = await readWaiting(db, service);
  if (!waiting) return nothingToDo(service);
  if (waiting.order_id === null)
    return { isDone: false, text: `Only a new plan can be abandoned. Service ${service} waits for: ${waiting.to_do}.` };
  const order = await readPaidOrder(db, waiting.order_id);
  if (!order) return nothingToDo(service);
  if (commit) {
    const statements = orderRefused(db, order, cleaned(reason, MAX_REASON_LENGTH), await clock.read(db));
    await accounts.writeAsEngine(order.account_id, order.revision, statements);
    sendNoticesAfterwards(engine, order.account_id);
  }
  return {
    isDone: true,
    text: `Order ${order.id} fails, its payment becomes account credit, and the owner gets a mail: ${reason}`,
  };
}

function readWaiting(db: D1Database, service: number): Promise<Waiting | null> {
  return db.prepare(`SELECT * FROM (${WAITING}) WHERE id = ? AND to_do IS NOT NULL`).bind(service).first<Waiting>();
}

function nothingToDo(service: number): ActResult {
  return { isDone: false, text: `Service ${service} has nothing to set up.` };
}
