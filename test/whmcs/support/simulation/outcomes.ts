/** What became of requests: how many of each outcome, and how long they took. */
export class Outcomes {
  readonly counts = new Map<string, number>();
  readonly #took = new Map<string, number[]>();

  /** @param tookMs from the request to the answer, in milliseconds */
  add(outcome: string, tookMs: number): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
    const took = this.#took.get(outcome) ?? [];
    took.push(tookMs);
    this.#took.set(outcome, took);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  count(outcome: string): number {
    return this.counts.get(outcome) ?? 0;
  }

  /** The share of an outcome, 0 to 1. */
  share(outcome: string): number {
    return this.total === 0 ? 0 : this.count(outcome) / this.total;
  }

  /** Such as 0.99: so much of the requests with that outcome, or of all, took no longer. Milliseconds; NaN without one. */
  percentile(part: number, outcome?: string): number {
    const took = outcome === undefined ? [...this.#took.values()].flat() : (this.#took.get(outcome) ?? []);
    const sorted = took.toSorted((one, other) => one - other);
    return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
  }
}
