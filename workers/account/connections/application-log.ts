import type { AccountPort, ActionEntry } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort, ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import type { Grant } from "../../../durable-objects/connection/grant.ts";
import type { LogEntry, LogKey } from "../../../shared/account-access/call-log.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";

import type { ConnectionIndex } from "./connection-index.ts";
import { inBatches } from "./in-batches.ts";

const DAY_MS = 86_400_000;

/** A call in the log: taken down by its connection, or by the account where it acted. */
export type AuditedCall = LogEntry | ActionEntry;

/**
 * What an application did for one login and account, across its connections, ended ones included. An application sees its
 * own entries only; an API token is an application of its own.
 */
export class ApplicationLog {
  readonly #index: Pick<ConnectionIndex, "ofApplication">;
  readonly #connection: (id: string) => ConnectionPort;
  readonly #account: (id: number) => AccountPort;
  readonly #now: () => number;

  constructor(
    index: Pick<ConnectionIndex, "ofApplication">,
    connection: (id: string) => ConnectionPort,
    account: (id: number) => AccountPort,
    now: () => number,
  ) {
    this.#index = index;
    this.#connection = connection;
    this.#account = account;
    this.#now = now;
  }

  /** Entries older than a key, newest first. A connection that ended longer ago than entries are kept has none left to ask for. */
  async entries(
    { loginId, accountId, application }: Grant,
    before: LogKey | undefined,
    limit: number,
  ): Promise<AuditedCall[]> {
    const connections = await this.#index.ofApplication(loginId, accountId, application);
    const from = before ? Date.parse(before.at) : Number.POSITIVE_INFINITY;
    const forgotten = this.#now() - RETENTION_DAYS * DAY_MS;
    const asked = connections.filter(
      ({ madeAt, endedAt }) => madeAt <= from && (endedAt === null || endedAt >= forgotten),
    );
    const [actions, pages] = await Promise.all([
      this.#account(accountId).entries({ loginId, application }, before ?? null, limit),
      inBatches(asked, ({ id }) => this.#connection(id).entries(before ?? null, limit)),
    ]);
    return newestOf([actions, ...pages.map(entriesOf)], limit);
  }
}

/** The newest of several logs, newest first. */
export function newestOf(logs: AuditedCall[][], limit: number): AuditedCall[] {
  return logs.flat().sort(newestFirst).slice(0, limit);
}

/** A log with a part missing is no answer. */
function entriesOf(page: PromiseSettledResult<LogEntry[]>): LogEntry[] {
  if (page.status === "rejected") throw page.reason;
  return page.value;
}

/** Code by code, as the objects' own stores compare: where a page ends must mean the same in both. */
function newestFirst(one: AuditedCall, other: AuditedCall): number {
  const [first, second] = [one.at + one.id, other.at + other.id];
  return first === second ? 0 : first < second ? 1 : -1;
}

/** How long every entry is kept. */
export const RETENTION_DAYS = 180;

const DEADLINE_MS = 5_000;

/** What one connection did last: its reads, and its actions. */
export interface ConnectionActivity {
  /** Newest first. */
  recent: AuditedCall[];
  hasMore: boolean;
  /** The account did not say what was done to it: these are the reads alone. */
  lacksActions: boolean;
}

/**
 * What a connection read, which it took down itself, and what it did on the account, which the account took down.
 * @param summary with one more of its newest entries than the limit, where there are so many
 */
export async function activityOf(
  { id: connectionId, loginId, application, recent }: ConnectionSummary,
  account: Pick<AccountPort, "entries">,
  limit: number,
  requestId: string,
): Promise<ConnectionActivity> {
  const asking = account.entries({ loginId, application, connectionId }, null, limit + 1);
  const actions = await inTime(asking, DEADLINE_MS).catch((cause) => {
    log("account_unreachable", { request_id: requestId, cause });
    return null;
  });
  const newest = newestOf([recent, actions ?? []], limit + 1);
  return { recent: newest.slice(0, limit), hasMore: newest.length > limit, lacksActions: actions === null };
}
