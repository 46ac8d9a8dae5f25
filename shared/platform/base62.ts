const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A number in base 62, padded with zeros to a length. */
export function toBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}

/** The number that base 62 text stands for; null for other text. */
export function fromBase62(text: string): bigint | null {
  let value = 0n;
  for (const digit of text) {
    const at = DIGITS.indexOf(digit);
    if (at === -1) return null;
    value = value * 62n + BigInt(at);
  }
  return value;
}

/** Bytes as a number, the first byte highest. */
export function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

/** The last bytes of a number, the highest first. */
export function toBytes(value: bigint, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  let rest = value;
  for (let at = count - 1; at >= 0; at--) {
    bytes[at] = Number(rest % 256n);
    rest /= 256n;
  }
  return bytes;
}
