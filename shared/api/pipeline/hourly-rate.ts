import type { RateState } from "../../platform/rate-limit.ts";
import type { HourlyLimit } from "../definition/operation.ts";
import { type Effect, hourlyLimitOf } from "../definition/operation.ts";
import type { Problem } from "../definition/problems.ts";
import type { Admission } from "./gate.ts";
import type { Grant } from "./grant.ts";

/** What is left of the account's hour; null where that cannot be said. Counts nothing. */
export type HourReader = (grant: Grant, limit: HourlyLimit, requestId: string) => Promise<RateState | null>;

/**
 * Every answer of an hourly operation says what is left of the hour: adds it to the rates of one that was refused before
 * the account was asked.
 */
export async function tellHour(
  hourOf: HourReader | undefined,
  operation: { effect: Effect },
  { admission, rates }: { admission: Admission | undefined; rates: RateState[] },
  { code, status }: Problem,
  requestId: string,
): Promise<void> {
  const limit = hourlyLimitOf(operation);
  const isTold = rates.some(({ policy }) => policy.id === limit);
  if (!hourOf || !limit || isTold || !admission || admission.refusal) return;
  // Whoever no longer manages the account learns nothing of it, and what is broken is not asked again.
  if (code === "access_lost" || status >= 500) return;
  const hour = await hourOf(admission.grant, limit, requestId);
  if (hour) rates.push(hour);
}
