import type { LoggedWrite, OperatorFilter } from "../../../durable-objects/account/operator/operator-view.ts";
import type { ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { LogEntry } from "../../../shared/account-access/call-log.ts";
import type {
  AccountOperatorPort,
  ConnectionsOf,
  RowsFound,
} from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownColumn, shownInstant, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";
import type { AccountServices } from "../composition.ts";
import type { IndexedConnection } from "../connections/connection-index.ts";
import { fulfilledOf, inBatches, logRejected } from "../connections/in-batches.ts";
import { stuckOfAccount } from "./stuck-list.ts";

/** The maximum number of connections that one lookup reads. */
const MAX_OBJECTS = 200;
const ENTRIES_SHOWN = 50;
/** The maximum number of entries of one connection that are searched for a request id. */
const ENTRIES_SEARCHED = 5_000;

const ANY = { requestId: null, target: null };

type LookUpServices = Pick<
  AccountServices,
  "db" | "billingSystem" | "connectionOf" | "accountOf" | "connectionIds" | "index" | "actingLogins"
>;

/** Returns the operator console's lookups. They never read secrets such as tokens and keys. */
export function lookUps(
  services: LookUpServices,
): Pick<
  AccountOperatorPort,
  "connections" | "application" | "connection" | "account" | "actionsOn" | "journal" | "request"
> {
  const { db, billingSystem, connectionOf, accountOf, connectionIds, index } = services;
  const connections = async (of: ConnectionsOf, requestId: string): Promise<RowsFound> => {
    const { found, total } = await index.find(of, MAX_OBJECTS);
    const rows = await inBatches(found, async (place) => {
      const summary = await connectionOf(place.id).summary(0);
      return summary ? summaryRow(summary) : goneRow(place);
    });
    const failed = logRejected("connection_unreachable", rows, requestId);
    return { rows: fulfilledOf(rows), left: total - found.length + failed };
  };
  /** Returns a connection's newest calls. For a forged id, it returns none and creates no object. */
  const newestCalls = async (connection: string): Promise<ShownRow[]> => {
    if (!(await connectionIds.isOurs(connection))) return [];
    return (await connectionOf(connection).entries(null, ENTRIES_SHOWN)).map((entry) => callRow(connection, entry));
  };
  /** Checks whether the database lists an account. A lookup must not create the object of an unlisted account. */
  const isListed = async (account: number): Promise<boolean> => {
    const tables = ["connections", "acting_logins", "stuck_actions", "failed_mails"];
    const ofAccount = tables.map((table) => `SELECT 1 FROM ${table} WHERE account_id = ?1 AND billing_system = ?2`);
    return (await statement(db, ofAccount.join(" UNION "), account, billingSystem).first()) !== null;
  };
  const actionsOf = async (
    accountId: number,
    of: Pick<OperatorFilter, "requestId" | "target">,
  ): Promise<ShownRow[]> => {
    const actions = await accountOf(accountId).loggedActions({ ...of, limit: ENTRIES_SHOWN });
    return actions.map((action) => actionRow(accountId, action));
  };
  return {
    connections,
    application: async (id, requestId) => ({
      // The query leaves out the secrets in the record.
      application: await shownRows(
        db,
        `SELECT id AS application, json_extract(record, '$.clientName') AS name, kind,
           ${shownColumn("registered_at")} AS registeredAt, ${shownColumn("used_at")} AS usedAt FROM clients WHERE id = ?`,
        id,
      ),
      connections: await connections({ by: "application", id }, requestId),
    }),
    connection: async (id, requestId) => ({
      connection: await connections({ by: "connection", id }, requestId),
      calls: await newestCalls(id),
    }),
    async account(account, requestId) {
      return {
        connections: await connections({ by: "account", id: String(account) }, requestId),
        stuck: await stuckOfAccount(db, billingSystem, account),
        actions: (await isListed(account)) ? await actionsOf(account, ANY) : [],
      };
    },
    actionsOn: async (account, target) => ((await isListed(account)) ? actionsOf(account, { ...ANY, target }) : []),
    async journal(account) {
      if (!(await isListed(account))) return [];
      const rows = await accountOf(account).journalEntries();
      return rows.map(({ sentAt, settledAt, ...row }) => ({
        ...row,
        sentAt: shownInstant(sentAt),
        settledAt: shownInstant(settledAt),
      }));
    },
    async request(sought, of, requestId) {
      const { found, total } = await index.find(of, MAX_OBJECTS);
      const byHand = of ? await services.actingLogins.accountsOf(of) : [];
      const accounts = new Set([...found.map(({ accountId }) => accountId), ...byHand]);
      const ofConnections = await inBatches(found, async ({ id }) => {
        const entries = await connectionOf(id).entries(null, ENTRIES_SEARCHED);
        return entries.filter((entry) => entry.requestId === sought).map((entry) => callRow(id, entry));
      });
      const ofAccounts = await inBatches([...accounts], (accountId) =>
        actionsOf(accountId, { ...ANY, requestId: sought }),
      );
      const all = [...ofConnections, ...ofAccounts];
      const left = total - found.length + logRejected("connection_unreachable", all, requestId);
      return { rows: fulfilledOf(all).flat(), left };
    },
  };
}

/** Returns the row that shows a connection, from the summary that the connection's object returns. */
export function summaryRow(summary: ConnectionSummary): ShownRow {
  const { id, application, name, loginId, accountId, scopes, limitName, madeAt, lastUsedAt, end } = summary;
  return {
    connection: id,
    // An API token has no application.
    ...{ name, application: application === id ? null : application, login: loginId, account: accountId },
    scopes: scopes.join(" "),
    only: limitName,
    ...{
      madeAt,
      lastUsedAt,
      endsAt: end ? null : summary.expiresAt,
      endedAt: end?.at ?? null,
      why: end?.reason ?? null,
    },
  };
}

/** Returns the row for a listed connection whose object is empty. */
function goneRow({ id, loginId, accountId, application }: IndexedConnection): ShownRow {
  return { connection: id, name: null, application, login: loginId, account: accountId, why: "empty" };
}

function callRow(
  connection: string,
  { at, operation, target, outcome, status, code, via, requestId }: LogEntry,
): ShownRow {
  return { at, connection, operation, target, outcome, status, code, via, requestId };
}

function actionRow(account: number, { at, login, application, ...entry }: LoggedWrite): ShownRow {
  const { connection, operation, target, outcome, status, code, via, requestId } = entry;
  return { at: shownInstant(at), account, login, connection, operation, target, outcome, status, code, via, requestId };
}
