import type { RequestParameters } from "../request-parameters.ts";
import type { Action } from "./action.ts";
import { addCancelRequest, getCancelledPackages } from "./cancel-requests.ts";
import { getClients, getClientsDetails, getPayMethods, sendEmail } from "./clients.ts";
import { getOrder } from "./get-order.ts";
import { getClientsDomains, getClientsProducts, getTickets } from "./holdings.ts";
import { getInvoice, getInvoices, getOpenRenewal } from "./invoices.ts";
import { addOrder, cancelOrder } from "./orders.ts";
import * as provider from "./provider.ts";
import * as registrar from "./registrar.ts";
import { upgradeProduct } from "./upgrades.ts";

/** What only reads. */
const READS: Readonly<Record<string, Action>> = {
  DomainGetLockingStatus: registrar.domainGetLockingStatus,
  DomainGetNameservers: registrar.domainGetNameservers,
  DomainGetWhoisInfo: registrar.domainGetWhoisInfo,
  GetCancelledPackages: getCancelledPackages,
  GetClients: getClients,
  GetClientsDetails: getClientsDetails,
  GetClientsDomains: getClientsDomains,
  GetClientsProducts: getClientsProducts,
  GetInvoice: getInvoice,
  GetInvoices: getInvoices,
  GetOpenRenewal: getOpenRenewal,
  GetOrder: getOrder,
  GetPayMethods: getPayMethods,
  GetPaymentMethods: provider.getPaymentMethods,
  GetProducts: provider.getProducts,
  GetPromotions: provider.getPromotions,
  GetTickets: getTickets,
  GetTLDPricing: provider.getTldPricing,
};

/** What changes something, here or at the registrar: the journal has it. */
const WRITES: Readonly<Record<string, Action>> = {
  AddCancelRequest: addCancelRequest,
  AddOrder: addOrder,
  CancelOrder: cancelOrder,
  DomainRequestEPP: registrar.domainRequestEpp,
  DomainUpdateLockingStatus: registrar.domainUpdateLockingStatus,
  DomainUpdateNameservers: registrar.domainUpdateNameservers,
  SendEmail: sendEmail,
  UpdateClientDomain: registrar.updateClientDomain,
  UpgradeProduct: upgradeProduct,
};

/** The actions that are simulated, by name. */
export const ACTIONS: Readonly<Record<string, Action>> = { ...READS, ...WRITES };

/** Whether a call is one that changes something: what an upgrade costs is asked by the action that orders it. */
export function isWrite(name: string, parameters: RequestParameters): boolean {
  return Object.hasOwn(WRITES, name) && !parameters.isTruthy("calconly");
}
