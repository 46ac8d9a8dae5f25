import { timingSafeEqual } from "node:crypto";

/** Holds the service's random key: 32 bytes, made once, the same for every isolate. */
export interface ServiceKeyPort {
  read(): Promise<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Signs with the service's key. The purpose is signed too, so that a signature for one never passes for another. */
export class Signer {
  readonly #read: () => Promise<ArrayBuffer>;
  #key: CryptoKey | undefined;

  /** @param read gives the key; asked until it has answered */
  constructor(read: () => Promise<ArrayBuffer>) {
    this.#read = read;
  }

  /** The first bytes of an HMAC-SHA-256. */
  async sign(purpose: string, data: Uint8Array | string, length = 32): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = typeof data === "string" ? encoder.encode(data) : data;
    const name = encoder.encode(`${purpose}\0`);
    const signed = new Uint8Array(name.length + bytes.length);
    signed.set(name);
    signed.set(bytes, name.length);
    const signature = await crypto.subtle.sign("HMAC", await this.#imported(), signed);
    return new Uint8Array(signature.slice(0, length));
  }

  /** Whether a signature is right; takes the same time wherever it is wrong. */
  async verify(purpose: string, data: Uint8Array | string, signature: Uint8Array): Promise<boolean> {
    const right = await this.sign(purpose, data, signature.length);
    return sameBytes(right, signature);
  }

  /** The key is kept, not the promise of it: what a request began is never settled for others once that request has gone. */
  async #imported(): Promise<CryptoKey> {
    this.#key ??= await crypto.subtle.importKey("raw", await this.#read(), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    return this.#key;
  }
}

/** Compares in constant time. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
