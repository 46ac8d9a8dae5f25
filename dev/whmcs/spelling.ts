/** How values are spelled: as 8.13 does it, or `hostile`, which mixes everything that was ever seen in one installation. */
export const PROFILES = ["8.13", "hostile"] as const;
export type Profile = (typeof PROFILES)[number];

/** A value that versions spell in several ways. */
class Written {
  readonly spellings: readonly unknown[];

  /** @param spellings as 8.13 has it first */
  constructor(...spellings: unknown[]) {
    this.spellings = spellings;
  }
}

/** A number, or the same as text. */
export const numeric = (value: number) => new Written(value, String(value));
/** Yes or no. */
export const flag = (value: boolean) =>
  value ? new Written(1, true, "1", "on", "true") : new Written(0, false, "0", "", null);
/** Text that people wrote: escaped for HTML. */
export const prose = (value: string) => new Written(withEntities(value));

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
    if (value instanceof Written) {
      const turn = this.#profile === "hostile" ? this.#turn++ : 0;
      return value.spellings[turn % value.spellings.length];
    }
    if (Array.isArray(value)) return value.map((item) => this.spell(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.spell(member)]));
  }
}
