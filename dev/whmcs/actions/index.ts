import type { RequestParameters } from "../request-parameters.ts";
import type { Action } from "./action.ts";
import { addCancelRequest, getCancelledPackages } from "./cancel-requests.ts";
import { getClients, getClientsDetails, getUserPermissions } from "./clients.ts";
import { getOrders } from "./get-orders.ts";
import { getClientsDomains, getClientsProducts, getSupportDepartments, getTickets } from "./holdings.ts";
import { getDomainInvoices, getInvoice, getInvoices } from "./invoices.ts";
import { sendEmail } from "./messages.ts";
import { addOrder, cancelOrder } from "./orders.ts";
import { getClientGroups, getPayMethods } from "./pay-methods.ts";
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
import {
  domainGetLockingStatus,
  domainGetNameservers,
  domainGetWhoisInfo,
  domainRequestEpp,
  domainUpdateLockingStatus,
  domainUpdateNameservers,
  updateClientDomain,
} from "./registrar.ts";
import { upgradeProduct } from "./upgrades.ts";

/** What an answer's shape stands on among `test/whmcs/samples`: a recorded answer, the documentation's example, or nothing. */
export type Evidence = "recorded" | "documented" | "none";

export interface SimulatedAction {
  action: Action;
  evidence: Evidence;
  /** It changes something, here or at the registrar: the journal has it. */
  writes?: true;
}

/** The actions that are simulated, by name, with the evidence behind each. */
export const ACTIONS: Readonly<Record<string, SimulatedAction>> = {
  AddCancelRequest: { action: addCancelRequest, evidence: "documented", writes: true },
  AddOrder: { action: addOrder, evidence: "recorded", writes: true },
  CancelOrder: { action: cancelOrder, evidence: "none", writes: true },
  DomainGetLockingStatus: { action: domainGetLockingStatus, evidence: "documented" },
  DomainGetNameservers: { action: domainGetNameservers, evidence: "documented" },
  DomainGetWhoisInfo: { action: domainGetWhoisInfo, evidence: "documented" },
  DomainRequestEPP: { action: domainRequestEpp, evidence: "none", writes: true },
  DomainUpdateLockingStatus: { action: domainUpdateLockingStatus, evidence: "none", writes: true },
  DomainUpdateNameservers: { action: domainUpdateNameservers, evidence: "none", writes: true },
  GetAdminDetails: { action: getAdminDetails, evidence: "none" },
  GetCancelledPackages: { action: getCancelledPackages, evidence: "documented" },
  GetClientGroups: { action: getClientGroups, evidence: "documented" },
  GetClients: { action: getClients, evidence: "recorded" },
  GetClientsDetails: { action: getClientsDetails, evidence: "documented" },
  GetClientsDomains: { action: getClientsDomains, evidence: "documented" },
  GetClientsProducts: { action: getClientsProducts, evidence: "recorded" },
  GetConfigurationValue: { action: getConfigurationValue, evidence: "none" },
  GetCurrencies: { action: getCurrencies, evidence: "documented" },
  GetDomainInvoices: { action: getDomainInvoices, evidence: "none" },
  GetInvoice: { action: getInvoice, evidence: "recorded" },
  GetInvoices: { action: getInvoices, evidence: "documented" },
  GetOrders: { action: getOrders, evidence: "recorded" },
  GetPayMethods: { action: getPayMethods, evidence: "documented" },
  GetPaymentMethods: { action: getPaymentMethods, evidence: "documented" },
  GetProducts: { action: getProducts, evidence: "recorded" },
  GetPromotions: { action: getPromotions, evidence: "documented" },
  GetSupportDepartments: { action: getSupportDepartments, evidence: "documented" },
  GetTickets: { action: getTickets, evidence: "documented" },
  GetTLDPricing: { action: getTldPricing, evidence: "documented" },
  GetUserPermissions: { action: getUserPermissions, evidence: "none" },
  SendEmail: { action: sendEmail, evidence: "none", writes: true },
  UpdateClientDomain: { action: updateClientDomain, evidence: "documented", writes: true },
  UpgradeProduct: { action: upgradeProduct, evidence: "documented", writes: true },
  WhmcsDetails: { action: whmcsDetails, evidence: "recorded" },
};

/** In any letter case. */
export function actionNamed(name: string): SimulatedAction | undefined {
  return Object.entries(ACTIONS).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}

/** Whether a call is one that changes something: what an upgrade costs is asked by the action that orders it. */
export function isWrite(name: string, parameters: RequestParameters): boolean {
  return actionNamed(name)?.writes === true && !parameters.isTruthy("calconly");
}
