import type { AccountPort } from "../../../shared/accounts/account.ts";
import { ORDER_POLICY } from "../../../shared/accounts/order-policy.ts";
import { inTime } from "../../../shared/deadline.ts";
import type { RateState } from "../../../shared/rate-limit.ts";
import type { Taking } from "../../../shared/sliding-log.ts";

const DEADLINE_MS = 2_000;

/** What is left of the hour's actions, as the headers say it. @param now epoch milliseconds */
export function hourState({ remaining, moreAt }: Taking, now: number): RateState {
  return { policy: ORDER_POLICY, remaining, resetSeconds: Math.max(1, Math.ceil((moreAt - now) / 1000)) };
}

/** The same, asked of the account; null where it does not answer. */
export async function readHour(account: Pick<AccountPort, "hour">, now: () => number): Promise<RateState | null> {
  try {
    return hourState(await inTime(account.hour(), DEADLINE_MS), now());
  } catch {
    return null;
  }
}
