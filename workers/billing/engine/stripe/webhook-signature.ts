import { sameBytes } from "../../../../shared/platform/service-key.ts";

/** The maximum difference between the signature's time and the current time, in seconds. */
const TOLERANCE_S = 300;

/**
 * Checks whether Stripe signed a body. The signature is the HMAC-SHA-256 of `<time>.<body>`.
 * @param header the header `Stripe-Signature`: `t=<seconds>,v1=<hexadecimal>`, with one `v1` per active secret
 * @param secrets the secrets, separated by spaces; two during a rotation
 * @param now the current time, in epoch milliseconds
 */
export async function isSigned(
  body: Uint8Array,
  header: string | null,
  secrets: string,
  now: number,
): Promise<boolean> {
  const parts = (header ?? "").split(",").map((part) => part.trim());
  const time = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith("t=")) ?? "")?.[1];
  if (time === undefined || Math.abs(now / 1000 - Number(time)) > TOLERANCE_S) return false;
  const given = parts
    .flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? [])
    .map((hex) => Uint8Array.fromHex(hex));
  if (given.length === 0) return false;
  const encoder = new TextEncoder();
  const prefix = encoder.encode(`${time}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const secret of secrets.split(" ").filter(Boolean)) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
    const expected = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
    if (given.some((signature) => sameBytes(signature, expected))) return true;
  }
  return false;
}
