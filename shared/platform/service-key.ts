import { createHmac, timingSafeEqual } from "node:crypto";
import { inTime } from "./deadline.ts";
import { log } from "./log.ts";

/** The keys in a key object. Each one has 32 random bytes. */
export interface ServiceKeys {
  /**
   * The original key, which is created once and never deleted. It signs until the first rotation takes effect, and
   * always computes the digests.
   */
  original: ArrayBuffer;
  /** The two newest keys, present after the first rotation. Only these two verify signatures. */
  rotated?: { earlier: ArrayBuffer; newest: ArrayBuffer; signsFrom: number } | undefined;
}

/** The object that holds the service's random keys, which are the same for every isolate. */
export interface ServiceKeyPort {
  /** Returns the original key. */
  read(): Promise<ArrayBuffer>;
  keys(): Promise<ServiceKeys>;
  /**
   * Creates a new key. From the returned time on, the new key signs and the previous key only verifies.
   * @param now the current time in epoch milliseconds
   * @returns the time in epoch milliseconds; `null` if the newest key does not sign yet, in which case nothing was
   *   changed
   */
  rotate(now: number): Promise<number | null>;
}

/** Time for which an isolate uses the keys that it has read. */
const REREAD_MS = 300_000;
/** The deadline for reading the keys again. The known keys stay in use until the read succeeds. */
const REREAD_DEADLINE_MS = 1_000;
const RETRY_MS = 10_000;
/**
 * The delay before a new key signs. By then, every isolate that can read the keys has the new key and accepts its
 * signatures.
 */
export const SIGNS_AFTER_MS = 2 * REREAD_MS;

const encoder = new TextEncoder();

/**
 * A signer that uses the service's keys. A signature includes its purpose, so a signature for one purpose is invalid
 * for any other.
 */
export class Signer {
  readonly #read: () => Promise<ServiceKeys>;
  readonly #now: () => number;
  /**
   * The keys that were read. They are raw bytes instead of CryptoKeys, because `createHmac` signs in the same task.
   * They are stored instead of a promise, because a promise never settles for other requests after its own request
   * ends.
   */
  #known: { keys: ServiceKeys; readAt: number } | undefined;

  /**
   * Creates a signer.
   * @param read returns the keys; called until it succeeds, and again when the keys are old
   * @param now returns the current time in epoch milliseconds
   */
  constructor(read: () => Promise<ServiceKeys>, now: () => number = Date.now) {
    this.#read = read;
    this.#now = now;
  }

  /**
   * Returns the first bytes of an HMAC-SHA-256 signature, which {@link verify} checks. A key rotation changes the
   * signature.
   */
  async sign(purpose: string, data: Uint8Array | string, length = 32): Promise<Uint8Array<ArrayBuffer>> {
    const { original, rotated } = await this.#keys();
    if (!rotated) return hmac(original, purpose, data, length);
    return hmac(this.#now() < rotated.signsFrom ? rotated.earlier : rotated.newest, purpose, data, length);
  }

  /** Checks a signature in constant time. */
  async verify(purpose: string, data: Uint8Array | string, signature: Uint8Array): Promise<boolean> {
    const { original, rotated } = await this.#keys();
    const keys = rotated ? [rotated.newest, rotated.earlier] : [original];
    return keys.some((key) => sameBytes(hmac(key, purpose, data, signature.length), signature));
  }

  /**
   * Returns the first bytes of an HMAC-SHA-256 that no key rotation changes, for values that are stored and compared.
   */
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

/** Compares two byte arrays in constant time. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
