import type { BillingSystem } from "../../../../shared/billing-contract/billing-system.ts";
import { methodsAt } from "../../../support/posted-methods.ts";
import type { World, WorldOptions } from "../../../support/world.ts";

/** A Worker that calls the billing Worker over a real binding. */
const BILLING_DOOR = {
  name: "billing-door",
  main: "test/system/billing/support/billing-door.worker.ts",
  services: [{ binding: "BILLING", service: "frontdesk-billing" }],
};

/** Returns the options for a system with only the billing Worker and the demonstration data. */
export function billingWorld(options: WorldOptions = {}): WorldOptions {
  return { workers: [BILLING_DOOR, "billing"], isDemonstration: false, ...options };
}

/** Returns the billing system behind a running `billing-door.worker.ts`. */
export function billingThrough(world: World): BillingSystem {
  return methodsAt<BillingSystem>(() => world.origin);
}
