import type { MinorUnits } from "../../../../shared/platform/money.ts";

/** Stripe's minimum amount in the engine's currencies. */
export const LEAST_CHARGE: MinorUnits = 50;
