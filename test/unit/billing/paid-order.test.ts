import { expect, test } from "vitest";
import { isPriceStillValid, type ServiceOrder } from "../../../workers/billing/engine/orders/paid-order.ts";

const TODAY = "2026-11-20";
const DUE = "2026-11-21";
const SERVICE = { service_status: "active", is_cancelled: 0, next_due_on: DUE, priced_due_on: DUE } as const;

test.each<[ServiceOrder["kind"], what: string, order: Partial<ServiceOrder>, isValid: boolean]>([
  ["plan", "not set up", { service_status: "pending" }, true],
  ["plan", "set up", {}, false],
  ["renew_service", "active", {}, true],
  ["renew_service", "suspended", { service_status: "suspended" }, true],
  ["renew_service", "terminated", { service_status: "terminated" }, false],
  ["renew_service", "in another term", { next_due_on: "2026-12-21" }, false],
  ["renew_service", "cancelled", { is_cancelled: 1 }, false],
  ["plan_change", "active", {}, true],
  ["plan_change", "suspended", { service_status: "suspended" }, false],
  ["plan_change", "paid once", { next_due_on: null, priced_due_on: null }, true],
  ["plan_change", "due", { next_due_on: TODAY, priced_due_on: TODAY }, false],
  ["plan_change", "in another term", { next_due_on: "2026-12-21" }, false],
])("the price of a %s is still valid for a service that is %s (%j): %s", (kind, _, order, isValid) => {
  expect(isPriceStillValid({ ...SERVICE, kind, ...order } as ServiceOrder, TODAY)).toBe(isValid);
});
