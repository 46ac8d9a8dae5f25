/** What a page of a list says about the list's end. */
export interface WalkedPage {
  /** Of all rows that came, those that are not read too. */
  ids: unknown[];
  /** How many the list is said to have; it may be wrong. */
  total: number;
}

/**
 * The way through a paged list. It ends with an empty page, with a page shorter than was asked for whose rows reach the count, and
 * with a page that brings nothing new: an installation that ignores the offset gives the same rows for ever.
 */
export class ListWalk {
  readonly #pageRows: number;
  readonly #seen = new Set<unknown>();
  #expected = 0;
  /** Where the next page begins. */
  offset: number;

  constructor(pageRows: number, offset = 0) {
    this.#pageRows = pageRows;
    this.offset = offset;
  }

  /** How many rows are still expected, by the last count. */
  get expected(): number {
    return Math.max(0, this.#expected - this.offset);
  }

  /** @returns whether it was the last page */
  passed({ ids, total }: WalkedPage): boolean {
    const before = this.#seen.size;
    for (const id of ids) this.#seen.add(String(id));
    this.offset += ids.length;
    this.#expected = total;
    const isComplete = ids.length < this.#pageRows && this.offset >= total;
    return isComplete || this.#seen.size === before;
  }
}
