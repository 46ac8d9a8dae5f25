import { expect } from "vitest";

/** A searched location with its content. */
export interface Held {
  place: string;
  bytes: Buffer;
}

/** Expects each planted secret in exactly the locations that may contain it. */
export function expectFoundOnlyIn(
  allowed: Record<string, unknown[]>,
  planted: ReadonlyMap<string, string>,
  everything: Held[],
): void {
  for (const [what, found] of placesOfEach(planted, everything)) {
    const places = [...new Set(found.map((place) => place.replace(/-wal$/, "")))];
    expect(places.toSorted(), what).toEqual(allowed[what] ?? []);
  }
}

/** A string that a kind of store must contain. The pattern matches the locations of that store. */
export type Control = [kind: string, place: RegExp, known: string];

export function expectControlsFound(controls: Control[], everything: Held[]): void {
  const places = placesOfEach(new Map(controls.map(([kind, , known]) => [kind, known])), everything);
  const missing = controls.filter(([kind, place]) => !places.get(kind)?.some((found) => place.test(found)));
  expect(missing.map(([kind]) => kind)).toEqual([]);
}

/** Returns the locations that contain a secret in any encoding. */
export function placesOf(secret: string, everything: Held[]): string[] {
  return placesOfEach(new Map([[secret, secret]]), everything).get(secret) ?? [];
}

/** An encoded form of a secret, with the description of the secret. */
interface Form {
  what: string;
  bytes: Buffer;
}

/** Returns the locations of each secret. One pass finds all secrets, because a separate pass for each would be slow. */
function placesOfEach(secrets: ReadonlyMap<string, string>, everything: Held[]): Map<string, string[]> {
  const places = new Map([...secrets.keys()].map((what): [string, string[]] => [what, []]));
  const starts = new FormStarts(
    [...secrets].flatMap(([what, secret]) => formsOf(secret).map((bytes) => ({ what, bytes }))),
  );
  for (const { place, bytes } of everything) {
    for (const what of starts.foundIn(bytes)) places.get(what)?.push(place);
  }
  return places;
}

/** An index of encoded forms by their first four bytes. */
class FormStarts {
  readonly #forms = new Map<number, Form[]>();
  /** A table of the first two bytes of all forms. It rejects most positions quickly. */
  readonly #pairs = new Uint8Array(65_536);

  constructor(forms: Form[]) {
    for (const form of forms) {
      // The index needs at least four bytes.
      if (form.bytes.length < 4) throw new Error(`${form.what} is too short to be searched for`);
      const start = form.bytes.readUInt32LE();
      this.#forms.set(start, [...(this.#forms.get(start) ?? []), form]);
      this.#pairs[form.bytes.readUInt16LE()] = 1;
    }
  }

  foundIn(bytes: Buffer): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at + 4 <= bytes.length; at++) {
      if (this.#pairs[(bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)] === 0) continue;
      for (const form of this.#forms.get(bytes.readUInt32LE(at)) ?? []) {
        const end = at + form.bytes.length;
        if (end <= bytes.length && form.bytes.compare(bytes, at, end) === 0) found.add(form.what);
      }
    }
    return found;
  }
}

/**
 * Returns the encoded forms of a secret: as plain text, escaped for JSON, URLs and HTML, in hexadecimal, and inside
 * base64, each in UTF-8 and UTF-16.
 */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const texts = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => {
      const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
      const sure = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
      return [sure, sure.replaceAll("+", "-").replaceAll("/", "_")];
    }),
  ];
  return [...new Set(texts)].flatMap((text) => [Buffer.from(text), Buffer.from(text, "utf16le")]);
}
