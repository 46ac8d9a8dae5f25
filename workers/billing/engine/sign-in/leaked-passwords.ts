import { log } from "../../../../shared/platform/log.ts";

const RANGE = "https://api.pwnedpasswords.com/range/";
const PREFIX_LENGTH = 5;
const DEADLINE_MS = 2_000;

/** Checks whether a password is in a known leak. */
export type IsLeaked = (password: string, requestId: string) => Promise<boolean>;

/**
 * Queries Pwned Passwords with the first five hexadecimal digits of the password's SHA-1 hash. The service returns all
 * hashes with that prefix, padded with false ones that have a count of 0. If the service does not respond, the password
 * is accepted as not leaked.
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export const askPwnedPasswords: IsLeaked = async (password, requestId) => {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  const hash = new Uint8Array(digest).toHex().toUpperCase();
  try {
    const response = await fetch(RANGE + hash.slice(0, PREFIX_LENGTH), {
      headers: { "Add-Padding": "true" },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    const lines = (await response.text()).split(/\r?\n/);
    return lines.some((line) => line.startsWith(`${hash.slice(PREFIX_LENGTH)}:`) && !line.endsWith(":0"));
  } catch (cause) {
    log("leaked_passwords_not_asked", { request_id: requestId, cause });
    return false;
  }
};
