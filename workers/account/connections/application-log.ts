import type { AccountLogEntry, AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import { LOG_RETENTION_MS, type LogEntry, type LogKey } from "../../../shared/account-access/call-log.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { Page, ServiceListKey } from "../../../shared/billing-contract/customer.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { valueOrLogged } from "../../../shared/platform/log.ts";
import type { AccountContext } from "../account-context.ts";
import { inBatches, valuesOf } from "./in-batches.ts";

/** A call in the audit log. It was recorded by its connection, or by the account that it changed. */
export type AuditedCall = LogEntry | AccountLogEntry;

/**
 * Returns the audit log of an application for one login and account: the entries older than a key, newest first. The
 * log covers all of the application's connections, including ended ones. Each API token is a separate application.
 */
export async function applicationEntries(
  {
    grant: { loginId, accountId, application },
    index,
    connectionOf,
    accountOf,
    now,
  }: Pick<AccountContext, "grant" | "index" | "connectionOf" | "accountOf" | "now">,
  before: LogKey | undefined,
  limit: number,
): Promise<AuditedCall[]> {
  const connections = await index.ofApplication({ loginId }, accountId, application);
  const from = before ? Date.parse(before.at) : Number.POSITIVE_INFINITY;
  // A connection that ended before the retention period has no entries left.
  const forgotten = now() - LOG_RETENTION_MS;
  const asked = connections.filter(
    ({ madeAt, endedAt }) => madeAt <= from && (endedAt === null || endedAt >= forgotten),
  );
  const [actions, pages] = await Promise.all([
    accountOf(accountId).entries({ loginId, application, connectionId: null }, before ?? null, limit),
    inBatches(asked, ({ id }) => connectionOf(id).entries(before ?? null, limit)),
  ]);
  // Throw if a page is missing, because a partial log would mislead.
  return newestOf([actions, ...valuesOf(pages)], limit);
}

/** Merges logs, newest first. */
function newestOf(logs: AuditedCall[][], limit: number): AuditedCall[] {
  return logs.flat().sort(newestFirst).slice(0, limit);
}

/** Compares by code units, like SQLite in the objects, so that both sort entries in the same order. */
function newestFirst(one: AuditedCall, other: AuditedCall): number {
  const [first, second] = [one.at + one.id, other.at + other.id];
  return first === second ? 0 : first < second ? 1 : -1;
}

const DEADLINE_MS = 5_000;

/** The latest log entries of one connection: reads and actions. */
export interface ConnectionActivity {
  /** The entries, newest first. */
  recent: AuditedCall[];
  hasMore: boolean;
  /** Whether the entries are only reads, because the account's object did not respond. */
  lacksActions: boolean;
}

/**
 * Merges a connection's own call log with the account's log of its actions.
 * @param summary `recent` has at most one entry more than the limit
 */
export async function activityOf(
  { id: connectionId, loginId, application, recent }: ConnectionSummary,
  account: Pick<AccountPort, "entries">,
  limit: number,
  requestId: string,
): Promise<ConnectionActivity> {
  const asking = account.entries({ loginId, application, connectionId }, null, limit + 1);
  const actions = await valueOrLogged("account_unreachable", inTime(asking, DEADLINE_MS), { request_id: requestId });
  const newest = newestOf([recent, actions ?? []], limit + 1);
  return { recent: newest.slice(0, limit), hasMore: newest.length > limit, lacksActions: actions === null };
}

/** The page size of the list of services. */
const SERVICES_AT_ONCE = 100;

/** Lists the services within the limit, including ended services. */
type ServicesWithin = (list: {
  status: "all";
  limit: number;
  after?: ServiceListKey;
}) => Promise<Pick<Page<ServiceListKey, ServiceListKey>, "items" | "next">>;

/**
 * Removes targets outside a connection's limit from log entries. The log belongs to the application. Another connection
 * of the application, or this connection before it was restricted, may have had a wider limit.
 */
export async function withTargetsWithin<Entry extends { target: string | null }>(
  entries: Entry[],
  limit: ResourceLimit,
  services: ServicesWithin,
): Promise<Entry[]> {
  if (limit.kind === "account") return entries;
  const own = limit.kind === "service" ? `service:${limit.id}` : `domain:${limit.name}`;
  const within = new Set([own]);
  // A limit to a domain includes its services, which the billing system lists, and the domain's own zone on them.
  if (limit.kind === "domain" && entries.some(({ target }) => target !== null && OF_SERVICE.test(target))) {
    for await (const { id } of allOf(services)) within.add(`service:${id}`).add(`zone:${id}/${limit.name}`);
  }
  const isWithin = (target: string) =>
    within.has(target) || (limit.kind === "service" && target.startsWith(`zone:${limit.id}/`));
  return entries.map((entry) => (entry.target === null || isWithin(entry.target) ? entry : { ...entry, target: null }));
}

const OF_SERVICE = /^(?:service|zone):/;

async function* allOf(services: ServicesWithin): AsyncGenerator<ServiceListKey> {
  let after: ServiceListKey | null | undefined;
  do {
    const page = await services({ status: "all", limit: SERVICES_AT_ONCE, ...(after && { after }) });
    yield* page.items;
    after = page.next;
  } while (after);
}
