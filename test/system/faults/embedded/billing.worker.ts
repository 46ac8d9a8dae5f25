// Imported first, since the engine takes its bindings when its module is loaded.
import "./failing-bindings.ts";

export {
  AddressWindow,
  BillingOperator,
  ClientArea,
  DailyKey,
  default,
  PublicBilling,
  ServiceKey,
  StoreHolds,
} from "../../../../workers/billing/billing.worker.ts";
