import { networksOf } from "./caller-address.ts";
import { type JurisdictionSetting, type ObjectNamespace, within } from "./jurisdiction.ts";
import { log } from "./log.ts";
import type { RateLimitResult, RatePolicy, RateState } from "./rate-limit.ts";

/** The state of a window after calls were counted in it. */
export interface WindowResult extends Pick<RateLimitResult, "remaining" | "moreAt"> {
  taken: number;
}

/** The window that counts the calls of one address under one policy. */
export interface AddressWindowPort {
  /**
   * Counts as many of the calls as the policy allows.
   * @param before times of the previous day's calls that still count, in epoch milliseconds; imported once
   */
  take(policy: RatePolicy, before: number[], calls: number): Promise<WindowResult>;
  /** Removes the newest counted calls. */
  giveBack(calls: number): Promise<void>;
  /** Returns the times of the counted calls in epoch milliseconds, oldest first. */
  instants(): Promise<number[]>;
}

export interface DailyKeyPort {
  read(): Promise<ArrayBuffer>;
}

/** A key and a policy under which a call is counted. */
export interface Count {
  key: string;
  policy: RatePolicy;
  /** Whether the key is that of the surrounding network, which the caller may share with others. */
  isAround?: boolean;
  /** Present if anyone can be in the surrounding network. */
  isOfStrangers?: true;
}

/** Functions that look up the objects: a window by its name, and a key by its day. */
export interface AddressLimitObjects {
  window(name: string): AddressWindowPort;
  dailyKey(day: string): DailyKeyPort;
}

interface AddressLimitBindings extends JurisdictionSetting {
  ADDRESS_WINDOW: ObjectNamespace<AddressWindowPort>;
  DAILY_KEY: ObjectNamespace<DailyKeyPort>;
}

/** The result of counting calls. `rate` is the state under the first key. */
export type CountResult =
  /**
   * `calls` is the number of calls that were counted. The other calls may succeed in `restSeconds`, which is 0 if there
   * are none.
   */
  | { outcome: "counted"; rate: RateState; calls: number; restSeconds: number }
  /**
   * `by` is the count with the longest wait, which is `rate.resetSeconds`. After that time, no count refuses the call.
   */
  | { outcome: "refused"; rate: RateState; by: Count }
  | { outcome: "not_counted"; cause: unknown };

const DAY_MS = 86_400_000;
const MAX_BLOCKED = 10_000;
/** The number of calls that a caller always has in a window, whatever strangers in the surrounding network do. */
const FLOOR = 5;

