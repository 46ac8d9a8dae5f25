import { scrypt, timingSafeEqual } from "node:crypto";

/** How much work scrypt (RFC 7914) makes of a password: N, r and p. */
export interface ScryptParameters {
  cost: number;
  blockSize: number;
  parallelism: number;
}

/** What is kept of a password. */
export interface KeptPassword extends ScryptParameters {
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Derives the 32 bytes that are kept of a password. */
export type DeriveKey = (password: string, salt: Uint8Array, parameters: ScryptParameters) => Promise<Uint8Array>;

const KEY_BYTES = 32;

/**
 * What a login that does not exist is checked against, so that it takes the work of one that does; nothing has this
 * hash. Its parameters, 16 MiB of memory, are those that new passwords get.
 */
export const NO_PASSWORD: KeptPassword = {
  cost: 2 ** 14,
  blockSize: 8,
  parallelism: 5,
  salt: new Uint8Array(16),
  hash: new Uint8Array(KEY_BYTES),
};

/** By the runtime's own scrypt. The same letters typed in another Unicode form are the same password (RFC 8265 §4.2). */
export const deriveByScrypt: DeriveKey = (password, salt, { cost, blockSize, parallelism }) =>
  new Promise((resolve, reject) => {
    const options = { N: cost, r: blockSize, p: parallelism, maxmem: 256 * blockSize * (cost + parallelism) };
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Whether the password is the kept one, compared in constant time. */
export async function isPassword(password: string, kept: KeptPassword, derive: DeriveKey): Promise<boolean> {
  return timingSafeEqual(await derive(password, kept.salt, kept), kept.hash);
}
