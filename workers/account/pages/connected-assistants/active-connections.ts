import type { ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import type { LimitLists } from "../../../../shared/billing-contract/customer.ts";
import { valueOrLogged } from "../../../../shared/platform/log.ts";
import { activityOf, type ConnectionActivity } from "../../connections/application-log.ts";
import type { IndexedConnection } from "../../connections/connection-index.ts";
import { inBatches, logRejected } from "../../connections/in-batches.ts";
import type { ChoicesIn } from "../limits.ts";
import type { AssistantsPageContext } from "../page-request.ts";

/** Connections on one page; a login rarely has ten. */
const MAX_SHOWN = 100;
/** Searched for a name; each is one call to an object. */
const MAX_SEARCHED = 300;
/** Log entries of a connection; one more is read, to know whether there are more. */
const ENTRIES_SHOWN = 5;
/** A row is written before its connection exists: a younger one whose object is empty may still be in the making. */
const MAKING_MS = 10 * 60_000;

export interface ListedConnection extends ConnectionSummary {
  /** It is for the address that only reads, at which nobody can allow more. */
  readsOnly: boolean;
  activity: ConnectionActivity;
  /** What waits for the customer's approval, the newest first; empty if it cannot be read. */
  approvals: ApprovalView[];
  /** What its limit can be narrowed to; null where there is nothing within it. */
  choices: LimitLists | null;
}

export interface ActiveConnections {
  /** By application, the last used first; with a search only the matches. */
  groups: ListedConnection[][];
  /** How many there are, matches or not. */
  total: number;
  unread: number;
  /** How many older ones the page leaves out. */
  left: number;
}

/**
 * The active connections of the login, read from their objects; corrects the index where it differs.
 * @param search part of a name; empty: all
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

/** Matches the words that the page shows: name, account, limit, and the publishing host. */
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

/** A connection of the login, ended ones included; null for any other id. A forged id reaches no object. */
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

/** Checks the end date as well, since the object's alarm may be late. @param now epoch milliseconds */
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
