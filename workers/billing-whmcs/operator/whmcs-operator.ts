import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { Holds } from "../../../shared/holds/holds.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import { heldDatabase } from "../../../shared/operator-contract/held-database.ts";
import { shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import {
  MAX_PROBLEMS,
  MAX_STATUS_ROWS,
  runRows,
  type StatusCount,
  type StatusTables,
} from "../../../shared/operator-contract/status.ts";
import { findClient, nameOf } from "../accounts/access.ts";
import { findUser } from "../accounts/users.ts";
import { MAX_AGE_MS, snapshotsKept } from "../catalogue/price-snapshot.ts";
import type { PlainContext } from "../whmcs-context.ts";
import { WhmcsSubjects } from "./whmcs-subjects.ts";

const MAX_ROWS = 200;
const SETS_UP = "WHMCS sets up services.";

/** Returns a method for an action that does nothing here. Its result states where the action belongs. */
const elsewhere = (text: string) => async (): Promise<ActResult> => ({ isDone: false, text });

/** Returns the methods for the operator console. */
export function whmcsOperator(
  context: PlainContext,
  host: Pick<BillingHostPort, "health">,
  holds: Holds,
): BillingOperatorPort {
  const { db } = context;
  const subjects = new WhmcsSubjects(context);
  return {
    ...heldDatabase(holds, "billing-database"),
    status: () => whmcsStatus(context, host),
    async findLogin(sought) {
      const user = await findUser(context, /^\d{1,15}$/.test(sought) ? { id: Number(sought) } : { email: sought });
      if (!user) return [];
      const { id: login, email, language, clients } = user;
      return [{ login, email, language, accounts: clients.map(({ id }) => id).join(" ") }];
    },
    async findAccount(account) {
      const client = await findClient(context, account);
      return client ? [{ account, name: nameOf(client), logins: client.users.join(" ") }] : [];
    },
    findDomain: (domain) =>
      shownRows(
        db,
        "SELECT DISTINCT ?1 AS domain, account_id AS account FROM actions WHERE target = 'domain:' || ?1",
        domain,
      ),
    findOrders: (sought) =>
      shownRows(
        db,
        `SELECT order_id AS "order", account_id AS account, operation AS kind, state AS status, target, begun_at AS placedAt
         FROM actions WHERE ${typeof sought === "number" ? "order_id = ?" : "target = 'domain:' || ?"}
         ORDER BY begun_at DESC LIMIT ${MAX_ROWS}`,
        sought,
      ),
    findInvoice: async () => [],
    unlock: elsewhere(
      "Customers sign in on WHMCS's own page, which counts wrong passwords and codes. Unlock them there.",
    ),
    rotateKey: elsewhere("The client area is WHMCS: Frontdesk has no key for its sessions."),
    mails: () =>
      shownRows(
        db,
        `SELECT account_id AS account, domain, json_extract(wanted, '$.kind') AS wanted, sent_at AS dueAt FROM sent_changes ORDER BY sent_at LIMIT ${MAX_ROWS}`,
      ),
    sendMailAgain: elsewhere("Mails about changes are retried automatically. WHMCS sends all others."),
    recordPayment: elsewhere("Payments are recorded in WHMCS."),
    listSetUps: async () => [{ setUps: SETS_UP }],
    endSetUp: elsewhere(SETS_UP),
    failSetUp: elsewhere(SETS_UP),
    refundPayment: elsewhere("Payments are refunded in WHMCS."),
    find: (subject) => subjects.find(subject),
    exportOf: (subject, cursor) => subjects.exportOf(subject, cursor),
    erase: (subject) => subjects.erase(subject),
  };
}

const OVERDUE_MS = 3_600_000;

/**
 * Returns the status tables. They include the actions that have been open for over an hour, the state of the circuit
 * breaker, the age of prices, and the last runs of scheduled work.
 */
export async function whmcsStatus(
  { db, now, runs }: Pick<PlainContext, "db" | "now" | "runs">,
  host: Pick<BillingHostPort, "health">,
): Promise<StatusTables> {
  const before = new Date(now() - OVERDUE_MS).toISOString();
  const waiting = "state IN ('begun', 'sending') AND begun_at < ?1";
  const orders = `SELECT account_id AS account, order_id AS "order", operation AS kind, state, NULL AS tries, begun_at AS since
    FROM actions WHERE ${waiting} ORDER BY begun_at LIMIT ${MAX_STATUS_ROWS}`;
  const problems = `SELECT begun_at AS at, 'order refused' AS problem, json_extract(answer, '$.code') AS why, operation AS kind, target,
    account_id AS account, order_id AS "order" FROM actions WHERE state = 'refused' ORDER BY begun_at DESC LIMIT ${MAX_PROBLEMS}`;
  const counts = `SELECT 'actions without an outcome for an hour' AS what, count(*) AS count, 'status' AS see FROM actions WHERE ${waiting}
    UNION ALL SELECT 'mails to customers that have waited for more than an hour', count(*), 'mails' FROM sent_changes WHERE sent_at < ?1`;
  const stopped = `SELECT reason, stopped_at AS at, account_id AS account, order_id AS "order" FROM acting_stopped`;
  const { isOpen } = await host.health();
  return {
    counts: (await db.prepare(counts).bind(before).all<StatusCount>()).results,
    actingStopped: await shownRows(db, stopped),
    scheduledWork: runRows(await runs.list()),
    waitingOrders: await shownRows(db, orders, before),
    problems: await shownRows(db, problems),
    circuits: isOpen ? [{ name: "WHMCS", isOpen, why: "no answer", failedAt: null, openUntil: null }] : [],
    copies: (await snapshotsKept(db)).map(({ currency, readAt }) => ({
      name: `prices ${currency}`,
      readAt,
      servedForMinutes: MAX_AGE_MS / 60_000,
    })),
  };
}
