/**
 * One fact about registries, by extension.
 *
 * Each listed value has a source, which consists of a mark and keys. The mark `P` means that the registry publishes the
 * fact. `R` means that a registrar's documentation states the fact. `?` means that no source was found, so the value is
 * the cautious one. `docs/build/extensions.md` explains the keys.
 */
export class Fact<Value> {
  /** The value for an extension that is not listed. */
  readonly otherwise: Value;
  readonly #listed = new Map<string, { value: Value; source: string }>();

  /**
   * Creates the fact.
   * @param listed the values that differ or have a source, each with its extensions, such as `.ca .co.uk`
   */
  constructor(otherwise: Value, listed: [value: Value, source: string, extensions: string][]) {
    this.otherwise = otherwise;
    for (const [value, source, extensions] of listed) {
      for (const tld of extensions.split(" ")) this.#listed.set(tld, { value, source });
    }
  }

  /**
   * Returns the value for an extension.
   * @param tld the extension with its first dot, such as `.co.uk`
   */
  of(tld: string): Value {
    const found = this.#listed.get(tld);
    return found ? found.value : this.otherwise;
  }

  /** Returns the source of an extension's value, or `null` if the extension is not listed. */
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

/** Generic extensions. One source states the same value for all of them, except for those listed separately. */
export const GENERIC =
  ".agency .biz .cc .com .company .consulting .design .digital .email .group .info .io .life .me .media .mobi .net .news .pro .services .solutions .studio .tv .world .xyz";
/** Generic extensions that can be transferred without a waiting period. */
export const GENERIC_AT_ONCE = ".app .cloud .dev .online .page .site .space .store .tech .website";
/** Geographic extensions. Their registries publish little. */
export const PLACES = ".alsace .bzh .paris .quebec";
export const NOMINET = ".co.uk .me.uk .org.uk .uk";
