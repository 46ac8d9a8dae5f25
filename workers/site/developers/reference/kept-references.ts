import type { Fetched } from "../../api-clients.ts";
import { type ApiReference, readReference } from "./api-reference.ts";
import type { PublishedOpenApi } from "./published-openapi.ts";

/** Both APIs at a few origins. */
const MAX_KEPT = 8;

/**
 * References that are kept in this isolate for as long as the documents that they are made from may be: to read a document takes
 * longer than to make a page of it.
 */
export function keptReferences(now: () => Date) {
  const kept = new Map<string, { reference: ApiReference; until: number }>();

  /**
   * The reference of an API, for as many seconds as it may still be shown; null where its document is not to be had.
   * @param name of the API at an origin
   */
  async function read(
    name: string,
    ask: () => Promise<Fetched<PublishedOpenApi> | null>,
  ): Promise<Fetched<ApiReference> | null> {
    const known = kept.get(name);
    const left = known ? Math.floor((known.until - now().getTime()) / 1_000) : 0;
    if (known && left > 0) return { value: known.reference, maxAge: left };
    const document = await ask();
    if (!document) return null;
    const reference = readReference(document.value);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, { reference, until: now().getTime() + document.maxAge * 1_000 });
    return { value: reference, maxAge: document.maxAge };
  }

  return { read };
}
