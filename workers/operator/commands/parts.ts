import { inTime } from "../../../shared/platform/deadline.ts";
import { valueOrLogged } from "../../../shared/platform/log.ts";

const DEADLINE_MS = 10_000;

/**
 * Calls parts of the service. If some of them are unreachable, the answer shows the data from the other parts, with a
 * note about each part that did not answer.
 */
export class Parts {
  readonly #requestId: string;
  readonly #away = new Set<string>();

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /**
   * Calls a part of the service.
   * @param name the name of the part in a sentence, such as `the billing Worker`
   * @returns `null` if the part did not answer
   */
  async ask<Value>(name: string, ask: () => Promise<Value>): Promise<Value | null> {
    // Call it inside an async function, because a missing binding throws synchronously.
    const asked = inTime((async () => ask())(), DEADLINE_MS);
    const fields = { request_id: this.#requestId, part: name };
    const answer = await valueOrLogged("operator_part_unreachable", asked, fields);
    if (answer === null) this.#away.add(name);
    return answer;
  }

  /** Returns one sentence for each part that did not answer. */
  get notes(): string[] {
    return [...this.#away].map(
      (name) =>
        `${name[0]?.toUpperCase()}${name.slice(1)} did not answer, so its data is missing here. The log has the cause, with the id ${this.#requestId}.`,
    );
  }
}

/** The names of the parts, as they appear in sentences. */
export const ACCOUNT_PART = "the account Worker";
export const BILLING_PART = "the billing Worker";
export const CATALOGUE_PART = "the catalogue Worker";
export const OWN_PART = "the console's own database";

/** Reads pages one after the other. @param read reads the page at a cursor; `null` is the first page */
export async function* pagesOf<Page extends { next: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page, void> {
  let cursor: string | null = null;
  do {
    const page: Page = await read(cursor);
    yield page;
    cursor = page.next;
  } while (cursor !== null);
}
