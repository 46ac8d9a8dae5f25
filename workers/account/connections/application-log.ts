import type { ConnectionPort, LogEntry, LogKey, Pass } from "../../../shared/connections/connection.ts";
import type { ConnectionIndex } from "./connection-index.ts";
import { inTurns } from "./in-turns.ts";

/**
 * What an application did for one login and account, across its connections, ended ones included. An application sees its
 * own entries only; an API token is an application of its own.
 */
export class ApplicationLog {
  readonly #index: ConnectionIndex;
  readonly #connection: (id: string) => ConnectionPort;

  constructor(index: ConnectionIndex, connection: (id: string) => ConnectionPort) {
    this.#index = index;
    this.#connection = connection;
  }

  /** Entries older than a key, newest first. */
  async entries(
    { loginId, accountId, application }: Pass,
    before: LogKey | undefined,
    limit: number,
  ): Promise<LogEntry[]> {
    const connections = await this.#index.ofApplication(loginId, accountId, application);
    const from = before ? Date.parse(before.at) : Number.POSITIVE_INFINITY;
    const older = connections.filter(({ madeAt }) => madeAt <= from);
    const pages = await inTurns(older, ({ id }) => this.#connection(id).entries(before ?? null, limit));
    return pages.flatMap(entriesOf).sort(newestFirst).slice(0, limit);
  }
}

/** A log with a part missing is no answer. */
function entriesOf(page: PromiseSettledResult<LogEntry[]>): LogEntry[] {
  if (page.status === "rejected") throw page.reason;
  return page.value;
}

/** Code by code, as the objects' own stores compare: where a page ends must mean the same in both. */
function newestFirst(one: LogEntry, other: LogEntry): number {
  const [first, second] = [one.at + one.id, other.at + other.id];
  return first === second ? 0 : first < second ? 1 : -1;
}
