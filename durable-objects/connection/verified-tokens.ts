const MAX_TOKENS = 32;

/** A credential that was found good. */
export interface VerifiedCredential {
  /** Epoch milliseconds at which it is checked anew. */
  until: number;
  /** The scopes that an access token was issued with; null for an API token, which has its connection's. */
  scopes: readonly string[] | null;
}

/** Tokens that were found good, so that the next request with one costs neither cryptography nor storage. In memory only. */
export class VerifiedTokens {
  readonly #tokens = new Map<string, { resource: string | null; good: VerifiedCredential }>();
  #generation = 0;

  /** Changes whenever everything is forgotten: what was checked before that is not remembered. */
  get generation(): number {
    return this.#generation;
  }

  find(token: string, resource: string | null, now: number): VerifiedCredential | null {
    const known = this.#tokens.get(token);
    return known !== undefined && known.resource === resource && now < known.good.until ? known.good : null;
  }

  add(token: string, resource: string | null, good: VerifiedCredential): void {
    this.#tokens.delete(token);
    this.#tokens.set(token, { resource, good });
    const oldest = this.#tokens.keys().next().value;
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
  }

  clear(): void {
    this.#tokens.clear();
    this.#generation++;
  }
}
