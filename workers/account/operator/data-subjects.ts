import {
  type AccountExportTable,
  type ErasedEntries,
  EXPORTED_TABLES,
} from "../../../durable-objects/account/operator/operator-view.ts";
import type { ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, EraseStep, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { type ExportedTable, type ExportPage, pageOf } from "../../../shared/operator-contract/export-pages.ts";
import { valueOrLogged } from "../../../shared/platform/log.ts";
import { statement } from "../../../shared/platform/statement.ts";
import type { AccountServices } from "../composition.ts";
import { fulfilledOf, inBatches, logRejected, valuesOf } from "../connections/in-batches.ts";
import { summaryRow } from "./look-up.ts";
import { eraseSubjectRows, subjectTables, withInstants } from "./subject-rows.ts";

/** The maximum number of connections that one call deletes. */
const MAX_DELETED = 50;

type SubjectServices = Pick<
  AccountServices,
  "db" | "billingSystem" | "connectionOf" | "accountOf" | "index" | "actingLogins" | "now"
> & {
  sessionList: Pick<AccountServices["sessionList"], "end">;
};

/** Returns the methods that find, export and erase this Worker's data about a login or an account. */
export function dataSubjects(services: SubjectServices): Pick<AccountOperatorPort, "placesOf" | "exportOf" | "erase"> {
  return {
    async placesOf(subject, until) {
      const places = await findPlaces(services, subject, until);
      const entries = entriesOf(subject, places);
      const openActions = await sumOf(places.accounts, (account) => services.accountOf(account).openActions(entries));
      return { places, openActions };
    },
    async exportOf(subject, cursor, requestId) {
      return exportPage(services, subject, await findPlaces(services, subject, null), cursor, requestId);
    },
    erase: (subject, places, requestId) => eraseIn(services, subject, places, requestId),
  };
}

/**
 * Erases the data about a subject. Sessions are ended first, so that nobody continues a session while the login's
 * connections are deleted.
 */
async function eraseIn(
  services: SubjectServices,
  subject: DataSubject,
  places: SubjectPlaces,
  requestId: string,
): Promise<EraseStep> {
  const { kind, id } = subject;
  const until = places.until ?? Number.MAX_SAFE_INTEGER;
  const sessions = kind === "login" ? await services.sessionList.end({ loginId: id, until }) : 0;
  if (sessions > 0) return { left: sessions, note: `${sessions} sessions are left.` };
  const connections = await eraseConnections(services, places.connections, requestId);
  if (connections > 0) return { left: connections, note: `${connections} connections are left.` };
  const entries = entriesOf(subject, places);
  const open = await sumOf(places.accounts, (account) => services.accountOf(account).erase(entries));
  if (open > 0) return { left: open, note: `${open} actions are open: the erasure continues once they are settled.` };
  await eraseSubjectRows(services, subject, places);
  return { left: 0, note: "" };
}

/**
 * Erases connections.
 * @returns the number of connections that remain
 */
async function eraseConnections(
  { db, connectionOf, index }: SubjectServices,
  ids: string[],
  requestId: string,
): Promise<number> {
  const query = "SELECT id FROM connections WHERE id IN (SELECT value FROM json_each(?))";
  const { results } = await statement(db, query, JSON.stringify(ids)).all<{ id: string }>();
  const now = results.slice(0, MAX_DELETED);
  const erased = await inBatches(now, async ({ id }) => {
    await connectionOf(id).erase(requestId);
    // If its object was empty, the index may still list the connection.
    await index.forget(id);
  });
  return results.length - now.length + logRejected("connection_unreachable", erased, requestId);
}

async function findPlaces(
  { db, billingSystem, actingLogins }: Pick<SubjectServices, "db" | "billingSystem" | "actingLogins">,
  { kind, id }: DataSubject,
  until: number | null,
): Promise<SubjectPlaces> {
  const query = `SELECT id, account_id AS account, application FROM connections
    WHERE ${kind}_id = ?1 AND billing_system = ?2 AND (?3 IS NULL OR made_at <= ?3)`;
  const found = statement(db, query, id, billingSystem, until);
  const { results } = await found.all<{ id: string; account: number; application: string }>();
  const byHand = await actingLogins.accountsOf({ by: kind, id: String(id) });
  const accounts = new Set([...results.map(({ account }) => account), ...byHand]);
  // The account's object may have a log even if no connection is listed.
  if (kind === "account") accounts.add(id);
  const applications = new Set(results.map(({ application }) => application));
  return { connections: results.map((row) => row.id), accounts: [...accounts], applications: [...applications], until };
}

/** Returns the filter for the entries to erase: those of one login, or all entries of the account. */
function entriesOf({ kind, id }: DataSubject, { until }: SubjectPlaces): ErasedEntries {
  return { loginId: kind === "login" ? id : null, until };
}

/** Adds up the counts of the accounts. @throws the first failure */
async function sumOf(accounts: number[], countIn: (account: number) => Promise<number>): Promise<number> {
  const counts = valuesOf(await inBatches(accounts, countIn));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The maximum number of connections that one read calls. */
const MAX_ASKED = 6;

/**
 * Returns one page of this Worker's data about a subject.
 * @param cursor `null` for the first page
 */
function exportPage(
  services: SubjectServices,
  subject: DataSubject,
  places: SubjectPlaces,
  cursor: string | null,
  requestId: string,
): Promise<ExportPage> {
  const sorted = { ...places, connections: places.connections.toSorted(), accounts: places.accounts.toSorted() };
  const objects = EXPORTED_TABLES.map((name) => accountTable(services, subject, sorted.accounts, name));
  return pageOf(
    [
      connectionTable(services, sorted.connections, requestId),
      callTable(services, sorted.connections, requestId),
      ...objects,
      ...subjectTables(services, subject, places),
    ],
    cursor,
  );
}

function connectionTable({ connectionOf }: SubjectServices, ids: string[], requestId: string): ExportedTable {
  return {
    name: "connections",
    async read(after) {
      const open = ids.filter((id) => after === null || id > after);
      const asked = open.slice(0, MAX_ASKED);
      const read = await inBatches(asked, (id) => connectionOf(id).summary(0));
      const failed = logRejected("connection_unreachable", read, requestId);
      const rows = fulfilledOf(read).flatMap((summary) => (summary ? [agreementRow(summary)] : []));
      const next = asked.length < open.length ? (asked.at(-1) ?? null) : null;
      return { rows, next, ...(failed > 0 && { note: `${failed} connections did not answer: do it again.` }) };
    },
  };
}

/** Reads the calls of one connection after another, newest call first. */
function callTable({ connectionOf }: SubjectServices, ids: string[], requestId: string): ExportedTable {
  return {
    name: "calls",
    async read(after, limit) {
      const [from, before] = after === null ? [ids[0], null] : JSON.parse(after);
      const at = ids.findIndex((id) => from !== undefined && id >= from);
      const id = ids[at];
      if (id === undefined) return { rows: [], next: null };
      const asked = connectionOf(id).entries(id === from ? before : null, limit);
      const read = await valueOrLogged("connection_unreachable", asked, { request_id: requestId });
      const calls = read ?? [];
      const last = calls.length < limit ? undefined : calls.at(-1);
      const next = last ? [id, { at: last.at, id: last.id }] : [ids[at + 1], null];
      return {
        rows: calls.map((call): ShownRow => ({ connection: id, ...call })),
        next: next[0] === undefined ? null : JSON.stringify(next),
        ...(read === null && { note: `Connection ${id} did not answer: do it again.` }),
      };
    },
  };
}

/** Reads the accounts one after another. */
function accountTable(
  { accountOf }: SubjectServices,
  { kind, id }: DataSubject,
  accounts: number[],
  name: AccountExportTable,
): ExportedTable {
  return {
    name,
    async read(after, limit) {
      const [at, offset] = after === null ? [0, 0] : (JSON.parse(after) as [number, number]);
      const account = accounts[at];
      if (account === undefined) return { rows: [], next: null };
      const loginId = kind === "login" ? id : null;
      const rows = await accountOf(account).exportRows(name, { loginId, limit, offset });
      const next = rows.length < limit ? [at + 1, 0] : [at, offset + limit];
      return {
        rows: rows.map((row) => withInstants({ account, ...row })),
        next: (next[0] ?? 0) < accounts.length ? JSON.stringify(next) : null,
      };
    },
  };
}

function agreementRow(summary: ConnectionSummary): ShownRow {
  const { accountName, currency, operations, asks, contact } = summary;
  return {
    ...summaryRow(summary),
    ...{ accountName, currency, operations: operations?.join(" ") ?? null, asks: JSON.stringify(asks) },
    contact: contact.email,
  };
}
