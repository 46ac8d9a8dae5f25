/** How versions spell what they answer. `hostile` mixes everything that was ever seen in one installation. */
export const PROFILES = ["8.1", "8.13", "9.0", "hostile"] as const;
export type Profile = (typeof PROFILES)[number];

/** A value that is spelled by the version. */
class Written<Value> {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** A number that some versions write as text. */
class Numeric extends Written<number> {}
/** Yes or no, in one of the spellings. */
class Flag extends Written<boolean> {}
/** Text that people wrote: escaped for HTML. */
class Prose extends Written<string> {}

export const numeric = (value: number) => new Numeric(value);
export const flag = (value: boolean) => new Flag(value);
export const prose = (value: string) => new Prose(value);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#039;" };

/** A text as WHMCS stores it. */
export function withEntities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Writes answers in a profile's spelling. The hostile one takes turns, so that equal questions get different spellings. */
export class Spelling {
  readonly #profile: Profile;
  #turn = 0;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  spell(value: unknown): unknown {
    if (value instanceof Numeric) return this.#isText() ? String(value.value) : value.value;
    if (value instanceof Flag) return this.#flag(value.value);
    if (value instanceof Prose) return withEntities(value.value);
    if (Array.isArray(value)) return value.map((item) => this.spell(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.spell(member)]));
  }

  #isText(): boolean {
    if (this.#profile === "hostile") return this.#inTurn([true, false]);
    return this.#profile === "8.1";
  }

  #flag(value: boolean): unknown {
    const [yes, no] = { "8.1": ["1", "0"], "8.13": [1, 0], "9.0": [true, false], hostile: null }[this.#profile] ?? [];
    if (this.#profile !== "hostile") return value ? yes : no;
    return value ? this.#inTurn([true, 1, "1", "on", "true"]) : this.#inTurn([false, 0, "0", "", null]);
  }

  #inTurn<Value>(forms: Value[]): Value {
    return forms[this.#turn++ % forms.length] as Value;
  }
}
