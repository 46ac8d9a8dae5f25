import type { Action } from "./action.ts";
import { getClients, getClientsDetails, getUserPermissions, getUsers } from "./clients.ts";
import {
  getCancelledPackages,
  getClientsDomains,
  getClientsProducts,
  getSupportDepartments,
  getTickets,
} from "./holdings.ts";
import { getInvoice, getInvoices } from "./invoices.ts";
import {
  getAdminDetails,
  getConfigurationValue,
  getCurrencies,
  getPaymentMethods,
  getProducts,
  getPromotions,
  getTldPricing,
  whmcsDetails,
} from "./provider.ts";

/** What an answer's shape stands on among `test/whmcs/samples`: a recorded answer, the documentation's example, or nothing. */
export type Evidence = "recorded" | "documented" | "none";

/** The actions that are simulated, by name, with the evidence behind each. */
export const ACTIONS: Readonly<Record<string, { action: Action; evidence: Evidence }>> = {
  GetAdminDetails: { action: getAdminDetails, evidence: "none" },
  GetCancelledPackages: { action: getCancelledPackages, evidence: "documented" },
  GetClients: { action: getClients, evidence: "recorded" },
  GetClientsDetails: { action: getClientsDetails, evidence: "documented" },
  GetClientsDomains: { action: getClientsDomains, evidence: "documented" },
  GetClientsProducts: { action: getClientsProducts, evidence: "recorded" },
  GetConfigurationValue: { action: getConfigurationValue, evidence: "none" },
  GetCurrencies: { action: getCurrencies, evidence: "documented" },
  GetInvoice: { action: getInvoice, evidence: "recorded" },
  GetInvoices: { action: getInvoices, evidence: "documented" },
  GetPaymentMethods: { action: getPaymentMethods, evidence: "documented" },
  GetProducts: { action: getProducts, evidence: "recorded" },
  GetPromotions: { action: getPromotions, evidence: "documented" },
  GetSupportDepartments: { action: getSupportDepartments, evidence: "documented" },
  GetTickets: { action: getTickets, evidence: "documented" },
  GetTLDPricing: { action: getTldPricing, evidence: "documented" },
  GetUserPermissions: { action: getUserPermissions, evidence: "none" },
  GetUsers: { action: getUsers, evidence: "documented" },
  WhmcsDetails: { action: whmcsDetails, evidence: "recorded" },
};
