import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { networksOf } from "../../../../shared/platform/caller-address.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";

const QUARTER_HOUR_S = 900;

/** Of one login from one network. */
const LOGIN_FROM_NETWORK: RatePolicy = policy("sign-in-login-network", 10, QUARTER_HOUR_S);
/** Of any login from one network. */
const NETWORK: RatePolicy = policy("sign-in-network", 30, QUARTER_HOUR_S);
/** Of one login from anywhere. */
const LOGIN: RatePolicy = policy("sign-in-login", 100, 3600);

/** A counted sign-in; given back if it did not fail. */
export interface SignInAttempt {
  giveBack(): Promise<void>;
}

export interface SignInLimit {
  /**
   * @param email of a login, known or not; null for a code without a valid challenge
   * @param unlockedAt when the operator last let this login try again, epoch milliseconds: what was counted before counts no more
   * @param address as `addressOf` gives it
   * @returns seconds until an attempt is made again, where this one is refused
   * @throws if it cannot be counted
   */
  count(
    email: string | null,
    address: string,
    unlockedAt?: number | null,
  ): Promise<SignInAttempt | { retryAfter: number }>;
}

/**
 * Limits failed sign-ins of every caller together. Each password and each code is counted before it is checked, so that concurrent
 * ones are limited, too. A refused attempt is not counted.
 */
export function signInAttempts(limit: AddressLimit): SignInLimit {
  return {
    async count(email, address, unlockedAt = null) {
      const counts = [
        ...(email === null ? [] : await countsOfLogin(email, address, unlockedAt)),
        ...countsOf(address, NETWORK),
      ];
      const counted = await limit.countTogether(counts);
      if (counted.outcome === "refused") return { retryAfter: counted.rate.resetSeconds };
      if (counted.outcome === "not_counted") throw new Error("a sign-in could not be counted", counted);
      return {
        giveBack: async () => {
          await Promise.all(counts.map(({ key, policy }) => limit.giveBack(key, policy)));
        },
      };
    },
  };
}

async function countsOfLogin(email: string, address: string, unlockedAt: number | null): Promise<Count[]> {
  // Other windows, not emptied ones: which networks tried is not known, and a refusal stays in the memory of every isolate.
  const login = unlockedAt === null ? await hashed(email) : `${await hashed(email)} ${unlockedAt}`;
  const [own] = networksOf(address);
  return [
    { key: `${login} ${own.key}`, policy: LOGIN_FROM_NETWORK },
    { key: login, policy: LOGIN },
  ];
}

function policy(id: string, quota: number, windowSeconds: number): RatePolicy {
  return { id, name: id, quota, windowSeconds };
}

/** The login as a limit's key: a hash of its e-mail address, so that no address is kept. */
async function hashed(email: string): Promise<string> {
  const text = new TextEncoder().encode(email.trim().toLowerCase());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text)).toHex();
}
