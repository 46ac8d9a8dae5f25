import type { CallerClass } from "./registry-port.ts";
import type { Rate } from "./source-types.ts";

const EPSILON = 1e-9;

/**
 * A token bucket in two halves: one for all callers, and one reserved for signed-in callers. Both halves fill at half
 * the rate. A full half passes its tokens to the other half, so that no unused share is lost. A signed-in caller may
 * use both halves. The class performs no I/O, and the caller passes the time.
 */
export class ReservedTokens {
  rate: Rate;
  #signedIn: number;
  #anonymous: number;
  #filledAt: number;

  constructor(rate: Rate, now: number) {
    this.rate = rate;
    this.#signedIn = this.#capacity("signed_in");
    this.#anonymous = this.#capacity("anonymous");
    this.#filledAt = now;
  }

  /**
   * Takes a token.
   * @returns false if no token is available to the caller
   */
  take(caller: CallerClass, now: number): boolean {
    this.#fill(now);
    if (this.#of(caller) < 1 - EPSILON) return false;
    const reserved = caller === "signed_in" ? Math.min(1, this.#signedIn) : 0;
    this.#signedIn -= reserved;
    this.#anonymous = Math.max(0, this.#anonymous - (1 - reserved));
    return true;
  }

  /** Puts an unused token back. */
  giveBack(caller: CallerClass): void {
    if (caller === "signed_in") this.#signedIn++;
    else this.#anonymous++;
  }

  /**
   * Returns the number of milliseconds until a caller behind `ahead` other callers of its class gets a token, if no
   * more callers arrive.
   * @param isShared whether anonymous callers are waiting too; a signed-in caller can then rely only on the reserved
   * half
   */
  waitMs(caller: CallerClass, ahead: number, now: number, isShared = false): number {
    this.#fill(now);
    const missing = 1 + ahead - this.#of(caller);
    if (missing <= EPSILON) return 0;
    const perMs = this.rate.perMinute / 60_000;
    if (caller === "signed_in") return Math.ceil((isShared ? 2 : 1) * (missing / perMs));
    // This half fills at half the rate until the other half is full, then at the full rate.
    const shared = Math.max(0, this.#capacity("signed_in") - this.#signedIn);
    const slow = Math.min(missing, shared);
    return Math.ceil((2 * slow + (missing - slow)) / perMs);
  }

  #of(caller: CallerClass): number {
    return caller === "signed_in" ? this.#signedIn + this.#anonymous : this.#anonymous;
  }

  /** Returns the capacity of a half, which is at least one token. */
  #capacity(caller: CallerClass): number {
    const half = this.rate.burst / 2;
    return Math.max(1, caller === "signed_in" ? Math.ceil(half) : Math.floor(half));
  }

  #fill(now: number): void {
    const half = (Math.max(0, now - this.#filledAt) / 60_000) * (this.rate.perMinute / 2);
    this.#filledAt = now;
    const [signedIn, anonymous] = [this.#capacity("signed_in"), this.#capacity("anonymous")];
    const [ofSignedIn, ofAnonymous] = [this.#signedIn + half, this.#anonymous + half];
    this.#signedIn = Math.min(signedIn, ofSignedIn + Math.max(0, ofAnonymous - anonymous));
    this.#anonymous = Math.min(anonymous, ofAnonymous + Math.max(0, ofSignedIn - signedIn));
  }
}
