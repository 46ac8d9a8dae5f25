import { creditIsAccountedFor } from "./credit.ts";
import { invoicesAreOrders, invoicesMoveWithOrders, issuedInvoicesStay, onlyRenewalsAreCharged } from "./invoices.ts";
import { ordersMoveForward } from "./orders.ts";
import { moneyPaysInvoices, paymentsStay, refundsAreOfPayments } from "./payments.ts";
import { ordersArePriced } from "./placement.ts";
import type { Rule } from "./rule.ts";
import { servicesAreDueByWhatWasPaid } from "./services.ts";

/** The rules that every engine transaction must keep. */
export const RULES: readonly Rule[] = [
  ...[creditIsAccountedFor, invoicesAreOrders, issuedInvoicesStay, invoicesMoveWithOrders, onlyRenewalsAreCharged],
  ...[moneyPaysInvoices, paymentsStay, refundsAreOfPayments],
  ...[ordersArePriced, ordersMoveForward, servicesAreDueByWhatWasPaid],
];
