import type { ErasedEntries } from "../../../durable-objects/account/operator/operator-port.ts";
import {
  type DataSubject,
  type EraseStep,
  type SubjectPlaces,
  sessionsStep,
} from "../../../shared/operator-contract/erasure.ts";
import type { ExportPage } from "../../../shared/operator-contract/export-pages.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { exportPage } from "./subject-export.ts";
import { eraseSubjectRows } from "./subject-rows.ts";

/** Connections that one call deletes. */
const MAX_DELETED = 50;

const DONE: EraseStep = { left: 0, note: "" };

type SubjectServices = Pick<
  AccountServices,
  "db" | "billingSystem" | "connectionOf" | "accountOf" | "index" | "now"
> & {
  sessionList: Pick<AccountServices["sessionList"], "end">;
};

/** What this Worker keeps about a login or an account: exports it, and erases it in steps that may each be repeated. */
export class DataSubjects {
  readonly #services: SubjectServices;
  readonly #db: D1Database;

  constructor(services: SubjectServices) {
    this.#services = services;
    this.#db = services.db;
  }

  async placesOf({ kind, id }: DataSubject, until: number | null = null): Promise<SubjectPlaces> {
    const { results } = await this.#db
      .prepare(
        `SELECT id, account_id AS account, application FROM connections
         WHERE ${kind}_id = ?1 AND billing_system = ?2 AND (?3 IS NULL OR made_at <= ?3)`,
      )
      .bind(id, this.#services.billingSystem, until)
      .all<{ id: string; account: number; application: string }>();
    const accounts = new Set(results.map(({ account }) => account));
    // Its object may keep a log although no connection is listed any more.
    if (kind === "account") accounts.add(id);
    const applications = new Set(results.map(({ application }) => application));
    const connections = results.map((row) => row.id);
    return { connections, accounts: [...accounts], applications: [...applications], until };
  }

  async openActions(subject: DataSubject, places: SubjectPlaces): Promise<number> {
    const counts = await inBatches(places.accounts, (account) =>
      this.#services.accountOf(account).openActions(entriesOf(subject, places)),
    );
    return sumOf(counts);
  }

  async exportOf(subject: DataSubject, cursor: string | null, requestId: string): Promise<ExportPage> {
    return exportPage(this.#services, subject, await this.placesOf(subject), cursor, requestId);
  }

  async endSessions({ kind, id }: DataSubject, until = Number.MAX_SAFE_INTEGER): Promise<EraseStep> {
    if (kind === "account") return DONE;
    return sessionsStep(await this.#services.sessionList.end({ loginId: id, until }));
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

  async eraseObjects(subject: DataSubject, places: SubjectPlaces): Promise<EraseStep> {
    const entries = entriesOf(subject, places);
    const left = sumOf(await inBatches(places.accounts, (account) => this.#services.accountOf(account).erase(entries)));
    return left === 0 ? DONE : { left, note: `${left} actions are open: it goes on once they are settled.` };
  }

  async eraseRows(subject: DataSubject, places: SubjectPlaces): Promise<EraseStep> {
    await eraseSubjectRows(this.#services, subject, places);
    return DONE;
  }

  async #stillListed(ids: string[]): Promise<string[]> {
    const { results } = await this.#db
      .prepare("SELECT id FROM connections WHERE id IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(ids))
      .all<{ id: string }>();
    return results.map(({ id }) => id);
  }
}

/** Whose entries of an account: a login's own, or everybody's. */
function loginOf({ kind, id }: DataSubject): number | null {
  return kind === "login" ? id : null;
}

function entriesOf(subject: DataSubject, { until }: SubjectPlaces): ErasedEntries {
  return { loginId: loginOf(subject), until: until ?? null };
}

/** @throws what any of them failed with */
function sumOf(counts: PromiseSettledResult<number>[]): number {
  return counts.reduce((sum, count) => {
    if (count.status === "rejected") throw count.reason;
    return sum + count.value;
  }, 0);
}
