import type { AccountOperatorPort, ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import {
  type AccountStatus,
  MAX_STATUS_ROWS,
  type StuckActionStatus,
} from "../../../shared/operator-contract/status.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { AccountHolds } from "../holds/account-holds.ts";
import type { AccountWork } from "../scheduled-work.ts";
import { DataSubjects } from "./data-subjects.ts";
import { IndexedConnections } from "./indexed-connections.ts";
import { LookUp } from "./look-up.ts";
import { StuckList } from "./stuck-list.ts";

/** What the operator console may do in this Worker. */
export function accountOperator(services: AccountServices): AccountOperatorPort {
  const { db, now, runs } = services;
  const stuck = new StuckList(db, services.billingSystem, now);
  const lookUp = new LookUp(services);
  const subjects = new DataSubjects(services);
  const holds = new AccountHolds(services);
  return {
    status: () => accountStatus(db, services.billingSystem, runs),
    stuck: () => stuck.all(),
    action: (place) => stuck.action(place),
    settle: (order) => stuck.settle(order),
    connections: (of, requestId) => lookUp.connections(of, requestId),
    application: (id) => lookUp.application(id),
    connection: async (id, requestId) => ({
      connection: await lookUp.connections({ by: "connection", id }, requestId),
      calls: await lookUp.calls(id),
    }),
    account: async (account, requestId) => ({
      connections: await lookUp.connections({ by: "account", id: String(account) }, requestId),
      stuck: await stuck.ofAccount(account),
      actions: await lookUp.actions(account),
    }),
    journal: (account) => lookUp.journal(account),
    request: (search, requestId) => lookUp.request(search, requestId),
    activeConnections: (of) => new IndexedConnections(db, services.billingSystem).active(of),
    endConnections: (of, requestId) => endConnections(services, of, requestId),
    placesOf: (subject, until) => subjects.placesOf(subject, until),
    openActions: (subject, places) => subjects.openActions(subject, places),
    exportOf: (subject, cursor, requestId) => subjects.exportOf(subject, cursor, requestId),
    endSessions: (subject, until) => subjects.endSessions(subject, until),
    eraseConnections: (subject, places, requestId) => subjects.eraseConnections(subject, places, requestId),
    eraseObjects: (subject, places) => subjects.eraseObjects(subject, places),
    eraseRows: (subject, places) => subjects.eraseRows(subject, places),
    showAct: (act, loginId) => services.providerActs.add(act, { loginId }),
    failedMails: () => failedMailRows(services),
    sendMailAgain: (id, requestId) => sendMailAgain(services, id, requestId),
    held: () => holds.list(),
    hold: (store) => holds.hold(store),
    resume: (store) => holds.resume(store),
    endEndedConnections: (after, requestId) => holds.endConnections(after, requestId),
    missingActions: (since, after, requestId) => holds.missingActions(since, after, requestId),
    restorePreview: (store, to) => holds.restorePreview(store, to),
    restore: (store, to) => holds.restore(store, to),
  };
}

/** In one call; what is left is ended by the same call again. */
const MAX_ENDED = 200;

/** Ends the active connections that are meant, and writes down for the page of their customers that it was the provider. */
async function endConnections(
  {
    db,
    billingSystem,
    connectionOf,
    providerActs,
  }: Pick<AccountServices, "db" | "billingSystem" | "connectionOf" | "providerActs">,
  of: ConnectionsOf,
  requestId: string,
): Promise<{ ended: number; left: number }> {
  const { found, total } = await new IndexedConnections(db, billingSystem).find(of, MAX_ENDED, true);
  const outcomes = await inBatches(found, async ({ id, loginId }) => {
    const connection = connectionOf(id);
    const summary = await connection.summary(0);
    if (!summary || summary.end) return false;
    await connection.end("ended_by_provider", requestId);
    await providerActs.addEnd(id, { loginId }, summary.name);
    return true;
  });
  const failed = logRejected("connection_unreachable", outcomes, requestId);
  const ended = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length;
  return { ended, left: total - found.length + failed };
}

type MailServices = Pick<AccountServices, "failedMails" | "connectionOf" | "providerActs">;

/** The mails about connections that failed within the last 7 days. */
async function failedMailRows({ failedMails }: MailServices): Promise<ShownRow[]> {
  return (await failedMails.list()).map(
    ({ id, connectionId: connection, accountId: account, kind, failedAt, requestId }) => ({
      mail: id,
      ...{ kind, connection, account },
      failedAt: shownInstant(failedAt),
      requestId,
    }),
  );
}

/** Sends one again, as things are now. One that fails again is listed under a new number. */
async function sendMailAgain(
  { failedMails, connectionOf, providerActs }: MailServices,
  id: number,
  requestId: string,
): Promise<ActResult> {
  const mail = await failedMails.take(id);
  if (!mail) return { isDone: false, text: "There is no such failed mail, or it was sent again already." };
  const { connectionId, kind } = mail;
  const isSent = await connectionOf(connectionId)
    .sendAgain(kind, requestId)
    .catch(async (cause: unknown) => {
      await failedMails.add(kind, { ...mail, id: connectionId }, mail.requestId ?? undefined);
      throw cause;
    });
  if (!isSent)
    return { isDone: false, text: "There is nothing to be told any more: the connection has changed since." };
  const isBack = (await failedMails.list()).some((one) => one.connectionId === connectionId && one.id > id);
  if (isBack) return { isDone: false, text: "It failed again: it is listed under a new number, and the log says why." };
  const shown = providerActs.add("mailed", mail);
  await logFailure("operator_act_not_shown", shown, { request_id: requestId, act: "mailed" });
  return { isDone: true, text: "It was accepted for delivery." };
}

/** What waits for the operator, and when the scheduled work last ran. */
export async function accountStatus(
  db: D1Database,
  billingSystem: string,
  runs: ScheduledRuns<AccountWork>,
): Promise<AccountStatus> {
  const [stuck, counts] = await db.batch<StuckActionStatus & { stuck: number; open: number; failed: number }>([
    db
      .prepare(
        `SELECT account_id AS accountId, reference, login_id AS loginId, operation, target, state, reason,
           sent_at AS sentAt, since FROM stuck_actions WHERE billing_system = ? ORDER BY since, account_id, reference LIMIT ?`,
      )
      .bind(billingSystem, MAX_STATUS_ROWS),
    db
      .prepare(
        `SELECT (SELECT count(*) FROM stuck_actions WHERE billing_system = ?1) AS stuck,
         (SELECT count(*) FROM settle_instructions WHERE state = 'asked' AND billing_system = ?1) AS open,
         (SELECT count(*) FROM failed_mails WHERE billing_system = ?1) AS failed`,
      )
      .bind(billingSystem),
  ]);
  const count = counts?.results[0];
  return {
    runs: await runs.list(),
    stuckActions: { count: count?.stuck ?? 0, rows: stuck?.results ?? [] },
    openInstructions: count?.open ?? 0,
    failedMails: count?.failed ?? 0,
  };
}
