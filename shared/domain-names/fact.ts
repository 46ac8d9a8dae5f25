/**
 * One fact of registries, by extension.
 *
 * A source is a mark and keys: `P` the registry publishes it, `R` a registrar's documentation says it, `?` no source
 * was found, and the value is the cautious one. `docs/build/extensions.md` explains each key.
 */
export class Fact<Value> {
  /** Of an extension that is not listed: nothing is known of it. */
  readonly otherwise: Value;
  readonly #listed = new Map<string, { value: Value; source: string }>();

  /** @param listed each with the extensions it holds for, such as `.ca .co.uk` */
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

  /** Null: it is not listed. */
  sourceOf(tld: string): string | null {
    return this.#listed.get(tld)?.source ?? null;
  }

  /** The extensions that have a value other than that of one that is not listed, by value. */
  deviations(): Map<Value, string[]> {
    const found = new Map<Value, string[]>();
    for (const [tld, { value }] of this.#listed) {
      if (value !== this.otherwise) found.set(value, [...(found.get(value) ?? []), tld]);
    }
    return found;
  }
}

/** Generic extensions of which one source says the same of everything but what is listed of them by name. */
export const GENERIC =
  ".agency .biz .cc .com .company .consulting .design .digital .email .group .info .io .life .me .media .mobi .net .news .pro .services .solutions .studio .tv .world .xyz";
/** Generic extensions without a wait before a transfer. */
export const GENERIC_AT_ONCE = ".app .cloud .dev .online .page .site .space .store .tech .website";
/** Generic extensions of places, of which little is published. */
export const PLACES = ".alsace .bzh .paris .quebec";
export const NOMINET = ".co.uk .me.uk .org.uk .uk";
