import type { ActResult } from "../../../../shared/operator-contract/answers.ts";
import type { ReceivedPayment } from "../../../../shared/operator-contract/billing-operator.ts";
import { type Currency, type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import type { EngineContext } from "../engine-context.ts";
import { sql } from "../store/sql.ts";
import { type ReceiptPlan, receive } from "./receipts.ts";

/**
 * Records money for an invoice that was paid outside the client area. A reference that is already recorded changes
 * nothing.
 * @param commit `false` returns what would happen and changes nothing
 */
export async function recordPayment(
  engine: EngineContext,
  { invoice, amount, reference, receivedOn }: ReceivedPayment,
  commit: boolean,
): Promise<ActResult> {
  const { db, clock } = engine;
  const of = await sql(db)`
    SELECT i.id, a.id AS accountId, a.currency FROM invoices i JOIN accounts a ON a.id = i.account_id
    WHERE i.number = ${invoice}`.first<{ id: number; accountId: number; currency: Currency }>();
  if (!of) return refused(`There is no invoice ${invoice}.`);
  const { today } = await clock.read(db);
  if (receivedOn !== null && receivedOn > today)
    return refused(`The money cannot have been received on ${receivedOn}, because today is ${today}.`);
  const { accountId, currency } = of;
  const received = await receive(
    engine,
    { accountId, invoices: [of.id], amount, currency, reference, receivedOn },
    commit,
  );
  return received
    ? { isDone: true, text: words(received, amount, of, commit) }
    : refused(await recordedAlready(db, reference));
}

async function recordedAlready(db: D1Database, reference: string): Promise<string> {
  const numbers = await sql(db)`SELECT group_concat(i.number, ', ') AS numbers FROM payments p
    JOIN invoice_payments ip ON ip.payment_id = p.id JOIN invoices i ON i.id = ip.invoice_id
    WHERE p.reference = ${reference}`.first<string>("numbers");
  return `A payment with this reference is already recorded${numbers ? `, for invoice ${numbers}` : ""}.`;
}

function refused(text: string): ActResult {
  return { isDone: false, text };
}

function words(
  { invoices: [before], allocation: { ended, credited } }: ReceiptPlan,
  amount: MinorUnits,
  { accountId, currency }: { accountId: number; currency: Currency },
  isDone: boolean,
): string {
  const money = (units: MinorUnits) => `${toMajorUnits(units).toFixed(2)} ${currency}`;
  const { number, balanceDue = 0 } = before?.invoice ?? {};
  const came = `${money(amount)} for invoice ${number} of account ${accountId}, which has ${money(balanceDue)} due.`;
  const [end] = ended;
  const how = end?.invoice.status === "paid" ? "paid" : "paid and refunded as credit, because its order has ended";
  const became = end ? ` The invoice ${isDone ? "is" : "would be"} ${how}.` : " The invoice stays as it is.";
  const used = end?.creditUsed
    ? ` ${money(end.creditUsed)} of the account's credit ${isDone ? "pays" : "would pay"} the rest.`
    : "";
  const more = credited > 0 ? ` ${money(credited)} ${isDone ? "becomes" : "would become"} account credit.` : "";
  return `${came}${became}${used}${more}`;
}
