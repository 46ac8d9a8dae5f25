import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { networksOf } from "../../../../shared/platform/caller-address.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import { hashOfEmail } from "./hashes.ts";

const QUARTER_HOUR_S = 900;

/** Attempts at one login from one network. */
const LOGIN_FROM_NETWORK: RatePolicy = policy("sign-in-login-network", 10, QUARTER_HOUR_S);
/**
 * Attempts at one login from the surrounding network, such as an IPv6 /48. One internet line with an IPv4 address, too,
 * can make 80 of the hundred attempts an hour.
 */
const LOGIN_FROM_AROUND: RatePolicy = policy("sign-in-login-around", 20, 2 * QUARTER_HOUR_S);
/** Attempts at one login from one browser that has signed in to it before, on any network. */
const MARKED_BROWSER: RatePolicy = policy("sign-in-browser", 10, QUARTER_HOUR_S);
/** Attempts at any login from one network. */
const NETWORK: RatePolicy = policy("sign-in-network", 30, QUARTER_HOUR_S);
/** Attempts at one login from anywhere, by browsers that have not signed in to it before. */
const LOGIN: RatePolicy = policy("sign-in-login", 100, 3600);

/** A counted sign-in. `giveBack` removes it from the count if it did not fail. */
export interface SignInAttempt {
  giveBack(): Promise<void>;
}

/** The login of an attempt. */
export interface CountedLogin {
  /** The e-mail address, of an existing login or not. */
  email: string;
  /** When the operator last unlocked this login, epoch milliseconds. Earlier attempts no longer count. */
  unlockedAt?: number | null;
  /**
   * The browser's valid mark of this login. Only the mark is then counted, so that nobody else can use up its attempts.
   */
  mark?: string | null;
}

export interface SignInLimit {
  /**
   * Counts an attempt.
   * @param login null for a code without a valid challenge
   * @param address from `addressOf`
   * @returns seconds until the next attempt, if this one is refused
   * @throws if it cannot be counted
   */
  count(login: CountedLogin | null, address: string): Promise<SignInAttempt | { retryAfter: number }>;
}

/**
 * Limits failed sign-ins of all callers together. Counts each password and each code before it is checked, so that
 * concurrent ones are also limited. A refused attempt does not count.
 */
export function signInAttempts(limit: AddressLimit): SignInLimit {
  return {
    async count(login, address) {
      const groups = login ? await countsOfLogin(login, address) : [countsOf(address, NETWORK)];
      const counted = await limit.countInOrder(groups);
      if (counted.outcome === "refused") return { retryAfter: counted.rate.resetSeconds };
      if (counted.outcome === "not_counted") throw new Error("a sign-in could not be counted", counted);
      return {
        giveBack: async () => {
          await Promise.all(groups.flat().map(({ key, policy }) => limit.giveBack(key, policy)));
        },
      };
    },
  };
}

/** Returns the counts for a login, with the most specific limit first. */
async function countsOfLogin({ email, unlockedAt, mark }: CountedLogin, address: string): Promise<Count[][]> {
  // An unlocked login gets new windows, because clearing the old ones is impossible. The networks that tried are
  // unknown, and every isolate remembers refusals.
  const since = unlockedAt ? ` ${unlockedAt}` : "";
  if (mark) return [[{ key: mark + since, policy: MARKED_BROWSER }]];
  const login = (await hashOfEmail(email)) + since;
  const [own, ...around] = networksOf(address);
  return [
    [{ key: `${login} ${own.key}`, policy: LOGIN_FROM_NETWORK }],
    [
      ...around.map(({ key }) => ({ key: `${login} ${key}`, policy: LOGIN_FROM_AROUND })),
      ...countsOf(address, NETWORK),
    ],
    [{ key: login, policy: LOGIN }],
  ];
}

function policy(id: string, quota: number, windowSeconds: number): RatePolicy {
  return { id, name: id, quota, windowSeconds };
}
