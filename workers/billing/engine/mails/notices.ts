import type { ActionOperation, CancellationTime } from "../../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type Assigned, storedJson } from "../store/assigned.ts";

/** Notices of one account, kind and connection within this time are gathered into one mail. */
export const GATHERED_WITHIN_MS = 600_000;

/** A notice as it is stored until it is sent. What the mail says of an order is read from the order when it is sent. */
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

interface NoticeOrder {
  orderId?: number | Assigned<number>;
  /** The notice is written only where the order of this id has the status. */
  onlyWhile?: { orderId: number; status: "open" | "paid" };
}

/**
 * The statement that writes a notice to an account's owner, for the transaction that makes the change. The first notice is due at
 * once; those of its account, kind and connection that follow within ten minutes are due together at their end.
 * @param at epoch milliseconds
 */
export function notice(
  db: D1Database,
  { accountId, connection = "" }: Pick<ActorQuery, "accountId" | "connection">,
  at: number,
  { kind, ...content }: NoticeContent,
  { orderId, onlyWhile }: NoticeOrder = {},
): D1PreparedStatement {
  const stored = { ...content, ...(orderId !== undefined && { orderId }) };
  return db
    .prepare(
      `INSERT INTO notices (account_id, kind, connection, content, due_at)
       SELECT ?1, ?2, ?3, ${storedJson(stored, "?4")}, CASE
         WHEN EXISTS (SELECT 1 FROM notices WHERE ${SAME_GROUP} AND tries = 0 AND due_at <= ?5) THEN ?5
         ELSE max(?5, coalesce((SELECT max(CASE WHEN due_at > ?5 THEN due_at ELSE due_at + ?6 END)
           FROM notices WHERE ${SAME_GROUP}), 0)) END
       WHERE ?7 IS NULL OR EXISTS (SELECT 1 FROM orders WHERE id = ?7 AND status = ?8)`,
    )
    .bind(
      ...[accountId, kind, connection, JSON.stringify(stored), at, GATHERED_WITHIN_MS],
      ...[onlyWhile?.orderId ?? null, onlyWhile?.status ?? null],
    );
}

const SAME_GROUP = "account_id = ?1 AND kind = ?2 AND connection = ?3";
