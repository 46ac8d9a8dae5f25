import { rowsOf, type ShownRow } from "../../../shared/operator-contract/answers.ts";
import {
  type DataSubject,
  type EraseStep,
  type SubjectExport,
  type SubjectPlaces,
  sessionsStep,
} from "../../../shared/operator-contract/erasure.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { IndexedConnections } from "./indexed-connections.ts";
import { instantOf } from "./look-up.ts";

/** Connections that one call deletes. */
const MAX_DELETED = 50;
/** Calls of one connection in an export. */
const MAX_CALLS = 10_000;

const DONE: EraseStep = { left: 0, note: "" };

type SubjectServices = Pick<
  AccountServices,
  "db" | "connectionOf" | "accountOf" | "index" | "describe" | "sessionList"
>;

/** What this Worker keeps about a login or an account: exports it, and erases it in steps that may each be repeated. */
export class DataSubjects {
  readonly #services: SubjectServices;
  readonly #db: D1Database;

  constructor(services: SubjectServices) {
    this.#services = services;
    this.#db = services.db;
  }

  async installationsOf({ kind, id }: Pick<DataSubject, "kind" | "id">, requestId: string): Promise<string[]> {
    const index = new IndexedConnections(this.#db);
    const known = await (kind === "login" ? index.installationsOfLogin(id) : index.installationsOf(id));
    if (known.length > 0) return known;
    const described = await this.#services.describe(requestId);
    return described.ok ? [described.value.installation] : [];
  }

  async placesOf({ kind, installation, id }: DataSubject): Promise<SubjectPlaces> {
    const { results } = await this.#db
      .prepare(
        `SELECT id, account_id AS account, application FROM connections LEFT JOIN connection_installations USING (id)
         WHERE ${kind}_id = ? AND coalesce(installation, '') = ?`,
      )
      .bind(id, installation)
      .all<{ id: string; account: number; application: string }>();
    const accounts = new Set(results.map(({ account }) => account));
    // Its object may keep a log although no connection is listed any more.
    if (kind === "account") accounts.add(id);
    const applications = new Set(results.map(({ application }) => application));
    return { connections: results.map((row) => row.id), accounts: [...accounts], applications: [...applications] };
  }

  async openActions(subject: DataSubject, places: SubjectPlaces): Promise<number> {
    const counts = await inBatches(places.accounts, (account) =>
      this.#accountOf(subject, account).openActions(loginOf(subject)),
    );
    return sumOf(counts);
  }

  async exportOf(subject: DataSubject, requestId: string): Promise<SubjectExport> {
    const { connections: ids, accounts } = await this.placesOf(subject);
    const notes: string[] = [];
    const read = await inBatches(ids, async (id) => {
      const connection = this.#services.connectionOf(id);
      const [agreement, calls] = await Promise.all([connection.summary(0), connection.entries(null, MAX_CALLS)]);
      if (calls.length === MAX_CALLS) notes.push(`Of connection ${id} only the newest ${MAX_CALLS} calls are here.`);
      return { agreement, calls: calls.map((call): ShownRow => ({ connection: id, ...call })) };
    });
    if (logRejected("connection_unreachable", read, requestId) > 0)
      notes.push("Some connections did not answer: do it again.");
    const found = read.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const objects = await Promise.all(
      accounts.map(async (account) => ({
        account,
        ...(await this.#accountOf(subject, account).exportOf(loginOf(subject))),
      })),
    );
    return {
      tables: {
        connections: found.flatMap(({ agreement }) => (agreement ? [agreementRow(agreement)] : [])),
        calls: found.flatMap(({ calls }) => calls),
        actions: objects.flatMap(({ account, actions }) =>
          actions.map((action) => ({ account, ...action, at: instantOf(action.at) })),
        ),
        journal: objects.flatMap(({ account, journal }) =>
          journal.map((entry) => ({
            ...{ account, ...entry },
            sentAt: instantOf(entry.sentAt),
            settledAt: instantOf(entry.settledAt),
          })),
        ),
        approvals: objects.flatMap(({ account, approvals }) => rowsOf(approvals).map((row) => ({ account, ...row }))),
        orderSums: objects.flatMap(({ account, orderSums }) => rowsOf(orderSums).map((row) => ({ account, ...row }))),
        ...(await this.#rowsOf(subject)),
      },
      notes,
    };
  }

  async endSessions({ kind, installation, id }: DataSubject): Promise<EraseStep> {
    if (kind === "account") return DONE;
    return sessionsStep(await this.#services.sessionList.end({ loginId: id, installation }));
  }

  async eraseConnections(_: DataSubject, { connections }: SubjectPlaces, requestId: string): Promise<EraseStep> {
    const listed = await this.#stillListed(connections);
    const now = listed.slice(0, MAX_DELETED);
    const erased = await inBatches(now, async (id) => {
      await this.#services.connectionOf(id).erase(requestId);
      // Where its object had nothing, the list may still have it.
      await this.#services.index.forget(id);
    });
    const failed = logRejected("connection_unreachable", erased, requestId);
    const left = listed.length - now.length + failed;
    return { left, note: left === 0 ? "" : `${left} connections are left.` };
  }

  async eraseObjects(subject: DataSubject, { accounts }: SubjectPlaces): Promise<EraseStep> {
    const left = sumOf(
      await inBatches(accounts, (account) => this.#accountOf(subject, account).erase(loginOf(subject))),
    );
    return left === 0 ? DONE : { left, note: `${left} actions are open: it goes on once they are settled.` };
  }

  async eraseRows(subject: DataSubject, { connections, applications }: SubjectPlaces): Promise<EraseStep> {
    const { kind, installation, id } = subject;
    const ofSubject = `${kind}_id = ?1 AND installation = ?2`;
    const bound = (sql: string) => this.#db.prepare(sql).bind(id, installation);
    const ids = JSON.stringify(connections);
    const ofConnections = (sql: string) => this.#db.prepare(sql).bind(ids);
    const among = "IN (SELECT value FROM json_each(?1))";
    await this.#db.batch([
      ofConnections(`DELETE FROM connection_installations WHERE id ${among}`),
      ofConnections(`DELETE FROM connections WHERE id ${among}`),
      // A registration that nobody else uses is of this customer's own program.
      this.#db
        .prepare(
          `DELETE FROM clients WHERE kind = 'registered' AND id ${among} AND id NOT IN (SELECT application FROM connections)`,
        )
        .bind(JSON.stringify(applications)),
      ofConnections(`DELETE FROM operator_ends WHERE connection_id ${among}`),
      ...["failed_mails", "sent_actions"].map((table) => bound(`DELETE FROM ${table} WHERE ${ofSubject}`)),
      ...(kind === "login" ? [bound("DELETE FROM operator_ends WHERE login_id = ?1 AND installation = ?2")] : []),
      bound(
        kind === "login"
          ? `DELETE FROM settle_instructions WHERE installation = ?2 AND id IN
               (SELECT instruction_id FROM settled_actions WHERE login_id = ?1)`
          : "DELETE FROM settle_instructions WHERE account_id = ?1 AND installation = ?2",
      ),
      this.#db.prepare("DELETE FROM settled_actions WHERE instruction_id NOT IN (SELECT id FROM settle_instructions)"),
      bound(`DELETE FROM stuck_actions WHERE ${ofSubject}`),
    ]);
    return DONE;
  }

  /** Rows of the database about a subject. */
  async #rowsOf({ kind, installation, id }: DataSubject): Promise<Record<string, ShownRow[]>> {
    const ofSubject = `${kind}_id = ?1 AND installation = ?2`;
    const queries = {
      failedMails: `SELECT * FROM failed_mails WHERE ${ofSubject}`,
      sentActions: `SELECT reference, login_id, account_id, operation, target, application, connection, via, request_id, sent_at
        FROM sent_actions WHERE ${ofSubject}`,
      sessions: `SELECT ${instant("signed_in_at")} AS signedInAt, ${instant("ends_at")} AS endsAt
          FROM signed_in_sessions WHERE ${kind === "login"} AND login_id = ?1 AND installation = ?2`,
      stuckActions: `SELECT * FROM stuck_actions WHERE ${ofSubject}`,
      endedByProvider: "SELECT * FROM operator_ends WHERE login_id = ?1 AND installation = ?2",
      settleInstructions:
        kind === "login"
          ? `SELECT i.* FROM settle_instructions i JOIN settled_actions ON instruction_id = i.id
             WHERE login_id = ?1 AND installation = ?2`
          : "SELECT * FROM settle_instructions WHERE account_id = ?1 AND installation = ?2",
    };
    const names = Object.keys(queries) as (keyof typeof queries)[];
    const read = await this.#db.batch<ShownRow>(
      names.map((name) => this.#db.prepare(queries[name]).bind(id, installation)),
    );
    return Object.fromEntries(names.map((name, at) => [name, read[at]?.results ?? []]));
  }

  async #stillListed(ids: string[]): Promise<string[]> {
    const { results } = await this.#db
      .prepare("SELECT id FROM connections WHERE id IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(ids))
      .all<{ id: string }>();
    return results.map(({ id }) => id);
  }

  #accountOf({ installation }: DataSubject, accountId: number) {
    return this.#services.accountOf({ installation, accountId });
  }
}

/** Epoch milliseconds of a column as RFC 3339. */
function instant(column: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%SZ', ${column} / 1000, 'unixepoch')`;
}

/** Whose entries of an account: a login's own, or everybody's. */
function loginOf({ kind, id }: DataSubject): number | null {
  return kind === "login" ? id : null;
}

/** @throws what any of them failed with */
function sumOf(counts: PromiseSettledResult<number>[]): number {
  return counts.reduce((sum, count) => {
    if (count.status === "rejected") throw count.reason;
    return sum + count.value;
  }, 0);
}

function agreementRow(
  summary: NonNullable<Awaited<ReturnType<ReturnType<SubjectServices["connectionOf"]>["summary"]>>>,
): ShownRow {
  const { id, name, application, loginId, accountId, accountName, currency, scopes, operations, limitName } = summary;
  const { asks, madeAt, endsAt, lastUsedAt, end } = summary;
  return {
    connection: id,
    ...{ name, application, login: loginId, account: accountId, accountName, currency, limit: limitName },
    scopes: scopes.join(" "),
    operations: operations?.join(" ") ?? null,
    asks: JSON.stringify(asks),
    ...{ madeAt, endsAt, lastUsedAt, endedAt: end?.at ?? null, endReason: end?.reason ?? null },
  };
}
