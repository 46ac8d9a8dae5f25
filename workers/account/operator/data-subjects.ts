import type { ErasedEntries } from "../../../durable-objects/account/operator/operator-view.ts";
import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { DataSubject, EraseStep, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import type { AccountServices } from "../composition.ts";
import { inBatches, logRejected } from "../connections/in-batches.ts";
import { exportPage } from "./subject-export.ts";
import { eraseSubjectRows } from "./subject-rows.ts";

/** Connections that one call deletes. */
const MAX_DELETED = 50;

type SubjectServices = Pick<
  AccountServices,
  "db" | "billingSystem" | "connectionOf" | "accountOf" | "index" | "now"
> & {
  sessionList: Pick<AccountServices["sessionList"], "end">;
};

/** What this Worker keeps about a login or an account: finds, exports and erases it. */
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

/** Sessions go first, so that nobody continues with a session while its connections are deleted. */
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

/** @returns how many are left */
async function eraseConnections(
  { db, connectionOf, index }: SubjectServices,
  ids: string[],
  requestId: string,
): Promise<number> {
  const { results } = await db
    .prepare("SELECT id FROM connections WHERE id IN (SELECT value FROM json_each(?))")
    .bind(JSON.stringify(ids))
    .all<{ id: string }>();
  const now = results.slice(0, MAX_DELETED);
  const erased = await inBatches(now, async ({ id }) => {
    await connectionOf(id).erase(requestId);
    // Where its object had nothing, the list may still have it.
    await index.forget(id);
  });
  return results.length - now.length + logRejected("connection_unreachable", erased, requestId);
}

async function findPlaces(
  { db, billingSystem }: Pick<SubjectServices, "db" | "billingSystem">,
  { kind, id }: DataSubject,
  until: number | null,
): Promise<SubjectPlaces> {
  const { results } = await db
    .prepare(
      `SELECT id, account_id AS account, application FROM connections
       WHERE ${kind}_id = ?1 AND billing_system = ?2 AND (?3 IS NULL OR made_at <= ?3)`,
    )
    .bind(id, billingSystem, until)
    .all<{ id: string; account: number; application: string }>();
  const accounts = new Set(results.map(({ account }) => account));
  // Its object may keep a log although no connection is listed any more.
  if (kind === "account") accounts.add(id);
  const applications = new Set(results.map(({ application }) => application));
  return { connections: results.map((row) => row.id), accounts: [...accounts], applications: [...applications], until };
}

/** A login's own entries of an account, or everybody's. */
function entriesOf({ kind, id }: DataSubject, { until }: SubjectPlaces): ErasedEntries {
  return { loginId: kind === "login" ? id : null, until };
}

/** @throws what any of them failed with */
async function sumOf(accounts: number[], countIn: (account: number) => Promise<number>): Promise<number> {
  const counts = await inBatches(accounts, countIn);
  return counts.reduce((sum, count) => {
    if (count.status === "rejected") throw count.reason;
    return sum + count.value;
  }, 0);
}
