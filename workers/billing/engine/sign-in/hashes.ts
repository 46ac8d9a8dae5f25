/** Returns the SHA-256 of a text, in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/** Returns the hash of an e-mail address as a rate limit's key, so that the address is not stored. */
export function hashOfEmail(email: string): Promise<string> {
  return hashOf(email.trim().toLowerCase());
}
