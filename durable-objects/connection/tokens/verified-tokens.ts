const MAX_TOKENS = 32;

export interface VerifiedCredential {
  /** When it has to be verified again, epoch milliseconds. */
  until: number;
  /** The scopes that an access token was issued with; null for an API token, which has its connection's. */
  scopes: readonly string[] | null;
}

/** Cache of verified tokens: a hit needs neither cryptography nor storage. In memory only. */
export class VerifiedTokens {
  readonly #tokens = new Map<string, { resource: string | null; good: VerifiedCredential }>();
  #generation = 0;

  /** Changes with every `clear`: a check that began before it must not be cached. */
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
