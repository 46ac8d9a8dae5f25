import { type AddressLimit, networkOf } from "../address-limit.ts";
import { OperationError } from "../problems.ts";
import type { RatePolicy } from "../rate-limit.ts";

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

/** Limits failed sign-ins. Each password and each code is counted before it is tried, so that many at once gain nothing. */
export class SignInAttempts {
  readonly #limit: AddressLimit;

  constructor(limit: AddressLimit) {
    this.#limit = limit;
  }

  /**
   * Counts an attempt at a login, known or not. What is refused is not counted.
   * @param address the caller's network address as the edge gives it; null where there is no edge
   * @throws {OperationError} `rate_limited` with the time after which no limit refuses it, or `server_unavailable`
   */
  async count(email: string, address: string | null): Promise<SignInAttempt> {
    const login = await hashed(email);
    const network = networkOf(address ?? "unknown");
    const counts: [string, RatePolicy][] = [
      [`${login} ${network}`, LOGIN_FROM_NETWORK],
      [network, NETWORK],
      [login, LOGIN],
    ];
    const giveBack = (counted: [string, RatePolicy][]) =>
      Promise.all(counted.map(([key, policy]) => this.#limit.giveBack(key, policy)));

    const outcomes = await Promise.allSettled(
      counts.map(([key, policy]) => this.#limit.countKey(key, policy, () => undefined)),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    if (refusals.length === 0) return { giveBack: async () => void (await giveBack(counts)) };
    await giveBack(counts.filter((_, at) => outcomes[at]?.status === "fulfilled"));
    throw refusals.reduce((one, other) => (waitOf(other) > waitOf(one) ? other : one));
  }
}

function policy(id: string, quota: number, windowSeconds: number): RatePolicy {
  return { id, name: id, quota, windowSeconds };
}

function waitOf(refusal: unknown): number {
  return refusal instanceof OperationError ? (refusal.retryAfter ?? 0) : Number.POSITIVE_INFINITY;
}

/** The login as limits know it: no e-mail address stays in memory, and each has one length. */
async function hashed(email: string): Promise<string> {
  const text = new TextEncoder().encode(email.trim().toLowerCase());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", text)).toHex();
}
