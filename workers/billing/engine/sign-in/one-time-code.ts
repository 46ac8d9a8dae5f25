import { createHmac } from "node:crypto";
import { TOTP } from "otpauth/bare";

/** Steps of 30 seconds that a clock may be off, either way (RFC 6238 §5.2). */
const STEPS_OFF = 1;

/**
 * The time step (RFC 6238 §4.2) whose code this is, or null when it is none of now, the step before and the step after.
 * @param secret in Base32
 * @param code six digits; spaces between them do not matter
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret, hmac: (_, key, message) => createHmac("sha1", key).update(message).digest() });
  const stepsOff = totp.validate({ token: code.replaceAll(" ", ""), timestamp: now, window: STEPS_OFF });
  return stepsOff === null ? null : totp.counter({ timestamp: now }) + stepsOff;
}
