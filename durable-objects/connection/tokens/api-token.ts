import { ID_LENGTH, toBase62, toNumber } from "../../../shared/platform/ids.ts";

/** The prefix of every API token. Secret scanners search for it. */
const API_TOKEN_PREFIX = "fdk_";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${API_TOKEN_PREFIX}[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Creates an API token for a connection. The token consists of the prefix, the connection id, 190 random bits, and a
 * CRC-32 of these parts.
 */
export function mintApiToken(connectionId: string): string {
  const random = toNumber(crypto.getRandomValues(new Uint8Array(32))) % 62n ** BigInt(SECRET_LENGTH);
  const body = API_TOKEN_PREFIX + connectionId + toBase62(random, SECRET_LENGTH);
  return body + checksum(body);
}

/** Returns the connection id from an API token, or `null` if the text does not have the form of a token. */
export function connectionOfApiToken(token: string): string | null {
  if (!FORM.test(token) || checksum(token.slice(0, -CHECKSUM_LENGTH)) !== token.slice(-CHECKSUM_LENGTH)) return null;
  return token.slice(API_TOKEN_PREFIX.length, API_TOKEN_PREFIX.length + ID_LENGTH);
}

/** Returns the SHA-256 of a whole token in base64. An API token is stored only in this form. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Returns the parts of a token that a list may show: its first eight characters and its last four. */
export function shownParts(token: string): { prefix: string; lastFour: string } {
  return { prefix: token.slice(0, API_TOKEN_PREFIX.length + 4), lastFour: token.slice(-4) };
}

/** Returns the CRC-32 (ISO 3309, as in zip) in base 62. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return toBase62(BigInt((crc ^ 0xffffffff) >>> 0), CHECKSUM_LENGTH);
}
