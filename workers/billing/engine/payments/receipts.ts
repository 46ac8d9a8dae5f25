import { log } from "../../../../shared/platform/log.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import { tryToFulfil } from "../orders/fulfilment.ts";
import { INVOICES, type InvoiceRow, toInvoice } from "../records/invoices.ts";
import { RevisionConflict } from "../store/account-store.ts";
import { batchOf, raw, sql } from "../store/sql.ts";
import {
  type Allocation,
  allocationOf,
  type InvoicedOrder,
  type InvoiceToPay,
  type ReceivedMoney,
  recordMoney,
  settle,
} from "./allocation.ts";

/** Received money, with the account and the invoices that it is for. */
export interface Receipt extends Omit<ReceivedMoney, "receivedOn"> {
  accountId: number;
  /** The ids of the invoices to pay. The ids of other accounts' invoices are ignored. */
  invoices: number[];
  /** The day of receipt, as YYYY-MM-DD; `null` for today. */
  receivedOn: string | null;
}

/** The effects of a receipt, which may be only a preview. */
export interface ReceiptPlan {
  /** The invoices in their state before the receipt. */
  invoices: InvoiceToPay[];
  allocation: Allocation;
}

const MAX_ATTEMPTS = 10;

/**
 * Records received money, once per reference. {@link allocationOf} decides how the money is applied. The paid orders
 * are fulfilled afterwards. The customer gets an e-mail if any of the money becomes credit. Money is recorded without
 * an account if the account does not exist or has another currency.
 * @param commit `false` returns the plan and changes nothing; the currency must then be the account's
 * @param last the last statements of the transaction that records the money
 * @returns `null` if the reference is already recorded, or if the money was recorded without an account
 */
export async function receive(
  engine: EngineContext,
  receipt: Receipt,
  commit = true,
  last: D1PreparedStatement[] = [],
): Promise<ReceiptPlan | null> {
  const { db, accounts, clock } = engine;
  const { accountId, amount, currency } = receipt;
  for (let attempt = 1; ; attempt++) {
    const read = await readFor(db, receipt);
    if (read.isKnown) return null;
    const { at, today } = await clock.read(db);
    const money = { ...receipt, receivedOn: receipt.receivedOn ?? today };
    if (read.account?.currency !== currency) {
      await accounts.writeAsEngine(accountId, null, [recordMoney(db, null, money), ...last]);
      log("payment_unassigned", { request_id: engine.requestId, account: accountId });
      return null;
    }
    const invoices = read.invoices.map((row) => ({ invoice: toInvoice(row, today), order: orderIn(row) }));
    const allocation = allocationOf(invoices, read.account.credit, money);
    if (!commit) return { invoices, allocation };
    try {
      await accounts.writeAsEngine(accountId, read.account.revision, [
        ...settle(db, accountId, allocation, money, at),
        ...creditNotice(db, accountId, at, amount, currency, allocation),
        ...last,
      ]);
    } catch (error) {
      if (error instanceof RevisionConflict && attempt < MAX_ATTEMPTS) continue;
      throw error;
    }
    // Fulfil in the background, because Stripe and the customer must not wait for the registrar.
    engine.waitUntil(fulfilPaid(engine, accountId, allocation));
    return { invoices, allocation };
  }
}

/** Fulfils the orders whose invoices an allocation has paid, and sends the account's e-mails. */
export async function fulfilPaid(engine: EngineContext, accountId: number, { ended }: Allocation): Promise<void> {
  for (const { invoice, order } of ended) {
    if (order && invoice.status === "paid") await tryToFulfil(engine, accountId, order.id);
  }
  sendNoticesAfterwards(engine, accountId);
}

/** An invoice with its order's id and status. */
export type InvoicedRow = InvoiceRow & { orderId: number | null; orderStatus: InvoicedOrder["status"] | null };

/** Returns the statement that reads an account's invoices and their orders by invoice id. It never reads a draft. */
export function invoicesToPay(db: D1Database, accountId: number, ids: number[]) {
  return sql(db)<InvoicedRow>`SELECT x.*, o.id AS orderId, o.status AS orderStatus FROM (${raw(INVOICES)}
    WHERE i.account_id = ${accountId} AND i.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND i.status <> 'draft') x
    LEFT JOIN orders o ON o.invoice_id = x.id`;
}

export function orderIn({ orderId: id, orderStatus: status }: InvoicedRow): InvoicedOrder | null {
  return id === null || status === null ? null : { id, status };
}

async function readFor(db: D1Database, { accountId, invoices, reference }: Receipt) {
  const rows = await batchOf(db, {
    known: sql(db)<{ id: number }>`SELECT id FROM payments WHERE reference = ${reference}`,
    account: sql(db)<{ currency: string; credit: MinorUnits; revision: number }>`
      SELECT currency, credit, revision FROM accounts WHERE id = ${accountId}`,
    invoices: invoicesToPay(db, accountId, invoices),
  });
  return { isKnown: rows.known.length > 0, account: rows.account[0], invoices: rows.invoices };
}

function creditNotice(
  db: D1Database,
  accountId: number,
  at: number,
  amount: MinorUnits,
  currency: string,
  { ended, credited }: Allocation,
): D1PreparedStatement[] {
  if (credited === 0) return [];
  const paid = ended.map(({ invoice }) => invoice.number);
  return [notice(db, { accountId }, at, { kind: "paymentCredited", amount, credited, currency, paid })];
}
