import { type AddressLimit, type Count, countsOf } from "../../../../shared/platform/address-limit.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import type { CodePurpose } from "../mails/sent-mails.ts";
import { hashOfEmail } from "./hashes.ts";

/** A requested mail with a code. */
export interface CountedMail {
  purpose: CodePurpose;
  email: string;
  /** The caller's IP address, from `addressOf`. */
  address: string;
  /** The requester after a right password: its requests do not use up the limit of others on the network. */
  loginId?: number | undefined;
}

/**
 * Counts a mail with a code before it is sent. Resolves to the seconds to wait if none may be sent. A request without a mail gives its count
 * back to the 300 in all, and only to those, so that it looks like any other.
 */
export type CodeLimit = (asked: CountedMail) => Promise<{ giveBack(): Promise<void> } | { retryAfter: number }>;

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Limits to one e-mail address from one network. */
const OWN: RatePolicy[] = [policy("address-network", 3, HOUR_S), policy("address-network-day", 5, DAY_S)];
/** Limits to any e-mail address from one network, or by one login. */
const NETWORK: RatePolicy[] = [policy("network", 5, HOUR_S), policy("network-day", 15, DAY_S)];
/** Limits to one e-mail address from anywhere. */
const ADDRESS = policy("address", 20, DAY_S);
const IN_ALL: Count = { key: "all", policy: policy("all", 300, HOUR_S) };

/**
 * Limits mails of one purpose. To one e-mail address: three an hour and five a day from one network, so that strangers elsewhere cannot use
 * up its owner's, and twenty a day from anywhere. From a network or a login: five an hour and fifteen a day. In all: 300 an hour.
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
