const KEPT_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/**
 * Hashes of tokens refused in the last five seconds, each with the resource it was presented for: a flood with an invalid
 * token costs its object one call in that time. A refused token never becomes valid. Valid ones are never cached, so that
 * the end of a connection takes effect with the next request.
 */
export class RefusedTokens {
  /** When each entry expires, epoch milliseconds; the oldest first. */
  readonly #until = new Map<string, number>();

  async has(token: string, resource: string, now: number): Promise<boolean> {
    if (this.#until.size === 0) return false;
    return (this.#until.get(await keyOf(token, resource)) ?? 0) > now;
  }

  async add(token: string, resource: string, now: number): Promise<void> {
    const key = await keyOf(token, resource);
    this.#until.delete(key);
    this.#until.set(key, now + KEPT_MS);
    for (const [other, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) return;
      this.#until.delete(other);
    }
  }
}

async function keyOf(token: string, resource: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${token} ${resource}`));
  return new Uint8Array(digest).toBase64();
}
