import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CustomerDomain, CustomerInvoice, CustomerService } from "../../../../shared/billing-contract/customer.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { OrderKind } from "../../../../workers/billing/engine/records/orders.ts";

/** A row of the table `accounts`. In all types of this file, amounts are in cents and days are YYYY-MM-DD. */
export interface AccountRow {
  id: number;
  name: string;
  email: string;
  country: string;
  province: string | null;
  currency: Currency;
  credit: number;
  business_number: string | null;
}

export interface SavedCardRow {
  account_id: number;
}

export interface ChargeRow {
  invoice_id: number;
  attempt: number;
  state: "asked" | "done" | "failed";
}

export interface ServiceRow {
  id: number;
  account_id: number;
  plan_id: string;
  domain: string | null;
  status: CustomerService["status"];
  billing_cycle: BillingCycle;
  next_due_on: string | null;
  recurring_price: number;
}

export interface DomainRow {
  id: number;
  account_id: number;
  name: string;
  status: CustomerDomain["status"];
  expires_on: string | null;
  next_due_on: string | null;
  renewal_price: number | null;
  renewal_years: number;
  auto_renew: 0 | 1;
}

export interface InvoiceRow {
  id: number;
  account_id: number;
  number: string;
  status: CustomerInvoice["status"];
  issued_on: string;
  due_on: string;
  paid_on: string | null;
  subtotal: number;
  /** The taxes as JSON text. `lines` is JSON text too. */
  taxes: string;
  tax: number;
  total: number;
  lines: string;
  credit_applied: number;
}

/** Returns an invoice's lines. */
export function linesOf({ lines }: InvoiceRow): { description: { en: string }; amount: number }[] {
  return JSON.parse(lines);
}

export interface OrderRow {
  id: number;
  account_id: number;
  automatic: 0 | 1;
  kind: OrderKind;
  status: "open" | "paid" | "done" | "failed" | "cancelled";
  invoice_id: number | null;
  domain_id: number | null;
  service_id: number | null;
  priced_due_on: string | null;
  end_reason: "lapsed" | "withdrawn" | null;
  refusal: string | null;
  refused_on: string | null;
  years: number | null;
  plan_id: string | null;
  billing_cycle: BillingCycle | null;
  recurring_price: number | null;
  term_price: number | null;
  credit: number;
  auth_code: string | null;
  begun: 0 | 1;
  tries: number;
  next_try_at: number;
}

export interface WriteRow {
  account_id: number;
  reference: string;
  state: "under_way" | "done" | "refused";
  answer: string;
}

export interface PaymentRow {
  id: number;
  account_id: number | null;
  /** The id of the payment intent at Stripe, or the reference that an operator entered. */
  reference: string;
  amount: number;
  received_on: string;
  disputed_on: string | null;
}

export interface RefundRow {
  id: string;
  payment_id: number;
  amount: number;
  from_credit: number;
  state: "asked" | "done" | "failed";
  stripe_refund: string | null;
}

export interface Tables {
  accounts: AccountRow;
  saved_cards: SavedCardRow;
  charges: ChargeRow;
  services: ServiceRow;
  domains: DomainRow;
  invoices: InvoiceRow;
  payments: PaymentRow;
  refunds: RefundRow;
  invoice_payments: { payment_id: number; invoice_id: number; amount: number; refunded_on: string | null };
  orders: OrderRow;
  cancellations: { service_id: number; timing: string; effective_on: string };
  paid_terms: { service_id: number; starts_on: string; ends_on: string; amount: number };
  actions: WriteRow;
}

export type TableName = keyof Tables;

/** The primary key of each table. */
const KEYS: { [Table in TableName]: (keyof Tables[Table] & string)[] } = {
  accounts: ["id"],
  saved_cards: ["account_id"],
  charges: ["invoice_id", "attempt"],
  services: ["id"],
  domains: ["id"],
  invoices: ["id"],
  payments: ["id"],
  invoice_payments: ["payment_id", "invoice_id"],
  refunds: ["id"],
  orders: ["id"],
  cancellations: ["service_id"],
  paid_terms: ["service_id", "starts_on"],
  actions: ["account_id", "reference"],
};

export const TABLE_NAMES = Object.keys(KEYS) as TableName[];

export function keyOf<Table extends TableName>(table: Table, row: Tables[Table]): string {
  return KEYS[table].map((column) => row[column]).join(" ");
}
