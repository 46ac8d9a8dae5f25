/** Parameters of a call as PHP reads them: the last value of a name, and `name[key]` as an array. Ignored ones are not there. */
export class RequestParameters {
  readonly #values = new Map<string, string>();
  readonly #arrays = new Map<string, Map<string, string>>();

  constructor(form: URLSearchParams, isIgnored: (name: string) => boolean = () => false) {
    for (const [name, value] of form) {
      if (isIgnored(name)) continue;
      const [, array, key] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? [];
      if (array === undefined || key === undefined) {
        this.#values.set(name, value);
        continue;
      }
      const items = this.#arrays.get(array) ?? new Map<string, string>();
      items.set(key === "" ? String(items.size) : key, value);
      this.#arrays.set(array, items);
    }
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** What PHP makes of a number: 0 for what is none; undefined where it is absent or empty, so that it filters nothing. */
  number(name: string): number | undefined {
    const value = this.#values.get(name);
    return value === undefined || value === "" ? undefined : Number.parseInt(value, 10) || 0;
  }

  flag(name: string): boolean {
    return ["1", "true", "on"].includes(this.#values.get(name) ?? "");
  }

  /** As PHP takes a text for yes or no: `false` is yes. */
  isTruthy(name: string): boolean {
    return !["", "0"].includes(this.#values.get(name) ?? "");
  }

  array(name: string): ReadonlyMap<string, string> | undefined {
    return this.#arrays.get(name);
  }
}
