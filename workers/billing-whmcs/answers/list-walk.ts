/** Rows of a page where no other number is asked for, or heard. */
const DEFAULT_ROWS = 25;

/** What a page of a list says about the list's end. */
export interface WalkedPage {
  /** Of all rows that came, those that are not read too. */
  ids: (string | number)[];
  /** How many the list is said to have; it may be wrong. */
  total: number;
}

/**
 * The way through a paged list. It is complete with an empty page, with a page that came shorter than the one before and reaches the
 * count, and with a page that brings nothing new. An installation that ignores the offset gives its first page for ever: a
 * list of several pages is then known to be incomplete.
 */
export class ListWalk {
  readonly #seen = new Set<string>();
  #first: string | undefined;
  #total = 0;
  /** Rows of a page: as many as were asked for, or as many as come. */
  pageRows: number;
  /** Where the next page begins. */
  offset = 0;

  constructor(pageRows: number) {
    this.pageRows = pageRows;
  }

  /** How many pages are still to come, by the last count; at least one. */
  get expectedPages(): number {
    return Math.max(1, Math.ceil((this.#total - this.offset) / Math.max(this.pageRows, DEFAULT_ROWS)));
  }

  passed({ ids, total }: WalkedPage): "more" | "complete" | "incomplete" {
    const before = this.#seen.size;
    for (const id of ids) this.#seen.add(String(id));
    const first = ids.length > 0 ? String(ids[0]) : undefined;
    const isRepeated = before > 0 && first !== undefined && first === this.#first;
    this.#first ??= first;
    this.offset += ids.length;
    this.#total = total;
    if (this.#seen.size === before) {
      return isRepeated && ids.length >= DEFAULT_ROWS && before < total ? "incomplete" : "complete";
    }
    if (ids.length < this.pageRows && this.offset >= total) return "complete";
    // A lower limit than was asked for: the next pages are as short, and a shorter one still is the last.
    this.pageRows = Math.min(this.pageRows, ids.length);
    return "more";
  }
}
