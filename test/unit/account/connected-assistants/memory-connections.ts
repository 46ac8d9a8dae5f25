import type { AccountLogEntry, EntryFilter } from "../../../../durable-objects/account/account-port.ts";
import type {
  Agreement,
  ConnectionPort,
  ConnectionSummary,
  EndReason,
} from "../../../../durable-objects/connection/connection-port.ts";
import { narrowed } from "../../../../durable-objects/connection/oauth/narrowing.ts";
import { hashOf } from "../../../../durable-objects/connection/tokens/api-token.ts";
import type { LogEntry, LogKey } from "../../../../shared/account-access/call-log.ts";
import { scopeOf } from "../../../../workers/account/acting-operations.ts";
import type { ConnectionIndex } from "../../../../workers/account/connections/connection-index.ts";

interface Held {
  agreement: Agreement;
  tokenHash: string | null;
  lastUsedAt: string | null;
  end: ConnectionSummary["end"];
  log: LogEntry[];
  /** The account's log entries for the connection, newest first; `null` if the account does not respond. */
  actions: AccountLogEntry[] | null;
}

/** Connections in memory, with the methods that the page uses. */
export class MemoryConnections {
  readonly held = new Map<string, Held>();
  /** The ids of the connections that were called. */
  readonly touched: string[] = [];
  /** The ids of connections whose objects cannot be reached. */
  readonly unreachable = new Set<string>();
  readonly #index: ConnectionIndex;
  readonly #now: () => number;

  constructor(index: ConnectionIndex, now: () => number) {
    this.#index = index;
    this.#now = now;
  }

  /** Creates a connection as a consent does. */
  async make(agreement: Agreement, more: Partial<Pick<Held, "lastUsedAt" | "log" | "actions">> = {}): Promise<void> {
    await this.#index.add(agreement);
    this.held.set(agreement.id, {
      agreement,
      tokenHash: null,
      lastUsedAt: null,
      end: null,
      log: [],
      actions: [],
      ...more,
    });
  }

  /** Returns whether the connection was created for this token. */
  async holds(id: string, token: string): Promise<boolean> {
    return this.held.get(id)?.tokenHash === (await hashOf(token));
  }

  /** Returns the account's log entries for a connection. */
  async actions({ connectionId }: EntryFilter, _before: LogKey | null, limit: number): Promise<AccountLogEntry[]> {
    const actions = this.held.get(connectionId ?? "")?.actions;
    if (!actions) throw new Error("the account cannot be reached");
    return actions.slice(0, limit);
  }

  port(id: string): ConnectionPort {
    this.touched.push(id);
    const within = () => {
      if (this.unreachable.has(id)) throw new Error("the object cannot be reached");
      return this.held.get(id);
    };
    const port: Partial<ConnectionPort> = {
      openToken: async (agreement, tokenHash) => {
        within();
        this.held.set(id, { agreement, tokenHash, lastUsedAt: null, end: null, log: [], actions: [] });
      },
      summary: async (entries) => {
        const found = within();
        if (!found) return null;
        const { agreement, lastUsedAt, end, log } = found;
        const expiresAt = agreement.endsAt ?? new Date(this.#now() + 30 * 86_400_000).toISOString();
        return { ...agreement, lastUsedAt, end, markedAt: null, expiresAt, recent: log.slice(0, entries) };
      },
      narrow: async (to) => {
        const found = within();
        const agreement = found && !found.end ? narrowed(found.agreement, to, scopeOf) : null;
        if (!found || !agreement) return false;
        found.agreement = agreement;
        return true;
      },
      ask: async (asks) => {
        const found = within();
        if (!found || found.end) return false;
        found.agreement = { ...found.agreement, asks };
        return true;
      },
      end: async (reason: EndReason) => {
        const found = within();
        if (!found || found.end) return;
        found.end = { at: new Date(this.#now()).toISOString(), reason };
        await this.#index.ended(id, found.end);
      },
    };
    return port as ConnectionPort;
  }
}
