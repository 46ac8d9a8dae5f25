import type { Currency } from "../../../shared/money.ts";
import { ACCOUNT_FACTS, type AccountFactsRow, toFacts } from "../accounts/account-facts.ts";
import type { BillingMails } from "../mails/billing-mails.ts";
import { refusalWords } from "../registrar/refusal-words.ts";
import type { Refused } from "./fulfilment.ts";

/** Tells the owner of an account what the registrar refused, and that the money came back as credit. */
export async function mailRefusal(db: D1Database, mails: BillingMails, { orderId, reason }: Refused): Promise<void> {
  const row = await db.prepare(REFUSED).bind(orderId).first<RefusedRow>();
  if (!row) return;
  const { owner } = toFacts(row);
  if (!owner) return;
  await mails.orderRefused(owner, {
    orderId,
    kind: row.kind,
    domain: row.name,
    reason: refusalWords(reason)[owner.language],
    invoice: row.invoice_id === null ? null : { id: row.invoice_id, total: row.total, currency: row.currency },
  });
}

const REFUSED = `
  SELECT ${ACCOUNT_FACTS}, a.currency, o.kind, d.name, i.id AS invoice_id,
    i.subtotal + coalesce((SELECT sum(amount) FROM invoice_taxes WHERE invoice_id = i.id), 0) AS total
  FROM orders o JOIN accounts a ON a.id = o.account_id JOIN domains d ON d.id = o.domain_id
    LEFT JOIN invoices i ON i.id = o.invoice_id
  WHERE o.id = ?`;

interface RefusedRow extends AccountFactsRow {
  currency: Currency;
  kind: "register" | "transfer" | "renew_domain";
  name: string;
  invoice_id: number | null;
  total: number;
}
