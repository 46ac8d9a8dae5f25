/**
 * One fact about registries, by extension.
 *
 * A source is a mark and keys. `P`: the registry publishes the fact. `R`: a registrar's documentation states it. `?`:
 * no source was found, and the value is the cautious one. `docs/build/extensions.md` explains each key.
 */
export class Fact<Value> {
  /** The value for an extension that is not listed. */
  readonly otherwise: Value;
  readonly #listed = new Map<string, { value: Value; source: string }>();

  /** @param listed the values that differ, each with its extensions, such as `.ca .co.uk` */
  constructor(otherwise: Value, listed: [value: Value, source: string, extensions: string][]) {
    this.otherwise = otherwise;
    for (const [value, source, extensions] of listed) {
      for (const tld of extensions.split(" ")) this.#listed.set(tld, { value, source });
    }
  }

  /** @param tld with its first dot, such as `.co.uk` */
  of(tld: string): Value {
    const found = this.#listed.get(tld);
    return found ? found.value : this.otherwise;
  }

  /** Returns the source of an extension's value. Null if the extension is not listed. */
  sourceOf(tld: string): string | null {
    return this.#listed.get(tld)?.source ?? null;
  }

  /** Returns the extensions whose value differs from the default, by value. */
  deviations(): Map<Value, string[]> {
    const found = new Map<Value, string[]>();
    for (const [tld, { value }] of this.#listed) {
      if (value !== this.otherwise) found.set(value, [...(found.get(value) ?? []), tld]);
    }
    return found;
  }
}

/** Generic extensions. One source states the same value for all of them, except those listed separately. */
export const GENERIC =
  ".agency .biz .cc .com .company .consulting .design .digital .email .group .info .io .life .me .media .mobi .net .news .pro .services .solutions .studio .tv .world .xyz";
/** Generic extensions without a waiting period before a transfer. */
export const GENERIC_AT_ONCE = ".app .cloud .dev .online .page .site .space .store .tech .website";
/** Geographic extensions. Their registries publish little. */
export const PLACES = ".alsace .bzh .paris .quebec";
export const NOMINET = ".co.uk .me.uk .org.uk .uk";
