import type { MinorUnits } from "../../../../shared/platform/money.ts";

/** Stripe's least amount in the engine's currencies. */
export const LEAST_CHARGE: MinorUnits = 50;
