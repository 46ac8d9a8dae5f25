import type { Place, TokenAnswer } from "../connection-port.ts";
import { IDLE_SECONDS } from "../oauth/authorization-server.ts";
import { hashOf } from "./api-token.ts";

export interface UsedToken {
  /** Time at which the token's successor was issued, in epoch milliseconds. */
  at: number;
  /** The response with the successor, encrypted under a key that is derived from the token. */
  sealed: ArrayBuffer;
}

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/**
 * Used refresh tokens by hash, each with its response. A response contains the successor token, so it is encrypted
 * under a key that is derived from the used token. The stored data alone reveals no token.
 */
export class RefreshHistory {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  static createTable(sql: SqlStorage): void {
    sql.exec(
      "CREATE TABLE IF NOT EXISTS refreshes (hash TEXT PRIMARY KEY, at INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID",
    );
  }

  find(hash: string): UsedToken | null {
    const query = "SELECT at, sealed FROM refreshes WHERE hash = ?";
    return this.#sql.exec<{ at: number; sealed: ArrayBuffer }>(query, hash).toArray()[0] ?? null;
  }

  add(hash: string, used: UsedToken): void {
    this.#sql.exec("INSERT OR REPLACE INTO refreshes VALUES (?, ?, ?)", hash, used.at, used.sealed);
    this.#sql.exec("DELETE FROM refreshes WHERE at < ?", used.at - IDLE_SECONDS * 1000);
  }

  clear(): void {
    this.#sql.exec("DELETE FROM refreshes");
  }

  /** Returns the newest successor of a used token. */
  async current(token: string): Promise<string> {
    for (let at = token; ; ) {
      const used = this.find(await hashOf(at));
      if (!used) return at;
      at = successorIn((await openAnswer(at, used.sealed)).answer);
    }
  }
}

/** The response to a refresh, and the location that the refresh came from. */
export interface SealedRefresh {
  answer: TokenAnswer;
  /** `null` if the location is unknown. */
  place: Place | null;
}

/** Encrypts a response with AES-GCM under a key that is derived from the token. The result starts with the nonce. */
export async function sealAnswer(token: string, refresh: SealedRefresh): Promise<ArrayBuffer> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const text = encoder.encode(JSON.stringify(refresh));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, await keyOf(token), text);
  const bytes = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  bytes.set(nonce);
  bytes.set(new Uint8Array(sealed), NONCE_BYTES);
  return bytes.buffer;
}

export async function openAnswer(token: string, sealed: ArrayBuffer): Promise<SealedRefresh> {
  const nonce = sealed.slice(0, NONCE_BYTES);
  const key = await keyOf(token);
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, key, sealed.slice(NONCE_BYTES));
  return JSON.parse(new TextDecoder().decode(text)) as SealedRefresh;
}

function successorIn({ body }: TokenAnswer): string {
  return (JSON.parse(body) as { refresh_token: string }).refresh_token;
}

async function keyOf(token: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(token), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("answer to a refresh") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
