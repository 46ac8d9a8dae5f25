import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { networksOf } from "../../../../shared/platform/caller-address.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";

const QUARTER_HOUR_S = 900;

/** At one login, from one network. */
const LOGIN_FROM_NETWORK: RatePolicy = policy("sign-in-login-network", 10, QUARTER_HOUR_S);
/** From one network, at any login. */
const NETWORK: RatePolicy = policy("sign-in-network", 30, QUARTER_HOUR_S);
/** At one login, from anywhere. */
const LOGIN: RatePolicy = policy("sign-in-login", 100, 3600);

/** A sign-in that was counted; given back where it turned out to be no failed one. */
export interface SignInAttempt {
  giveBack(): Promise<void>;
}

/** It must not be tried before so many seconds are over. */
export interface AttemptLater {
  retryAfter: number;
}

/** Counts sign-ins before they are tried. */
export interface SignInLimit {
  /**
   * @param email of a login, known or not; null where a code is for no login
   * @param address as `addressOf` gives it; undefined where it is not known: then by the login alone
   * @throws where it cannot be counted
   */
  count(email: string | null, address: string | undefined): Promise<SignInAttempt | AttemptLater>;
}

/**
 * Limits failed sign-ins, through whichever door they come. Each password and each code is counted before it is tried, so
 * that many at once gain nothing. What is refused is not counted.
 */
export class SignInAttempts implements SignInLimit {
  readonly #limit: AddressLimit;

  constructor(limit: AddressLimit) {
    this.#limit = limit;
  }

  async count(email: string | null, address: string | undefined): Promise<SignInAttempt | AttemptLater> {
    const counts = [
      ...(email === null ? [] : await countsOfLogin(email, address)),
      ...(address === undefined ? [] : countsOf(address, NETWORK)),
    ];
    if (counts.length > 0) {
      const counted = await this.#limit.countTogether(counts);
      if (counted.outcome === "refused") return { retryAfter: counted.rate.resetSeconds };
      if (counted.outcome === "not_counted") throw new Error("a sign-in could not be counted", counted);
    }
    return {
      giveBack: async () => {
        await Promise.all(counts.map(({ key, policy }) => this.#limit.giveBack(key, policy)));
      },
    };
  }
}

async function countsOfLogin(email: string, address: string | undefined): Promise<Count[]> {
  const login = await hashed(email);
  const own = address === undefined ? [] : networksOf(address).slice(0, 1);
  return [
    ...own.map(({ key }) => ({ key: `${login} ${key}`, policy: LOGIN_FROM_NETWORK })),
    { key: login, policy: LOGIN },
  ];
}

function policy(id: string, quota: number, windowSeconds: number): RatePolicy {
  return { id, name: id, quota, windowSeconds };
}

/** The login as limits know it: no e-mail address stays in memory, and each has one length. */
async function hashed(email: string): Promise<string> {
  const text = new TextEncoder().encode(email.trim().toLowerCase());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text)).toHex();
}
