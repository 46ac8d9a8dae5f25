const NONCE_BYTES = 12;
const encoder = new TextEncoder();

/** The account and the domain of an encrypted code. The code can be decrypted only for them. */
export interface SealedTransfer {
  accountId: number;
  domain: string;
}

/**
 * Encrypts stored auth codes with AES-GCM, under a key that is not in the database. The encrypted form is the nonce and
 * the ciphertext as base64url.
 */
export class AuthCodeSeal {
  readonly #readKey: () => Promise<ArrayBuffer>;
  readonly #randomBytes: (count: number) => Uint8Array;
  #key: CryptoKey | undefined;

  /** @param readKey must always return the same 32 bytes; it is called until it has succeeded once */
  constructor(readKey: () => Promise<ArrayBuffer>, randomBytes: (count: number) => Uint8Array) {
    this.#readKey = readKey;
    this.#randomBytes = randomBytes;
  }

  /** @throws if the key cannot be read */
  async seal(code: string, transfer: SealedTransfer): Promise<string> {
    const key = await this.#imported();
    const nonce = new Uint8Array(this.#randomBytes(NONCE_BYTES));
    const hidden = await crypto.subtle.encrypt(algorithm(nonce, transfer), key, encoder.encode(code));
    const bytes = new Uint8Array(NONCE_BYTES + hidden.byteLength);
    bytes.set(nonce);
    bytes.set(new Uint8Array(hidden), NONCE_BYTES);
    return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  }

  /**
   * Decrypts a code. Returns `null` if the code was encrypted with another key, or for another account or domain.
   * @throws if the key cannot be read
   */
  async open(sealed: string, transfer: SealedTransfer): Promise<string | null> {
    const key = await this.#imported();
    try {
      const bytes = Uint8Array.fromBase64(sealed, { alphabet: "base64url" });
      const [nonce, hidden] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)];
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(nonce, transfer), key, hidden));
    } catch {
      // expected: the code was encrypted with another key, or for another account or domain
      return null;
    }
  }

  async #imported(): Promise<CryptoKey> {
    this.#key ??= await crypto.subtle.importKey("raw", await this.#readKey(), "AES-GCM", false, ["encrypt", "decrypt"]);
    return this.#key;
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { accountId, domain }: SealedTransfer) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(`auth code ${accountId} ${domain}`) };
}
