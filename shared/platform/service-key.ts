import { createHmac, timingSafeEqual } from "node:crypto";

/** Holds the service's random key: 32 bytes, made once, the same for every isolate. */
export interface ServiceKeyPort {
  read(): Promise<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Signs with the service's key. The purpose is signed too, so that a signature for one never passes for another. */
export class Signer {
  readonly #read: () => Promise<ArrayBuffer>;
  /**
   * The raw bytes, and no CryptoKey: `createHmac` signs in the same task. Not the promise of them: what a request began is never
   * settled for others once that request has gone.
   */
  #key: Uint8Array | undefined;

  /** @param read gives the key; asked until it has answered */
  constructor(read: () => Promise<ArrayBuffer>) {
    this.#read = read;
  }

  /** The first bytes of an HMAC-SHA-256. */
  async sign(purpose: string, data: Uint8Array | string, length = 32): Promise<Uint8Array<ArrayBuffer>> {
    this.#key ??= new Uint8Array(await this.#read());
    const bytes = typeof data === "string" ? encoder.encode(data) : data;
    const signature = createHmac("sha256", this.#key)
      .update(encoder.encode(`${purpose}\0`))
      .update(bytes)
      .digest();
    return new Uint8Array(signature.subarray(0, length));
  }

  /** Whether a signature is right; takes the same time wherever it is wrong. */
  async verify(purpose: string, data: Uint8Array | string, signature: Uint8Array): Promise<boolean> {
    const right = await this.sign(purpose, data, signature.length);
    return sameBytes(right, signature);
  }
}

/** Compares in constant time. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
