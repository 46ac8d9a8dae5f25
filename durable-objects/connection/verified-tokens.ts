const MOST = 32;

/** Tokens that were found good, so that the next request with one costs neither cryptography nor storage. In memory only. */
export class VerifiedTokens {
  readonly #tokens = new Map<string, { resource: string | null; until: number }>();
  #generation = 0;

  /** Changes whenever everything is forgotten: what was checked before that is not remembered. */
  get generation(): number {
    return this.#generation;
  }

  has(token: string, resource: string | null, now: number): boolean {
    const known = this.#tokens.get(token);
    return known !== undefined && known.resource === resource && now < known.until;
  }

  /** @param until epoch milliseconds at which the token is checked anew */
  add(token: string, resource: string | null, until: number): void {
    this.#tokens.delete(token);
    this.#tokens.set(token, { resource, until });
    const oldest = this.#tokens.keys().next().value;
    if (this.#tokens.size > MOST && oldest !== undefined) this.#tokens.delete(oldest);
  }

  clear(): void {
    this.#tokens.clear();
    this.#generation++;
  }
}
