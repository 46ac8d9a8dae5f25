/** The formatting of numbers: as in version 8.13, or `hostile`, which mixes every known form in one installation. */
export type Profile = "8.13" | "hostile";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#039;" };

/** Returns a text as WHMCS stores it, with HTML entities. */
export function withEntities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Formats results in a profile's spelling. The hostile profile writes every other number as text, so equal requests can
 * get different spellings.
 */
export class Spelling {
  readonly #profile: Profile;
  #isText = false;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  spell(value: unknown): unknown {
    if (typeof value === "number") {
      this.#isText = this.#profile === "hostile" && !this.#isText;
      return this.#isText ? String(value) : value;
    }
    if (Array.isArray(value)) return value.map((item) => this.spell(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.spell(member)]));
  }
}
