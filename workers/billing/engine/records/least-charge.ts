import type { MinorUnits } from "../../../../shared/platform/money.ts";

/** Stripe's minimum amount in each of the engine's currencies. */
export const LEAST_CHARGE: MinorUnits = 50;
