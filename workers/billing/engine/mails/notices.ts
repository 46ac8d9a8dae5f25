import type { ActionOperation, CancellationTime } from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { Text } from "../../../../shared/platform/language.ts";

const OF_THE_SAME = "account_id = ?1 AND kind = ?2 AND connection = ?3";

/** Notices of one account, kind and connection within it are one mail. */
export const GATHERED_WITHIN_MS = 600_000;

/**
 * What is kept of a notice until it is sent. What an order says of itself is read from the order then; `orderId` is put in
 * by whoever writes the order.
 */
export type NoticeContent =
  | { kind: "nameserversChanged"; domain: string; before: string[]; nameservers: string[] }
  | { kind: "unlocked"; domain: string }
  /** @param expiresOn YYYY-MM-DD */
  | { kind: "autoRenewOff"; domain: string; expiresOn: string | null }
  | { kind: "orderPlaced"; operation: ActionOperation; subject: Text | string }
  | { kind: "orderLapsed" | "orderRefused" }
  | { kind: "planChanged"; service: string; site: string | null }
  | { kind: "serviceCancelled"; service: string; site: string | null; when: CancellationTime; effectiveOn: string };

export type NoticeKind = NoticeContent["kind"];

/** Whose owner is told, and through which connection it was asked for. */
export type NoticeOf = Pick<ActorQuery, "accountId" | "connection">;

interface NoticeOrder {
  /** An SQL expression, or the id itself. */
  orderId?: string | number;
  /** Without it the notice is written; with it, only where an order of that id has the status. */
  onlyWhile?: { orderId: number; status: "open" | "paid" };
}

/**
 * The statement that writes a notice, for the transaction that does what it tells of. The first one is due at once, with those
 * that come before it is mailed; what follows within ten minutes is due together at their end.
 * @param at epoch milliseconds
 */
export function notice(
  db: D1Database,
  { accountId, connection = "" }: NoticeOf,
  at: number,
  { kind, ...content }: NoticeContent,
  { orderId, onlyWhile }: NoticeOrder = {},
): D1PreparedStatement {
  const text = orderId === undefined ? "?4" : `json_set(?4, '$.orderId', ${orderId})`;
  return db
    .prepare(
      `INSERT INTO notices (account_id, kind, connection, content, due_at)
       SELECT ?1, ?2, ?3, ${text}, CASE
         WHEN EXISTS (SELECT 1 FROM notices WHERE ${OF_THE_SAME} AND tries = 0 AND due_at <= ?5) THEN ?5
         ELSE max(?5, coalesce((SELECT max(CASE WHEN due_at > ?5 THEN due_at ELSE due_at + ?6 END)
           FROM notices WHERE ${OF_THE_SAME}), 0)) END
       WHERE ?7 IS NULL OR EXISTS (SELECT 1 FROM orders WHERE id = ?7 AND status = ?8)`,
    )
    .bind(
      accountId,
      kind,
      connection,
      JSON.stringify(content),
      at,
      GATHERED_WITHIN_MS,
      onlyWhile?.orderId ?? null,
      onlyWhile?.status ?? null,
    );
}
