import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { type BillingStatus, MAX_STATUS_ROWS, type WaitingOrder } from "../../../shared/operator-contract/status.ts";
import { snapshotsKept } from "../catalogue/price-snapshot.ts";
import { MAX_AGE_MS } from "../catalogue/read-catalogue.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const OVERDUE_MS = 3_600_000;

interface StatusRow extends Omit<WaitingOrder, "since"> {
  begunAt: string;
  waiting: number;
  unsent: number;
  oldest: string | null;
}

interface StoppedRow {
  stopped_at: string;
  reason: string;
  account_id: number;
  order_id: number;
}

/** Actions that are not at their end for more than an hour, the host's circuit, the age of the prices, and the last runs. */
export async function whmcsStatus(
  { db, now, runs }: Pick<WhmcsContext, "db" | "now" | "runs">,
  host: Pick<BillingHostPort, "health">,
): Promise<BillingStatus> {
  const before = new Date(now() - OVERDUE_MS).toISOString();
  const waiting = "state IN ('begun', 'sending', 'placed', 'taking_back') AND begun_at < ?";
  const [actions, counts] = await db.batch<StatusRow>([
    db
      .prepare(
        `SELECT account_id AS accountId, order_id AS orderId, operation AS kind, state, begun_at AS begunAt, NULL AS tries
         FROM actions WHERE ${waiting} ORDER BY begun_at LIMIT ?`,
      )
      .bind(before, MAX_STATUS_ROWS),
    db
      .prepare(
        `SELECT (SELECT count(*) FROM actions WHERE ${waiting}) AS waiting, count(*) AS unsent, min(sent_at) AS oldest
         FROM sent_changes WHERE sent_at < ?`,
      )
      .bind(before, before),
  ]);
  const stopped = await db.prepare("SELECT * FROM acting_stopped").first<StoppedRow>();
  const { isOpen } = await host.health();
  const count = counts?.results[0];
  return {
    runs: await runs.list(),
    waitingOrders: {
      count: count?.waiting ?? 0,
      rows: (actions?.results ?? []).map(({ accountId, orderId, kind, state, begunAt, tries }) => ({
        ...{ accountId, orderId, kind, state, tries },
        since: Date.parse(begunAt),
      })),
    },
    unsentMails: { count: count?.unsent ?? 0, oldestDueAt: count?.oldest ? Date.parse(count.oldest) : null },
    circuits: isOpen ? [{ name: "WHMCS", failedAt: null, openUntil: null, isOpen }] : [],
    copies: (await snapshotsKept(db)).map(({ currency, readAt }) => ({
      name: `prices ${currency}`,
      readAt: Date.parse(readAt),
      maxAgeMs: MAX_AGE_MS,
    })),
    actingStopped: stopped && {
      reason: stopped.reason,
      at: Date.parse(stopped.stopped_at),
      accountId: stopped.account_id,
      orderId: stopped.order_id,
    },
  };
}
