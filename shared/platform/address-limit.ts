import { OperationError } from "../api/definition/problems.ts";
import { networksOf } from "./caller-address.ts";
import { log } from "./log.ts";
import type { RatePolicy, RateState } from "./rate-limit.ts";
import type { RateLimitResult } from "./sliding-log.ts";
import { secondsInWords } from "./wording.ts";

/** Counts the calls of one address under one policy. */
export interface AddressWindowPort {
  /**
   * Counts a call if the policy allows it.
   * @param before instants that the window of the day before still counts, taken over once
   */
  take(policy: RatePolicy, before: number[]): Promise<RateLimitResult>;
  /** Forgets the newest call that was counted. */
  giveBack(): Promise<void>;
  /** The instants counted, epoch milliseconds, oldest first. */
  instants(): Promise<number[]>;
}

/** Holds one day's random key. */
export interface DailyKeyPort {
  read(): Promise<ArrayBuffer>;
}

/** One key that a call is counted under. */
export interface Count {
  key: string;
  policy: RatePolicy;
  /** It is of the network around the caller, which the caller may share with others. */
  isAround?: boolean;
}

/** How to reach the objects: a window by its name, a key by its day. */
export interface AddressLimitObjects {
  window(name: string): AddressWindowPort;
  dailyKey(day: string): DailyKeyPort;
}

const DAY_MS = 86_400_000;
const MAX_BLOCKED = 10_000;
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
   * Counts a call by its network and by the one around it, by both or neither.
   * @param address as `addressOf` gives it
   * @param note is told what is left of the caller's own, whether the call is allowed or not
   * @throws {OperationError} `rate_limited`, or `server_unavailable` when it cannot be counted
   */
  count(address: string, policy: RatePolicy, note: (state: RateState) => void): Promise<void> {
    return this.countTogether(countsOf(address, policy), note);
  }

  /** Counts a call by any other key, such as the hash of a login's name; otherwise as {@link count}. */
  countKey(key: string, policy: RatePolicy, note: (state: RateState) => void): Promise<void> {
    return this.countTogether([{ key, policy }], note);
  }

  /**
   * Counts a call under several keys, under all of them or none. What this isolate knows to be refused asks no object.
   * @param note is told what is left under the first key: nothing, where another one refuses
   * @throws {OperationError} the refusal with the longest wait: after it, none of them refuses
   */
  async countTogether(counts: Count[], note: (state: RateState) => void): Promise<void> {
    const now = this.#now();
    const blocked = counts
      .map((count) => ({ count, until: this.#blockedUntil.get(nameOf(count)) ?? 0 }))
      .filter(({ until }) => until > now);
    if (blocked.length > 0) return this.#refuse(counts, blocked, note);

    const outcomes = await Promise.allSettled(counts.map((count) => this.#take(nameOf(count), count.policy)));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    const rateResults = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : null));
    const refused = counts.flatMap((count, at) => {
      const rateResult = rateResults[at];
      return rateResult && !rateResult.allowed ? { count, until: rateResult.moreAt } : [];
    });
    if (refused.length === 0 && !failed) {
      const [first] = rateResults as [RateLimitResult, ...RateLimitResult[]];
      const { policy } = counts[0] as Count;
      return note({ policy, remaining: first.remaining, resetSeconds: this.#secondsUntil(first.moreAt) });
    }
    for (const { count, until } of refused) this.#block(nameOf(count), until);
    await Promise.all(counts.map((count, at) => rateResults[at]?.allowed && this.giveBack(count.key, count.policy)));
    if (failed) throw cannotCount(failed.reason);
    this.#refuse(counts, refused, note);
  }

  /** Uncounts the newest call of a key. Never throws: at worst a call stays counted. */
  async giveBack(key: string, policy: RatePolicy): Promise<void> {
    const who = nameOf({ key, policy });
    this.#blockedUntil.delete(who);
    try {
      await this.#objects.window(await this.#nameOf(who, this.#now())).giveBack();
    } catch (cause) {
      log("address_limit_failed", { cause });
    }
  }

  #refuse(counts: Count[], refused: { count: Count; until: number }[], note: (state: RateState) => void): never {
    const longest = refused.reduce((one, other) => (other.until > one.until ? other : one));
    const seconds = this.#secondsUntil(longest.until);
    note({ policy: (counts[0] as Count).policy, remaining: 0, resetSeconds: seconds });
    throw tooMany({ policy: longest.count.policy, resetSeconds: seconds }, longest.count.isAround);
  }

  #secondsUntil(instant: number): number {
    return Math.max(1, Math.ceil((instant - this.#now()) / 1000));
  }

  async #take(who: string, policy: RatePolicy): Promise<RateLimitResult> {
    const now = this.#now();
    const window = this.#objects.window(await this.#nameOf(who, now));
    const isNewDay = now % DAY_MS < policy.windowSeconds * 1000;
    const before = isNewDay ? await this.#objects.window(await this.#nameOf(who, now - DAY_MS)).instants() : [];
    return await window.take(policy, before);
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
    if (this.#blockedUntil.size >= MAX_BLOCKED) this.#blockedUntil.clear();
    this.#blockedUntil.set(who, until);
  }
}

/** A policy for an address: for its own network, and a larger one for the network around it. */
export function countsOf(address: string, policy: RatePolicy): Count[] {
  return networksOf(address).map(({ key, times }) =>
    times === 1 ? { key, policy } : { key, policy: { ...policy, quota: policy.quota * times }, isAround: true },
  );
}

function nameOf({ key, policy }: Count): string {
  return `${policy.id}:${key}`;
}

/**
 * `rate_limited`: the policy allows no more calls until then.
 * @param isAround it is of the network around the caller
 */
export function tooMany(
  { policy, resetSeconds: retryAfter }: Pick<RateState, "policy" | "resetSeconds">,
  isAround = false,
): OperationError {
  const { quota, windowSeconds } = policy;
  const wait = secondsInWords(retryAfter);
  const where = isAround
    ? { en: " from the network around your address", fr: " depuis le réseau autour de votre adresse" }
    : { en: "", fr: "" };
  return new OperationError(
    "rate_limited",
    {
      en: `At most ${quota} in any ${windowSeconds} seconds${where.en}. Ask again in ${wait.en}.`,
      fr: `Au plus ${quota} par période de ${windowSeconds} secondes${where.fr}. Réessayez dans ${wait.fr}.`,
    },
    { retryAfter },
  );
}

/** `server_unavailable`: what counts the calls did not answer. */
export function cannotCount(cause?: unknown): OperationError {
  return new OperationError(
    "server_unavailable",
    {
      en: "The request could not be counted against its limit, so it was not carried out.",
      fr: "La requête n’a pas pu être comptée dans sa limite ; elle n’a donc pas été exécutée.",
    },
    { retryAfter: RETRY_AFTER_S, cause },
  );
}
