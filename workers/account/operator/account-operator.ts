import type { AccountOperatorPort, ConnectionsOf } from "../../../shared/operator-contract/account-operator.ts";
import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { rotateKey } from "../../../shared/operator-contract/key-rotation.ts";
import { shownColumn, shownInstant, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import {
  MAX_PROBLEMS,
  runRows,
  type StatusCount,
  type StatusTables,
} from "../../../shared/operator-contract/status.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { ScheduledRuns } from "../../../shared/platform/scheduled-runs.ts";
import { statement } from "../../../shared/platform/statement.ts";
import type { AccountServices } from "../composition.ts";
import { fulfilledOf, inBatches, logRejected } from "../connections/in-batches.ts";
import { AccountHolds } from "../holds/account-holds.ts";
import type { AccountWork } from "../scheduled-work.ts";
import { dataSubjects } from "./data-subjects.ts";
import { lookUps } from "./look-up.ts";
import { stuckList } from "./stuck-list.ts";

/** Creates the operator console's access to this Worker. */
export function accountOperator(services: AccountServices): AccountOperatorPort {
  const { db, billingSystem, now, runs } = services;
  const holds = new AccountHolds(services);
  return {
    ...stuckList(db, billingSystem, now),
    ...lookUps(services),
    ...dataSubjects(services),
    status: () => accountStatus(db, billingSystem, runs),
    liftRegistrations: () => liftRegistrations(services),
    rotateKey: (commit) => rotateKey(services.serviceKey(), ROTATION_ENDS, commit, now()),
    activeConnections: (of) => services.index.countActive(of),
    endConnections: (of, requestId) => endConnections(services, of, requestId),
    showAct: (act, loginId) => services.providerActs.add(act, { loginId }),
    failedMails: () => failedMailRows(services),
    sendMailAgain: (id, requestId) => sendMailAgain(services, id, requestId),
    held: () => holds.list(),
    isStore: (store) => holds.isStore(store),
    hold: (store) => holds.hold(store),
    resume: (store) => holds.resume(store),
    endEndedConnections: (after, requestId) => holds.endConnections(after, requestId),
    missingActions: (since, after, requestId) => holds.missingActions(since, after, requestId),
    restorePreview: (store, to) => holds.restorePreview(store, to),
    restore: (store, to) => holds.restore(store, to),
  };
}

const ROTATION_ENDS = "connections, sessions and cursors. Their customers must connect and sign in again.";

const DAY_MS = 86_400_000;

async function liftRegistrations({ registry, now }: AccountServices): Promise<ActResult> {
  const until = now() + DAY_MS;
  await registry.lift(until);
  return { isDone: true, text: `Every registration is kept until ${shownInstant(until)}.` };
}

/** The maximum number of connections that one call ends. Repeating the call ends the rest. */
const MAX_ENDED = 200;

/** Ends the matching active connections, and records for the customers' pages that the provider ended them. */
async function endConnections(
  { index, connectionOf, providerActs }: AccountServices,
  of: ConnectionsOf,
  requestId: string,
): Promise<{ ended: number; left: number }> {
  const { found, total } = await index.find(of, MAX_ENDED, true);
  const outcomes = await inBatches(found, async ({ id, loginId }) => {
    const connection = connectionOf(id);
    const summary = await connection.summary(0);
    if (!summary || summary.end) return false;
    await connection.end("ended_by_provider", requestId);
    await providerActs.addEnd(id, { loginId }, summary.name);
    return true;
  });
  const failed = logRejected("connection_unreachable", outcomes, requestId);
  const ended = fulfilledOf(outcomes).filter((hasEnded) => hasEnded).length;
  return { ended, left: total - found.length + failed };
}

/** Lists the e-mails about connections that failed in the last 7 days. */
async function failedMailRows({ failedMails }: AccountServices): Promise<ShownRow[]> {
  return (await failedMails.list()).map(
    ({ id, connectionId: connection, accountId: account, kind, failedAt, requestId }) => ({
      mail: id,
      ...{ kind, connection, account },
      failedAt: shownInstant(failedAt),
      requestId,
    }),
  );
}

/** Sends an e-mail again with current content. If the e-mail fails again, it is listed under a new number. */
async function sendMailAgain(
  { failedMails, connectionOf, providerActs }: AccountServices,
  id: number,
  requestId: string,
): Promise<ActResult> {
  const mail = await failedMails.take(id);
  if (!mail) return { isDone: false, text: "There is no such failed mail, or it was already sent again." };
  const { connectionId, kind } = mail;
  const isSent = await connectionOf(connectionId)
    .sendAgain(kind, requestId)
    .catch(async (cause: unknown) => {
      await failedMails.add(kind, { ...mail, id: connectionId }, mail.requestId ?? undefined);
      throw cause;
    });
  if (!isSent) return { isDone: false, text: "This mail is out of date: the connection has changed since." };
  const isBack = (await failedMails.list()).some((one) => one.connectionId === connectionId && one.id > id);
  if (isBack) return { isDone: false, text: "It failed again: it is listed under a new number, and the log says why." };
  const shown = providerActs.add("mailed", mail);
  await logFailure("operator_act_not_shown", shown, { request_id: requestId, act: "mailed" });
  return { isDone: true, text: "It was accepted for delivery." };
}

/** Returns the operator's open work, and the last run of each kind of scheduled work. */
export async function accountStatus(
  db: D1Database,
  billingSystem: string,
  runs: Pick<ScheduledRuns<AccountWork>, "list">,
): Promise<StatusTables> {
  const query = `SELECT 'stuck actions' AS what, count(*) AS count, 'stuck' AS see FROM stuck_actions WHERE billing_system = ?1
    UNION ALL SELECT 'instructions not carried out yet', count(*), 'stuck' FROM settle_instructions WHERE state = 'asked' AND billing_system = ?1
    UNION ALL SELECT 'mails about connections that failed in the last 7 days', count(*), 'mails' FROM failed_mails WHERE billing_system = ?1`;
  const { results: counts } = await statement(db, query, billingSystem).all<StatusCount>();
  const problems = `SELECT ${shownColumn("failed_at")} AS at, 'mail failed' AS problem, 'connection ' || kind AS kind, account_id AS account, id AS mail, request_id AS requestId
    FROM failed_mails WHERE billing_system = ? ORDER BY failed_at DESC LIMIT ${MAX_PROBLEMS}`;
  return {
    counts,
    problems: await shownRows(db, problems, billingSystem),
    scheduledWork: runRows(await runs.list()),
  };
}
