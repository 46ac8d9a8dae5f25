import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import type { CodePurpose } from "../mails/sent-mails.ts";
import { hashOfEmail } from "./hashes.ts";

/** A mail with a code that somebody asks for. */
export interface CountedMail {
  purpose: CodePurpose;
  email: string;
  /** The caller's IP address as `addressOf` gives it. */
  address: string;
  /** Who asks, once their password was right: others of the network do not use up theirs. */
  loginId?: number | undefined;
}

/**
 * Counts a mail with a code before it is sent. Resolves to the seconds to wait where none is sent. One for which nothing is mailed is given
 * back to the 300 in all, and only then, so that it looks like any other.
 */
export type CodeLimit = (asked: CountedMail) => Promise<{ giveBack(): Promise<void> } | { retryAfter: number }>;

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** To one e-mail address from one network. */
const OWN: RatePolicy[] = [policy("address-network", 3, HOUR_S), policy("address-network-day", 5, DAY_S)];
/** To any e-mail address from one network, or by one login. */
const NETWORK: RatePolicy[] = [policy("network", 5, HOUR_S), policy("network-day", 15, DAY_S)];
/** To one e-mail address from anywhere. */
const ADDRESS = policy("address", 20, DAY_S);
const IN_ALL: Count = { key: "all", policy: policy("all", 300, HOUR_S) };

/**
 * Three mails an hour and five a day of one purpose to an e-mail address from one network, so that strangers elsewhere cannot use up its
 * owner's; twenty a day to it from anywhere; five an hour and fifteen a day of one purpose to a network's requests, or to a login's; 300 an hour in all.
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
