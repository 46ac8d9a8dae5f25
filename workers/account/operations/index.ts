import { getAccount } from "./get-account.ts";
import { getOpenApi } from "./get-open-api.ts";
import { listAudit } from "./list-audit.ts";
import { listDomains } from "./list-domains.ts";
import { listInvoices } from "./list-invoices.ts";
import { listServices } from "./list-services.ts";
import { listTickets } from "./list-tickets.ts";

/** The account's operations, in the order they are published. */
export const accountOperations = [
  getAccount,
  listServices,
  listDomains,
  listInvoices,
  listTickets,
  listAudit,
  getOpenApi,
];
