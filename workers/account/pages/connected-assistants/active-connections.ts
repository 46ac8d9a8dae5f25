import type { ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { LimitLists } from "../../../../shared/billing-contract/customer.ts";
import { valueOrLogged } from "../../../../shared/platform/log.ts";
import { activityOf, type ConnectionActivity } from "../../connections/application-log.ts";
import type { IndexedConnection } from "../../connections/connection-index.ts";
import { inBatches, logRejected } from "../../connections/in-batches.ts";
import type { ChoicesIn } from "../limits.ts";
import type { AssistantsPageContext } from "../page-request.ts";

/** The maximum number of connections on one page. Few logins have as many as ten. */
const MAX_SHOWN = 100;
/** The maximum number of connections that a search reads. Each read is one call to an object. */
const MAX_SEARCHED = 300;
/** The maximum number of log entries shown for a connection. One more is read, to find out whether there are more. */
const ENTRIES_SHOWN = 5;
/**
 * The age, in milliseconds, below which a row with an empty object is kept. The row may belong to a connection that is
 * being created, because the row is written first.
 */
const MAKING_MS = 10 * 60_000;

export interface ListedConnection extends ConnectionSummary {
  /** Whether the connection is for the read-only MCP server, where changes cannot be allowed. */
  readsOnly: boolean;
  activity: ConnectionActivity;
  /** The open approval requests, newest first; empty if they cannot be read. */
  approvals: ApprovalView[];
  /** The limits to which the connection can be restricted; `null` if there are none. */
  choices: LimitLists | null;
}

export interface ActiveConnections {
  /** The connections by application, most recently used first. A search returns only matching connections. */
  groups: ListedConnection[][];
  /** The number of active connections, matching or not, except those that could not be read. */
  total: number;
  unread: number;
  /** The number of older connections that were not read. */
  left: number;
}

/**
 * Reads the login's active connections from their objects, and corrects the index if it differs.
 * @param search part of a name; empty for all connections
 */
export async function activeConnections(
  context: AssistantsPageContext,
  choicesIn: ChoicesIn,
  search: string,
): Promise<ActiveConnections> {
  const rows = await context.index.alive(context.signedIn);
  const asked = rows.slice(0, search === "" ? MAX_SHOWN : MAX_SEARCHED);
  const read = await inBatches(asked, (row) => readAndMend(context, row));
  const summaries = read.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
  const fitting = summaries.filter((summary) => fits(summary, search)).slice(0, MAX_SHOWN);
  const active = await inBatches(fitting, (summary) => withActivity(context, choicesIn, summary));
  const unread = logRejected("connection_unreachable", [...read, ...active], context.requestId);
  const left = rows.length - asked.length;
  return {
    groups: byApplication(active.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))),
    total: summaries.length + left,
    unread,
    left,
  };
}

/** Checks whether a search matches what the page shows: name, account, limit, or publishing host. */
function fits({ name, accountName, limitName, origin }: ConnectionSummary, search: string): boolean {
  const words = [name, accountName, limitName ?? "", origin.kind === "token" ? "" : (origin.domain ?? "")].join("\n");
  return plain(words).includes(plain(search));
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

async function withActivity(
  context: AssistantsPageContext,
  choicesIn: ChoicesIn,
  summary: ConnectionSummary,
): Promise<ListedConnection> {
  const { accountId, limit } = summary;
  const account = context.account(accountId);
  const [activity, approvals, choices] = await Promise.all([
    activityOf(summary, account, ENTRIES_SHOWN, context.requestId),
    valueOrLogged("approvals_unread", account.approvals(summary.id), { request_id: context.requestId }),
    limit.kind === "service" ? null : choicesIn(accountId, limit),
  ]);
  const readsOnly = summary.resource === context.addresses.accountRead;
  return { ...summary, readsOnly, activity, approvals: approvals ?? [], choices };
}

/** Returns a connection of the login, active or ended, or `null` for any other id. A forged id reaches no object. */
export async function ownConnection(context: AssistantsPageContext, id: string): Promise<ConnectionSummary | null> {
  if (!(await context.ids.isOurs(id))) return null;
  const summary = await context.connection(id).summary(0);
  return summary && isOwn(summary, context) ? summary : null;
}

function isOwn({ loginId }: ConnectionSummary, { signedIn }: AssistantsPageContext): boolean {
  return loginId === signedIn.loginId;
}

async function readAndMend(context: AssistantsPageContext, row: IndexedConnection): Promise<ConnectionSummary | null> {
  const summary = await context.connection(row.id).summary(ENTRIES_SHOWN + 1);
  if (summary === null) {
    if (context.now() - row.madeAt > MAKING_MS) await context.index.forget(row.id);
    return null;
  }
  if (summary.end) {
    await context.index.ended(row.id, summary.end);
    return null;
  }
  if (!isOwn(summary, context) || !isActive(summary, context.now())) return null;
  return summary;
}

/**
 * Checks whether a connection is active. It checks both the end and the expiry time, because the object's alarm may be
 * late.
 * @param now the current time, in epoch milliseconds
 */
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
