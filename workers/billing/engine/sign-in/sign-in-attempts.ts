import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { networksOf } from "../../../../shared/platform/caller-address.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import { hashOfEmail } from "./hashes.ts";

const QUARTER_HOUR_S = 900;

/** The limit for attempts at one login from one network. */
const LOGIN_FROM_NETWORK: RatePolicy = policy("sign-in-login-network", 10, QUARTER_HOUR_S);
/**
 * The limit for attempts at one login from a larger network, such as an IPv6 /48. With this limit, one internet line
 * can make at most 80 of the hundred hourly attempts, even if it also uses its IPv4 address.
 */
const LOGIN_FROM_AROUND: RatePolicy = policy("sign-in-login-around", 20, 2 * QUARTER_HOUR_S);
/** The limit for attempts at one login from one browser that has signed in to it before, on any network. */
const MARKED_BROWSER: RatePolicy = policy("sign-in-browser", 10, QUARTER_HOUR_S);
/** The limit for attempts at any login from one network. */
const NETWORK: RatePolicy = policy("sign-in-network", 30, QUARTER_HOUR_S);
/** The limit for attempts at one login from anywhere, by browsers that have not signed in to it before. */
const LOGIN: RatePolicy = policy("sign-in-login", 100, 3600);

/** An attempt that has been counted. If it did not fail, the caller removes it from the count with `giveBack`. */
export interface SignInAttempt {
  giveBack(): Promise<void>;
}

/** The login that an attempt is for. */
export interface CountedLogin {
  /** The e-mail address, whether or not a login has it. */
  email: string;
  /**
   * Time at which an operator last unlocked the login, or its password was replaced, in epoch milliseconds. Attempts
   * before that time no longer count.
   */
  unlockedAt?: number | null;
  /**
   * The browser's valid mark for this login, or the form token of its session. If it is set, only the mark is counted,
   * so that nobody else can use up the browser's attempts.
   */
  mark?: string | null;
}

export interface SignInLimit {
  /**
   * Counts an attempt.
   * @param login the login; `null` for a code without a valid challenge
   * @param address the caller's IP address, from `addressOf`
   * @returns the counted attempt; if it is refused, the seconds until the next attempt
   * @throws if the attempt cannot be counted
   */
  count(login: CountedLogin | null, address: string): Promise<SignInAttempt | { retryAfter: number }>;
}

/**
 * Returns the limits for failed sign-ins. Each password and each code is counted before it is checked, so that
 * concurrent attempts are limited too. A refused attempt does not count.
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

/** Returns the counts for a login. The most specific limit comes first. */
async function countsOfLogin({ email, unlockedAt, mark }: CountedLogin, address: string): Promise<Count[][]> {
  // An unlocked login gets new windows, because the old ones cannot be cleared. The networks that made attempts are
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
