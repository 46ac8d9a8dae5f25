import { createHmac, timingSafeEqual } from "node:crypto";
import { inTime } from "./deadline.ts";
import { log } from "./log.ts";

/** What a key object holds: keys of 32 random bytes. */
export interface ServiceKeys {
  /** Made once and kept for ever: it signs until the first rotation, and makes the digests always. */
  original: ArrayBuffer;
  /** The two newest keys, once there are two: both verify, and no other key does. */
  rotated?: { earlier: ArrayBuffer; newest: ArrayBuffer; signsFrom: number } | undefined;
}

/** Holds the service's random keys, the same for every isolate. */
export interface ServiceKeyPort {
  /** The original key. */
  read(): Promise<ArrayBuffer>;
  keys(): Promise<ServiceKeys>;
  /**
   * Makes a new key; the key that signed so far only verifies, from the instant that is returned on.
   * @param now epoch milliseconds @returns epoch milliseconds; null: the newest key does not sign yet, and nothing was changed
   */
  rotate(now: number): Promise<number | null>;
}

/** How long an isolate works with the keys that it has read. */
const REREAD_MS = 300_000;
/** The known keys stay in use while a new reading is late. */
const REREAD_DEADLINE_MS = 1_000;
const RETRY_MS = 10_000;
/** A new key signs only when every isolate has read it: an isolate that does not know it would refuse what it signed. */
export const SIGNS_AFTER_MS = 2 * REREAD_MS;

const encoder = new TextEncoder();

/** Signs with the service's keys. The purpose is signed too, so that a signature for one never passes for another. */
export class Signer {
  readonly #read: () => Promise<ServiceKeys>;
  readonly #now: () => number;
  /**
   * The raw bytes, and no CryptoKey: `createHmac` signs in the same task. Not the promise of them: what a request began is never
   * settled for others once that request has gone.
   */
  #known: { keys: ServiceKeys; readAt: number } | undefined;

  /** @param read gives the keys; called until it has answered, and again when its answer is old @param now epoch milliseconds */
  constructor(read: () => Promise<ServiceKeys>, now: () => number = Date.now) {
    this.#read = read;
    this.#now = now;
  }

  /** The first bytes of an HMAC-SHA-256, for {@link verify}: after a rotation the same data has another signature. */
  async sign(purpose: string, data: Uint8Array | string, length = 32): Promise<Uint8Array<ArrayBuffer>> {
    const { original, rotated } = await this.#keys();
    if (!rotated) return hmac(original, purpose, data, length);
    return hmac(this.#now() < rotated.signsFrom ? rotated.earlier : rotated.newest, purpose, data, length);
  }

  /** Whether a signature is right; takes the same time wherever it is wrong. */
  async verify(purpose: string, data: Uint8Array | string, signature: Uint8Array): Promise<boolean> {
    const { original, rotated } = await this.#keys();
    const keys = rotated ? [rotated.newest, rotated.earlier] : [original];
    return keys.some((key) => sameBytes(hmac(key, purpose, data, signature.length), signature));
  }

  /** The first bytes of an HMAC-SHA-256 that no rotation changes: for what is stored, and compared later. */
  async digest(purpose: string, data: Uint8Array | string, length = 32): Promise<Uint8Array<ArrayBuffer>> {
    return hmac((await this.#keys()).original, purpose, data, length);
  }

  async #keys(): Promise<ServiceKeys> {
    const now = this.#now();
    if (this.#known && now - this.#known.readAt < REREAD_MS) return this.#known.keys;
    try {
      const keys = await (this.#known ? inTime(this.#read(), REREAD_DEADLINE_MS) : this.#read());
      this.#known = { keys, readAt: now };
    } catch (cause) {
      if (!this.#known) throw cause;
      this.#known = { ...this.#known, readAt: now - REREAD_MS + RETRY_MS };
      log("service_key_unreachable", { cause });
    }
    return this.#known.keys;
  }
}

function hmac(key: ArrayBuffer, purpose: string, data: Uint8Array | string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  const digest = createHmac("sha256", new Uint8Array(key))
    .update(encoder.encode(`${purpose}\0`))
    .update(bytes)
    .digest();
  return new Uint8Array(digest.subarray(0, length));
}

/** Compares in constant time. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
