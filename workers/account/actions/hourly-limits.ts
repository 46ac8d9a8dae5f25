import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import { ORDER_POLICY } from "../../../shared/account-access/rate-policies.ts";
import type { HourlyLimit } from "../../../shared/api/definition/operation.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { valueOrLogged } from "../../../shared/platform/log.ts";
import { type RatePolicy, type RateState, rateStateOf } from "../../../shared/platform/rate-limit.ts";

const DEADLINE_MS = 2_000;

export type HourlyPolicies = Record<HourlyLimit, RatePolicy>;

/**
 * Returns the hourly policies.
 * @param settings the provider's policy for changes to settings
 */
export function hourlyPolicies(settings: RatePolicy): HourlyPolicies {
  return { orders: ORDER_POLICY, settings };
}

/**
 * Reads the remaining allowance of an hourly limit from the account's object. Returns `null` if the object does not
 * respond in time.
 */
export async function readHour(
  account: Pick<AccountPort, "hour">,
  limit: HourlyLimit,
  policies: HourlyPolicies,
  now: () => number,
  requestId: string,
): Promise<RateState | null> {
  const asking = inTime(account.hour(limit), DEADLINE_MS);
  const left = await valueOrLogged("account_unreachable", asking, { request_id: requestId });
  return left && rateStateOf(left, policies[limit], now());
}
