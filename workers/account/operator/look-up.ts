import type { LoggedAction } from "../../../durable-objects/account/operator/operator-port.ts";
import type { ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { LogEntry } from "../../../shared/account-access/call-log.ts";
import type { ConnectionsOf, RequestSearch, RowsFound } from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownColumn, shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { IndexedConnections, type IndexedPlace } from "./indexed-connections.ts";

/** Objects that one look-up asks. */
const MAX_OBJECTS = 200;
const ENTRIES_SHOWN = 50;
/** Entries of one object that a request id is looked for in. */
const ENTRIES_SEARCHED = 5_000;

type LookUpServices = Pick<AccountServices, "db" | "billingSystem" | "connectionOf" | "accountOf" | "connectionIds">;

/** Finds what the operator console shows. Nothing of it is a secret: tokens and keys are not even read. */
export class LookUp {
  readonly #services: LookUpServices;
  readonly #index: IndexedConnections;

  constructor(services: LookUpServices) {
    this.#services = services;
    this.#index = new IndexedConnections(services.db, services.billingSystem);
  }

  /** Connections as their objects know them, the newest first. */
  async connections(of: ConnectionsOf, requestId: string): Promise<RowsFound> {
    const { found, total } = await this.#index.find(of, MAX_OBJECTS);
    const rows = await inBatches(found, async (place) => {
      const summary = await this.#services.connectionOf(place.id).summary(0);
      return summary ? summaryRow(summary) : goneRow(place);
    });
    const failed = logRejected("connection_unreachable", rows, requestId);
    const left = total - found.length + failed;
    return { rows: rows.flatMap((row) => (row.status === "fulfilled" ? [row.value] : [])), left };
  }

  /** An application that is registered, or whose document was read: no secret of its record. */
  async application(id: string): Promise<ShownRow[]> {
    const { results } = await this.#services.db
      .prepare(
        `SELECT id AS application, json_extract(record, '$.clientName') AS name, kind,
           ${shownColumn("registered_at")} AS registeredAt, ${shownColumn("used_at")} AS usedAt FROM clients WHERE id = ?`,
      )
      .bind(id)
      .all<ShownRow>();
    return results;
  }

  /** The newest calls of a connection. A forged id is none of ours, and makes no object. */
  async calls(connection: string): Promise<ShownRow[]> {
    if (!(await this.#services.connectionIds.isOurs(connection))) return [];
    return (await this.#services.connectionOf(connection).entries(null, ENTRIES_SHOWN)).map((entry) =>
      callRow(connection, entry),
    );
  }

  /** The journal of an account. */
  async journal(account: number): Promise<ShownRow[]> {
    if (!(await this.#index.hasAccount(account))) return [];
    const rows = await this.#services.accountOf(account).journalEntries();
    return rows.map(({ sentAt, settledAt, ...row }) => ({
      ...row,
      sentAt: shownInstant(sentAt),
      settledAt: shownInstant(settledAt),
    }));
  }

  /** The newest entries of an account's log of actions. */
  async actions(account: number): Promise<ShownRow[]> {
    const filter = { loginId: null, requestId: null, limit: ENTRIES_SHOWN };
    if (!(await this.#index.hasAccount(account))) return [];
    const actions = await this.#services.accountOf(account).loggedActions(filter);
    return actions.map((action) => actionRow(account, action));
  }

  /** The calls and actions with a request id. */
  async request({ requestId: sought, login, account }: RequestSearch, requestId: string): Promise<RowsFound> {
    const { found, total } = await this.#placesOf(login, account);
    const accounts = new Set(found.map(({ accountId }) => accountId));
    const ofConnections = await inBatches(found, async ({ id }) => {
      const entries = await this.#services.connectionOf(id).entries(null, ENTRIES_SEARCHED);
      return entries.filter((entry) => entry.requestId === sought).map((entry) => callRow(id, entry));
    });
    const ofAccounts = await inBatches([...accounts], async (accountId) => {
      const filter = { loginId: null, requestId: sought, limit: ENTRIES_SHOWN };
      const actions = await this.#services.accountOf(accountId).loggedActions(filter);
      return actions.map((action) => actionRow(accountId, action));
    });
    const all = [...ofConnections, ...ofAccounts];
    const left = total - found.length + logRejected("connection_unreachable", all, requestId);
    return { rows: all.flatMap((rows) => (rows.status === "fulfilled" ? rows.value : [])), left };
  }

  #placesOf(login: number | null, account: number | null) {
    if (login !== null) return this.#index.find({ by: "login", id: String(login) }, MAX_OBJECTS);
    if (account !== null) return this.#index.find({ by: "account", id: String(account) }, MAX_OBJECTS);
    return this.#index.newest(MAX_OBJECTS);
  }
}

function summaryRow(summary: ConnectionSummary): ShownRow {
  const { id, application, name, loginId, accountId, scopes, limitName, madeAt, lastUsedAt, end } = summary;
  return {
    connection: id,
    ...{ name, application, login: loginId, account: accountId },
    scopes: scopes.join(" "),
    only: limitName,
    ...{ madeAt, lastUsedAt, endsAt: summary.expiresAt, endedAt: end?.at ?? null, why: end?.reason ?? null },
  };
}

/** A row of the list whose object has nothing. */
function goneRow({ id, loginId, accountId, application }: IndexedPlace): ShownRow {
  return { connection: id, name: null, application, login: loginId, account: accountId, why: "empty" };
}

function callRow(
  connection: string,
  { at, operation, target, outcome, status, code, via, requestId }: LogEntry,
): ShownRow {
  return { at, connection, operation, target, outcome, status, code, via, requestId };
}

function actionRow(account: number, { at, login, application, ...entry }: LoggedAction): ShownRow {
  const { connection, operation, target, outcome, status, code, via, requestId } = entry;
  return { at: shownInstant(at), account, login, connection, operation, target, outcome, status, code, via, requestId };
}
