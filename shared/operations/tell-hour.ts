import { ORDER_POLICY } from "../accounts/order-policy.ts";
import type { Pass } from "../connections/connection.ts";
import type { Problem } from "../problems.ts";
import type { RateState } from "../rate-limit.ts";
import type { Turn } from "./gate.ts";
import type { Effect } from "./operation.ts";

/**
 * Every answer of an hourly operation says what is left of the hour: adds it to the rates of one that was refused before
 * the account was asked.
 * @param hourOf null where that cannot be said; counts nothing
 */
export async function tellHour(
  hourOf: ((pass: Pass) => Promise<RateState | null>) | undefined,
  { effect }: { effect: Effect },
  { turn, rates }: { turn: Turn | undefined; rates: RateState[] },
  { code, status }: Problem,
): Promise<void> {
  const isTold = rates.some(({ policy }) => policy.id === ORDER_POLICY.id);
  if (!hourOf || effect !== "order" || isTold || !turn || turn.refusal) return;
  // Whoever no longer manages the account learns nothing of it, and what is broken is not asked again.
  if (code === "access_lost" || status >= 500) return;
  const hour = await hourOf(turn.pass);
  if (hour) rates.push(hour);
}
