// The part of the runtime's `node:crypto` that is used. Node's own types would declare all of Node's globals.
declare module "node:crypto" {
  export interface ScryptOptions {
    N: number;
    r: number;
    p: number;
    maxmem: number;
  }
  export function scrypt(
    password: string,
    salt: Uint8Array,
    keyLength: number,
    options: ScryptOptions,
    callback: (error: Error | null, derivedKey: Uint8Array) => void,
  ): void;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
  export function createHmac(algorithm: string, key: Uint8Array): Hmac;
  export interface Hmac {
    update(data: Uint8Array): Hmac;
    digest(): Uint8Array;
  }
}
