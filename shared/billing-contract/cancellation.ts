import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerService, ServiceCancellation } from "./customer.ts";

export type CancellationTime = ServiceCancellation["when"];

export interface CancellationRequest {
  serviceId: number;
  when: CancellationTime;
}

export interface Cancellation extends CancellationRequest {
  reason: string | null;
}

export interface CancellationStatement extends Pick<ServiceCancellation, "when" | "effectiveOn"> {
  account: AccountReference;
  service: CustomerService;
  consequences: Text[];
}
