import { creditIsAccountedFor } from "./credit.ts";
import { invoicesAreOrders, invoicesMoveWithOrders, issuedInvoicesStay, paymentsStay } from "./invoices.ts";
import { ordersMoveForward } from "./orders.ts";
import { ordersArePriced } from "./placement.ts";
import type { Rule } from "./rule.ts";
import { servicesAreDueByWhatWasPaid } from "./services.ts";

/** What every transaction of the engine is judged by. */
export const RULES: readonly Rule[] = [
  ...[creditIsAccountedFor, invoicesAreOrders, issuedInvoicesStay, invoicesMoveWithOrders, paymentsStay],
  ...[ordersArePriced, ordersMoveForward, servicesAreDueByWhatWasPaid],
];
