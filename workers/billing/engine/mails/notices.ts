import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import type { DomainNotice } from "../../../../shared/mail/domain-mails.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type Assigned, part, sql, storedJson } from "../store/sql.ts";
import type { Notice } from "./billing-mails.ts";

/** Notices of one account, kind and connection within this time are gathered into one mail. */
export const GATHERED_WITHIN_MS = 600_000;

/** A notice as it is stored until it is sent. What the mail says of an order is read from the order when it is sent. */
export type NoticeContent =
  | DomainNotice
  | Extract<Notice, { kind: "serviceCancelled" }>
  | { kind: "orderPlaced"; operation: WriteOperation; subject: Text | string }
  | { kind: "orderLapsed" | "orderRefused" }
  | { kind: "planChanged"; service: string; site: string | null };

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
  const sameGroup = part`account_id = ${accountId} AND kind = ${kind} AND connection = ${connection}`;
  const order = onlyWhile?.orderId ?? null;
  return sql(db)`
    INSERT INTO notices (account_id, kind, connection, content, due_at)
    SELECT ${accountId}, ${kind}, ${connection}, ${storedJson(stored)}, CASE
      WHEN EXISTS (SELECT 1 FROM notices WHERE ${sameGroup} AND tries = 0 AND due_at <= ${at}) THEN ${at}
      ELSE max(${at}, coalesce((SELECT max(CASE WHEN due_at > ${at} THEN due_at ELSE due_at + ${GATHERED_WITHIN_MS} END)
        FROM notices WHERE ${sameGroup}), 0)) END
    WHERE ${order} IS NULL OR EXISTS (SELECT 1 FROM orders WHERE id = ${order} AND status = ${onlyWhile?.status ?? null})`;
}
