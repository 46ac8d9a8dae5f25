import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import type { CodePurpose } from "../mails/sent-mails.ts";
import { hashOfEmail } from "./hashes.ts";

/** A request to mail a code. */
export interface CountedMail {
  purpose: CodePurpose;
  email: string;
  /** The caller's IP address, from `addressOf`. */
  address: string;
  /**
   * The id of the login, if it is signed in and has entered its password. Its requests do not count towards the limit
   * for its network.
   */
  loginId?: number | undefined;
}

/**
 * Counts an e-mail with a code before it is sent. If the e-mail must not be sent, returns the seconds to wait.
 * `giveBack` is for a request that causes no e-mail. It reduces only the overall count, so that outsiders cannot tell
 * such a request from any other.
 */
export type CodeLimit = (asked: CountedMail) => Promise<{ giveBack(): Promise<void> } | { retryAfter: number }>;

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** The limits for e-mails to one e-mail address from one network. */
const OWN: RatePolicy[] = [policy("address-network", 3, HOUR_S), policy("address-network-day", 5, DAY_S)];
/** The limits for e-mails to any e-mail address from one network or one login. */
const NETWORK: RatePolicy[] = [policy("network", 5, HOUR_S), policy("network-day", 15, DAY_S)];
/** The limit for e-mails to one e-mail address from anywhere. */
const ADDRESS = policy("address", 20, DAY_S);
const IN_ALL: Count = { key: "all", policy: policy("all", 300, HOUR_S) };

/**
 * Returns the limits for e-mails with codes. Each purpose is counted separately, except in the limits for one
 * login and in the overall limit.
 *
 * - One network may request three e-mails an hour and five a day to one e-mail address. A stranger on another network
 *   therefore cannot use up the owner's requests.
 * - All networks together may request twenty e-mails a day to one e-mail address.
 * - One network or login may request five e-mails an hour and fifteen a day.
 * - The overall limit is 300 e-mails an hour.
 */
export function codeLimit(limit: AddressLimit): CodeLimit {
  return async ({ purpose, email, address, loginId }) => {
    const mailbox = `${purpose} ${await hashOfEmail(email.replace(/\+[^@]*@/, "@"))}`;
    const counted = await limit.countInOrder([
      OWN.flatMap((each) => countsOf(address, each).map((count) => ({ ...count, key: `${mailbox} ${count.key}` }))),
      NETWORK.flatMap((policy) => {
        if (loginId !== undefined) return { key: `login ${loginId}`, policy };
        return countsOf(address, policy).map((count) => ({ ...count, key: `${purpose} ${count.key}` }));
      }),
      [{ key: mailbox, policy: ADDRESS }],
      [IN_ALL],
    ]);
    if (counted.outcome === "counted") return { giveBack: () => limit.giveBack(IN_ALL.key, IN_ALL.policy) };
    if (counted.outcome === "not_counted") throw new Error("a mailed code could not be counted", counted);
    if (counted.by === IN_ALL) log("mailed_codes_limited", {});
    return { retryAfter: counted.rate.resetSeconds };
  };
}

function policy(of: string, quota: number, windowSeconds: number): RatePolicy {
  const id = `mailed-codes-${of}`;
  return { id, name: id, quota, windowSeconds };
}
