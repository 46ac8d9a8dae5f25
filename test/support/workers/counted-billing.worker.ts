import "../counting/count-bindings.ts";
import Billing, * as classes from "../../../workers/billing/billing.worker.ts";
import { countedEntrypoint, countedObject } from "../counting/count-classes.ts";
import { takeTally } from "../counting/tally.ts";

export const ClientArea = countedEntrypoint("ClientArea", classes.ClientArea);
export const AddressWindow = countedObject("AddressWindow", classes.AddressWindow);
export const DailyKey = countedObject("DailyKey", classes.DailyKey);
export const ServiceKey = countedObject("ServiceKey", classes.ServiceKey);
export const StoreHolds = countedObject("StoreHolds", classes.StoreHolds);
export const BillingOperator = countedEntrypoint("BillingOperator", classes.BillingOperator);
export const PublicBilling = countedEntrypoint("PublicBilling", classes.PublicBilling);

/** The billing Worker, wrapped to count its usage. It responds to every HTTP request with the counts. */
export default class extends countedEntrypoint("Billing", Billing) {
  override fetch() {
    return Response.json(takeTally());
  }
}
