import { scrypt, timingSafeEqual } from "node:crypto";

/** The scrypt parameters N, r and p (RFC 7914). */
export interface ScryptParameters {
  cost: number;
  blockSize: number;
  parallelism: number;
}

export interface KeptPassword extends ScryptParameters {
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Derives the 32 bytes that are stored for a password. */
export type DeriveKey = (password: string, salt: Uint8Array, parameters: ScryptParameters) => Promise<Uint8Array>;

const KEY_BYTES = 32;

/**
 * The password of an unknown login. No password matches it, but checking it takes as long as for a known login. New
 * passwords use the same parameters, which need 16 MiB of memory.
 */
export const NO_PASSWORD: KeptPassword = {
  cost: 2 ** 14,
  blockSize: 8,
  parallelism: 5,
  salt: new Uint8Array(16),
  hash: new Uint8Array(KEY_BYTES),
};

/** Derives the key with the runtime's scrypt. The password is normalized to Unicode NFC (RFC 8265 §4.2). */
export const deriveByScrypt: DeriveKey = (password, salt, { cost, blockSize, parallelism }) =>
  new Promise((resolve, reject) => {
    const options = { N: cost, r: blockSize, p: parallelism, maxmem: 256 * blockSize * (cost + parallelism) };
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Compares a password with the stored hash in constant time. */
export async function isPassword(password: string, kept: KeptPassword, derive: DeriveKey): Promise<boolean> {
  return timingSafeEqual(await derive(password, kept.salt, kept), kept.hash);
}
