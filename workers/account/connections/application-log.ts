import type { AccountPort, ActionEntry } from "../../../shared/accounts/account.ts";
import type { ConnectionPort, LogEntry, LogKey, Pass } from "../../../shared/connections/connection.ts";
import type { ConnectionIndex, IndexedConnection } from "./connection-index.ts";

/** A call in the log: taken down by its connection, or by the account where it acted. */
export type AuditedCall = LogEntry | ActionEntry;

/** So many objects are asked at a time. */
const AT_A_TIME = 6;

/**
 * What an application did for one login and account, across its connections, ended ones included. An application sees its
 * own entries only; an API token is an application of its own.
 */
export class ApplicationLog {
  readonly #index: Pick<ConnectionIndex, "ofApplication">;
  readonly #connection: (id: string) => ConnectionPort;
  readonly #account: (id: number) => AccountPort;

  constructor(
    index: Pick<ConnectionIndex, "ofApplication">,
    connection: (id: string) => ConnectionPort,
    account: (id: number) => AccountPort,
  ) {
    this.#index = index;
    this.#connection = connection;
    this.#account = account;
  }

  /** Entries older than a key, newest first. */
  async entries(
    { loginId, accountId, application }: Pass,
    before: LogKey | undefined,
    limit: number,
  ): Promise<AuditedCall[]> {
    const actions = this.#account(accountId).entries({ loginId, application }, before ?? null, limit);
    const connections = await this.#index.ofApplication(loginId, accountId, application);
    const from = before ? Date.parse(before.at) : Number.POSITIVE_INFINITY;
    const pages: AuditedCall[][] = [await actions];
    for (const group of inGroups(connections.filter(({ madeAt }) => madeAt <= from))) {
      const asked = group.map(({ id }) => this.#connection(id).entries(before ?? null, limit));
      pages.push(...(await Promise.all(asked)));
    }
    return pages.flat().sort(newestFirst).slice(0, limit);
  }
}

function inGroups(connections: IndexedConnection[]): IndexedConnection[][] {
  return Array.from({ length: Math.ceil(connections.length / AT_A_TIME) }, (_, group) =>
    connections.slice(group * AT_A_TIME, (group + 1) * AT_A_TIME),
  );
}

function newestFirst(one: AuditedCall, other: AuditedCall): number {
  return other.at.localeCompare(one.at) || other.id.localeCompare(one.id);
}
