import { KEPT_MS } from "../calls/usage.ts";
import type { Agreement, End } from "../connection-port.ts";
import { CODE_SECONDS, IDLE_SECONDS } from "../oauth/authorization-server.ts";

const DAY_MS = 86_400_000;
/** How long before its end the expiry of an API token is announced. */
const WARNING_MS = 7 * DAY_MS;

/** The lifecycle of a connection, in epoch milliseconds. */
export interface Life {
  openedAt: number;
  /** When tokens were last issued; null before the code was exchanged, and for an API token. */
  refreshedAt: number | null;
  /** When the application was first challenged for a missing scope over MCP. */
  challengedAt: number | null;
  /** Whether the end of an API token was announced. */
  announced: boolean;
  prunedAt: number | null;
  /** When the list of connections was last told that it goes on. */
  listedAt: number;
}

export interface DueEvent {
  what: "forget" | "expire" | "announce" | "prune";
  at: number;
}

/** Whether the application answered a scope challenge with a refresh, which gives no scope. */
export function isChallenged({ challengedAt, refreshedAt }: Life): boolean {
  return challengedAt !== null && refreshedAt !== null && refreshedAt > challengedAt;
}

export function expiresAt(agreement: Agreement, life: Life): number {
  if (agreement.endsAt !== null) return Date.parse(agreement.endsAt);
  return life.refreshedAt === null ? life.openedAt + CODE_SECONDS * 1000 : life.refreshedAt + IDLE_SECONDS * 1000;
}

/** The next due event. @param log instants of the oldest and the newest entry */
export function nextDue(
  agreement: Agreement,
  life: Life,
  end: End | null,
  log: { oldest: number | null; newest: number | null },
): DueEvent {
  const dues: DueEvent[] = [];
  const expiry = expiresAt(agreement, life);
  if (end) dues.push({ what: "forget", at: Math.max(Date.parse(end.at), log.newest ?? 0) + KEPT_MS });
  else if (agreement.endsAt === null && life.refreshedAt === null) dues.push({ what: "forget", at: expiry });
  else dues.push({ what: "expire", at: expiry });
  if (!end && agreement.endsAt !== null && !life.announced && expiry - life.openedAt > WARNING_MS)
    dues.push({ what: "announce", at: expiry - WARNING_MS });
  if (log.oldest !== null)
    dues.push({ what: "prune", at: Math.max(log.oldest + KEPT_MS, (life.prunedAt ?? 0) + DAY_MS) });
  return dues.reduce((first, due) => (due.at < first.at ? due : first));
}
