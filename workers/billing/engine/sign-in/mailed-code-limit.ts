import { type AddressLimit, countsOf } from "../../../../shared/platform/address-limit.ts";
import { log } from "../../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../../shared/platform/rate-limit.ts";
import { hashOfEmail } from "./hashes.ts";

/** Counts a mail with a code before it is sent. Resolves to the seconds to wait where none is sent. */
export type CodeLimit = (email: string, address: string) => Promise<{ retryAfter: number } | null>;

const HOUR_S = 3_600;
const NETWORK: RatePolicy = {
  id: "mailed-codes-network",
  name: "mailed-codes-network",
  quota: 5,
  windowSeconds: HOUR_S,
};
const ADDRESS: RatePolicy = {
  id: "mailed-codes-address",
  name: "mailed-codes-address",
  quota: 3,
  windowSeconds: HOUR_S,
};
const EVERYBODY: RatePolicy = { id: "mailed-codes-all", name: "mailed-codes-all", quota: 300, windowSeconds: HOUR_S };

/** Five mails an hour to a network's requests, three to an e-mail address, and 300 in all. */
export function codeLimit(limit: AddressLimit): CodeLimit {
  return async (email, address) => {
    const counted = await limit.countInOrder([
      [{ key: await hashOfEmail(email), policy: ADDRESS }],
      countsOf(address, NETWORK),
      [{ key: "all", policy: EVERYBODY }],
    ]);
    if (counted.outcome === "counted") return null;
    if (counted.outcome === "not_counted") throw new Error("a mailed code could not be counted", counted);
    if (counted.by.policy === EVERYBODY) log("mailed_codes_limited", {});
    return { retryAfter: counted.rate.resetSeconds };
  };
}
