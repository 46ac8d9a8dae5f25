import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { activityOf, type ConnectionActivity } from "../../connections/application-log.ts";
import type { IndexedConnection } from "../../connections/connection-index.ts";
import { inBatches, logRejected } from "../../connections/in-batches.ts";
import type { AssistantsPageContext } from "../page-request.ts";

/** Connections on one page; a login rarely has ten. */
const SHOWN_AT_MOST = 100;
/** Looked through for a name; each is an object to ask. */
const SEARCHED_AT_MOST = 300;
/** Of what a connection did; one more is read, to know whether there is more. */
const ENTRIES_SHOWN = 5;
/** A row is written before its connection is made: a young one whose object knows nothing may be in the making. */
const MAKING_MS = 10 * 60_000;

/** A connection with what it did last. */
export interface ListedConnection extends ConnectionSummary {
  activity: ConnectionActivity;
}

/** What the page lists. */
export interface ActiveConnections {
  /** By application, the one that was used last first; with a search those alone that fit. */
  groups: ListedConnection[][];
  /** How many there are, whether they fit or not. */
  total: number;
  /** Could not be read just now. */
  unread: number;
  /** Older ones that the page leaves out. */
  left: number;
}

type Collaborators = Pick<
  AssistantsPageContext,
  "index" | "connection" | "account" | "ids" | "signedIn" | "now" | "requestId"
>;

/**
 * The connections of the login that have not ended, as their own objects know them. What the index had wrong is mended.
 * @param search part of a name, as it was typed; empty: all of them
 */
export async function activeConnections(context: Collaborators, search = ""): Promise<ActiveConnections> {
  const rows = await context.index.alive(context.signedIn.loginId);
  const asked = rows.slice(0, search === "" ? SHOWN_AT_MOST : SEARCHED_AT_MOST);
  const read = await inBatches(asked, (row) => readAndMend(context, row));
  const summaries = read.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
  const fitting = summaries.filter((summary) => fits(summary, search)).slice(0, SHOWN_AT_MOST);
  const active = await inBatches(fitting, (summary) => withActivity(context, summary));
  const unread = logRejected("connection_unreachable", [...read, ...active], context.requestId);
  const left = rows.length - asked.length;
  return {
    groups: byApplication(active.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))),
    total: summaries.length + left,
    unread,
    left,
  };
}

/** By what the page calls a connection: its name, its account, its limit, the host it comes from, verified or not. */
function fits({ name, accountName, limitName, origin }: ConnectionSummary, search: string): boolean {
  const words = [name, accountName, limitName ?? "", origin.kind === "token" ? "" : (origin.domain ?? "")].join("\n");
  return plain(words).includes(plain(search));
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

async function withActivity(context: Collaborators, summary: ConnectionSummary): Promise<ListedConnection> {
  const account = context.account(summary.accountId);
  return { ...summary, activity: await activityOf(summary, account, ENTRIES_SHOWN, context.requestId) };
}

/** A connection of the login, ended ones included; null for any other id. A made-up id touches no object. */
export async function ownConnection(context: Collaborators, id: string): Promise<ConnectionSummary | null> {
  if (!(await context.ids.isOurs(id))) return null;
  const summary = await context.connection(id).summary(0);
  return summary?.loginId === context.signedIn.loginId ? summary : null;
}

async function readAndMend(context: Collaborators, row: IndexedConnection): Promise<ConnectionSummary | null> {
  const summary = await context.connection(row.id).summary(ENTRIES_SHOWN + 1);
  if (summary === null) {
    if (context.now() - row.madeAt > MAKING_MS) await context.index.forget(row.id);
    return null;
  }
  if (summary.end) {
    await context.index.ended(row.id, summary.end);
    return null;
  }
  if (summary.loginId !== context.signedIn.loginId || !isActive(summary, context.now())) return null;
  return summary;
}

/** Its end may have come before its object's alarm. @param now epoch milliseconds */
export function isActive({ end, expiresAt }: ConnectionSummary, now: number): boolean {
  return end === null && Date.parse(expiresAt) > now;
}

function byApplication(active: ListedConnection[]): ListedConnection[][] {
  const newestFirst = active.toSorted((one, other) => lastSeen(other) - lastSeen(one));
  return [...Map.groupBy(newestFirst, ({ application }) => application).values()];
}

function lastSeen({ lastUsedAt, madeAt }: ConnectionSummary): number {
  return Date.parse(lastUsedAt ?? madeAt);
}