/**
 * A limiter of calls by IP address or by another key. Both are stored only as a hash under a random key that changes
 * daily (UTC). Windows continue across midnight. The isolate remembers a refusal until it ends, so each further call of
 * a flood costs only lookups in a map.
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

  static on(bindings: AddressLimitBindings, now: () => number): AddressLimit {
    const window = (name: string) => within(bindings.ADDRESS_WINDOW, bindings).getByName(name);
    const dailyKey = (day: string) => within(bindings.DAILY_KEY, bindings).getByName(day);
    return new AddressLimit({ window, dailyKey }, now);
  }

  /**
   * Counts calls in the caller's network and in the surrounding one, or in neither. If strangers share the surrounding
   * network, the first calls of a window are counted only in the caller's own network.
   * @param address the IP address from `addressOf`
   * @param calls the number of calls; as many as fit are counted, and the result is a refusal if none fit
   */
  async count(address: string, policy: RatePolicy, calls = 1): Promise<CountResult> {
    const counts = countsOf(address, policy);
    const [own] = counts;
    if (!own || !counts.some(({ isOfStrangers }) => isOfStrangers)) return this.countTogether(counts, calls);
    const floor = { key: own.key, policy: { ...policy, id: `${policy.id}-floor`, quota: FLOOR } };
    const onFloor = await this.countTogether([own, floor], calls);
    if (onFloor.outcome === "refused" && onFloor.by === floor) return this.countTogether(counts, calls);
    if (onFloor.outcome !== "counted" || onFloor.calls === calls) return onFloor;
    const beyond = await this.countTogether(counts, calls - onFloor.calls);
    if (beyond.outcome === "counted") return { ...beyond, calls: onFloor.calls + beyond.calls };
    return beyond.outcome === "refused" ? { ...onFloor, restSeconds: beyond.rate.resetSeconds } : onFloor;
  }

  /**
   * Counts calls under any other key, such as the hash of a login's name.
   * @param calls as in `count`
   */
  countKey(key: string, policy: RatePolicy, calls = 1): Promise<CountResult> {
    return this.countTogether([{ key, policy }], calls);
  }

  /**
   * Counts calls under all of the keys (at least one), or under none. A refusal from memory calls no object.
   * @param calls as in `count`
   */
  async countTogether(counts: Count[], calls = 1): Promise<CountResult> {
    const blocked = this.#blockedOf(counts);
    return blocked.length > 0 ? this.#refused(counts, blocked) : this.#takeTogether(counts, calls);
  }

  /**
   * Counts each group of keys only after the earlier groups have allowed the call. Otherwise, calls that a small limit
   * refuses would fill the larger limits and block other callers.
   */
  async countInOrder(groups: Count[][]): Promise<CountResult> {
    const blocked = this.#blockedOf(groups.flat());
    if (blocked.length > 0) return this.#refused(groups.flat(), blocked);
    const counted: Count[] = [];
    let first: CountResult | undefined;
    for (const group of groups) {
      const result = await this.#takeTogether(group, 1);
      if (result.outcome !== "counted") {
        await Promise.all(counted.map(({ key, policy }) => this.giveBack(key, policy)));
        return result;
      }
      first ??= result;
      counted.push(...group);
    }
    if (!first) throw new Error("a call is counted under no key");
    return first;
  }

  #blockedOf(counts: Count[]): { count: Count; until: number }[] {
    const now = this.#now();
    return counts
      .map((count) => ({ count, until: this.#blockedUntil.get(nameOf(count)) ?? 0 }))
      .filter(({ until }) => until > now);
  }

  async #takeTogether(counts: Count[], calls: number): Promise<CountResult> {
    const settled = await Promise.allSettled(
      counts.map(async (count) => ({ count, ...(await this.#take(nameOf(count), count.policy, calls)) })),
    );
    const results = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const failed = settled.find((one) => one.status === "rejected");
    const fit = failed ? 0 : Math.min(...results.map(({ taken }) => taken));
    const refused = results.flatMap(({ count, taken, moreAt }) => (taken > 0 ? [] : { count, until: moreAt }));
    for (const { count, until } of refused) this.#block(nameOf(count), until);
    await Promise.all(
      results.map(({ count, taken }) =>
        taken > fit ? this.giveBack(count.key, count.policy, taken - fit) : undefined,
      ),
    );
    if (failed) return { outcome: "not_counted", cause: failed.reason };
    const [first] = results;
    if (!first || fit === 0) return this.#refused(counts, refused);
    const { count, taken, remaining, moreAt } = first;
    const full = results.filter((one) => fit < calls && one.taken === fit);
    return {
      outcome: "counted",
      rate: { policy: count.policy, remaining: remaining + taken - fit, resetSeconds: this.#secondsUntil(moreAt) },
      calls: fit,
      restSeconds: Math.max(0, ...full.map((one) => this.#secondsUntil(one.moreAt))),
    };
  }

  /** Removes the newest calls from a key's count. The promise never rejects. At worst, a call stays counted. */
  async giveBack(key: string, policy: RatePolicy, calls = 1): Promise<void> {
    const who = nameOf({ key, policy });
    this.#blockedUntil.delete(who);
    try {
      await this.#objects.window(await this.#nameOf(who, this.#now())).giveBack(calls);
    } catch (cause) {
      log("address_limit_failed", { cause });
    }
  }

  #refused([first]: Count[], refused: { count: Count; until: number }[]): CountResult {
    const { count: by, until } = refused.reduce((one, other) => (other.until > one.until ? other : one));
    const { policy } = first ?? by;
    return { outcome: "refused", rate: { policy, remaining: 0, resetSeconds: this.#secondsUntil(until) }, by };
  }

  #secondsUntil(instant: number): number {
    return Math.max(1, Math.ceil((instant - this.#now()) / 1000));
  }

  async #take(who: string, policy: RatePolicy, calls: number): Promise<WindowResult> {
    const now = this.#now();
    const window = this.#objects.window(await this.#nameOf(who, now));
    const isNewDay = now % DAY_MS < policy.windowSeconds * 1000;
    const before = isNewDay ? await this.#objects.window(await this.#nameOf(who, now - DAY_MS)).instants() : [];
    return await window.take(policy, before, calls);
  }

  async #nameOf(who: string, at: number): Promise<string> {
    const day = new Date(at).toISOString().slice(0, 10);
    const signature = await crypto.subtle.sign("HMAC", await this.#keyOf(day), new TextEncoder().encode(who));
    return btoa(String.fromCharCode(...new Uint8Array(signature)));
  }

  /**
   * Returns the key of a day. The cache has the keys instead of their promises, because a promise never settles for
   * other requests after its own request ends.
   */
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

/**
 * Returns the counts for an address: one for its own network, and one with a larger quota for the surrounding network.
 */
export function countsOf(address: string, policy: RatePolicy): Count[] {
  return networksOf(address).map(({ key, times, ...more }) =>
    times === 1
      ? { key, policy }
      : { key, policy: { ...policy, quota: policy.quota * times }, isAround: true, ...more },
  );
}

function nameOf({ key, policy }: Count): string {
  return `${policy.id}:${key}`;
}
