import type { Signer } from "./service-key.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Formats a number in base 62, padded with zeros to the given length. */
export function toBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}

/** Parses a number in base 62. Returns `null` for other text. */
function fromBase62(text: string): bigint | null {
  let value = 0n;
  for (const digit of text) {
    const at = DIGITS.indexOf(digit);
    if (at === -1) return null;
    value = value * 62n + BigInt(at);
  }
  return value;
}

/** Converts bytes to a number, with the most significant byte first. */
export function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

/** Returns the last bytes of a number, with the most significant byte first. */
function toBytes(value: bigint, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  let rest = value;
  for (let at = count - 1; at >= 0; at--) {
    bytes[at] = Number(rest % 256n);
    rest /= 256n;
  }
  return bytes;
}

/**
 * Creates the id of a log entry. Ids sort by time and then by number, and are unique across logs.
 * @param at the entry's time in epoch milliseconds
 */
export function entryId(at: number, number: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return toBase62(BigInt(at), 8) + toBase62(BigInt(number), 3) + toBase62(BigInt(random), 6);
}

const RANDOM_BYTES = 10;
const SIGNATURE_BYTES = 6;
/** The length of 16 bytes in base 62. */
export const ID_LENGTH = 22;

/**
 * Creates and checks the ids of objects. Callers get these ids and send them back. An id has 22 base 62 digits, made of
 * 80 random bits and 48 bits of a signature over them. An invented id fails the signature check, so it never creates an
 * object.
 * @param kind the purpose of the id; an id of one kind is never valid for another
 */
export class ObjectIds {
  readonly #signer: Signer;
  readonly #purpose: string;

  constructor(signer: Signer, kind: "connection" | "session") {
    this.#signer = signer;
    this.#purpose = `${kind} id`;
  }

  async mint(): Promise<string> {
    const id = new Uint8Array(RANDOM_BYTES + SIGNATURE_BYTES);
    const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
    id.set(random);
    id.set(await this.#signer.sign(this.#purpose, random, SIGNATURE_BYTES), RANDOM_BYTES);
    return toBase62(toNumber(id), ID_LENGTH);
  }

  async isOurs(id: string): Promise<boolean> {
    const value = id.length === ID_LENGTH ? fromBase62(id) : null;
    if (value === null || value >= 1n << 128n) return false;
    const bytes = toBytes(value, RANDOM_BYTES + SIGNATURE_BYTES);
    const signature = bytes.subarray(RANDOM_BYTES);
    return this.#signer.verify(this.#purpose, bytes.subarray(0, RANDOM_BYTES), signature);
  }
}
