/** Returns the SHA-256 hash of a text, in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/** Returns the hash of an e-mail address. Rate limits use it as a key, so that they do not store the address. */
export function hashOfEmail(email: string): Promise<string> {
  return hashOf(email.trim().toLowerCase());
}
