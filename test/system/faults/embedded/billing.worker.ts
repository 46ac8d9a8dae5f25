// This import comes first, because the engine reads its bindings when its module loads.
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
