import { OperationError } from "./problems.ts";
import type { RatePolicy, RateState } from "./rate-limit.ts";
import type { Taking } from "./sliding-log.ts";
import { secondsInWords } from "./wording.ts";

/** Counts the calls of one address under one policy. */
export interface AddressWindowPort {
  /**
   * Counts a call if the policy allows it.
   * @param before instants that the window of the day before still counts, taken over once
   */
  take(policy: RatePolicy, before: number[]): Promise<Taking>;
  /** Forgets the newest call that was counted. */
  giveBack(): Promise<void>;
  /** The instants counted, epoch milliseconds, oldest first. */
  instants(): Promise<number[]>;
}

/** Holds one day's random key. */
export interface DailyKeyPort {
  read(): Promise<ArrayBuffer>;
}

/** How to reach the objects: a window by its name, a key by its day. */
export interface AddressLimitObjects {
  window(name: string): AddressWindowPort;
  dailyKey(day: string): DailyKeyPort;
}

const DAY_MS = 86_400_000;
const MOST_BLOCKED = 10_000;
const RETRY_AFTER_S = 5;

/**
 * Limits calls by network address, or by another key. Either is known only as a hash under a key that changes every day
 * (UTC) and is forgotten; the window goes on over midnight. A caller that was refused is refused in this isolate's memory
 * until the refusal ends, so that a flood costs one look at a map.
 */
export class AddressLimit {
  readonly #objects: AddressLimitObjects;
  readonly #now: () => number;
  readonly #keys = new Map<string, CryptoKey>();
  readonly #blockedUntil = new Map<string, number>();

  constructor(objects: AddressLimitObjects, now: () => number) {
    this.#objects = objects;
    this.#now = now;
  }

  /**
   * Counts a call by its network.
   * @param note is told what is left, whether the call is allowed or not
   * @throws {OperationError} `rate_limited`, or `server_unavailable` when it cannot be counted
   */
  count(address: string, policy: RatePolicy, note: (state: RateState) => void): Promise<void> {
    return this.countKey(networkOf(address), policy, note);
  }

  /** Counts a call by any other key, such as the hash of a login's name; otherwise as {@link count}. */
  async countKey(key: string, policy: RatePolicy, note: (state: RateState) => void): Promise<void> {
    const who = `${policy.id}:${key}`;
    const blockedUntil = this.#blockedUntil.get(who) ?? 0;
    const taking =
      blockedUntil > this.#now()
        ? { allowed: false, remaining: 0, moreAt: blockedUntil }
        : await this.#take(who, policy);

    const seconds = Math.max(1, Math.ceil((taking.moreAt - this.#now()) / 1000));
    note({ policy, remaining: taking.remaining, resetSeconds: seconds });
    if (taking.allowed) return;
    this.#block(who, taking.moreAt);
    throw tooMany({ policy, resetSeconds: seconds });
  }

  /** Uncounts the newest call of a key. Never throws: at worst a call stays counted. */
  async giveBack(key: string, policy: RatePolicy): Promise<void> {
    const who = `${policy.id}:${key}`;
    this.#blockedUntil.delete(who);
    try {
      await this.#objects.window(await this.#nameOf(who, this.#now())).giveBack();
    } catch {}
  }

  async #take(who: string, policy: RatePolicy): Promise<Taking> {
    try {
      const now = this.#now();
      const window = this.#objects.window(await this.#nameOf(who, now));
      const isNewDay = now % DAY_MS < policy.windowSeconds * 1000;
      const before = isNewDay ? await this.#objects.window(await this.#nameOf(who, now - DAY_MS)).instants() : [];
      return await window.take(policy, before);
    } catch {
      throw cannotCount();
    }
  }

  async #nameOf(who: string, at: number): Promise<string> {
    const day = new Date(at).toISOString().slice(0, 10);
    const signature = await crypto.subtle.sign("HMAC", await this.#keyOf(day), new TextEncoder().encode(who));
    return btoa(String.fromCharCode(...new Uint8Array(signature)));
  }

  /** Keys are kept, not promises of them: what a request began is never settled for others once that request has gone. */
  async #keyOf(day: string): Promise<CryptoKey> {
    const known = this.#keys.get(day);
    if (known) return known;
    const bytes = await this.#objects.dailyKey(day).read();
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    this.#keys.set(day, key);
    for (const old of this.#keys.keys()) if (this.#keys.size > 3) this.#keys.delete(old);
    return key;
  }

  #block(who: string, until: number): void {
    if (this.#blockedUntil.size >= MOST_BLOCKED) this.#blockedUntil.clear();
    this.#blockedUntil.set(who, until);
  }
}

/** What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  let canonical: string;
  try {
    canonical = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  } catch {
    return "unreadable";
  }
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped) {
    const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)];
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  const [left = "", right] = canonical.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  const groups = right === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** `rate_limited`: the policy allows no more calls until then. */
export function tooMany({
  policy,
  resetSeconds: retryAfter,
}: Pick<RateState, "policy" | "resetSeconds">): OperationError {
  const { quota, windowSeconds } = policy;
  const wait = secondsInWords(retryAfter);
  return new OperationError(
    "rate_limited",
    {
      en: `At most ${quota} in any ${windowSeconds} seconds. Ask again in ${wait.en}.`,
      fr: `Au plus ${quota} par période de ${windowSeconds} secondes. Réessayez dans ${wait.fr}.`,
    },
    { retryAfter },
  );
}

/** `server_unavailable`: what counts the calls did not answer. */
export function cannotCount(): OperationError {
  return new OperationError(
    "server_unavailable",
    {
      en: "The request could not be counted against its limit, so it was not carried out.",
      fr: "La requête n’a pas pu être comptée dans sa limite ; elle n’a donc pas été exécutée.",
    },
    { retryAfter: RETRY_AFTER_S },
  );
}
