import { expect } from "vitest";

/** A place that may hold a secret, with what it holds. */
export interface Held {
  place: string;
  bytes: Buffer;
}

/** Nobody holds any of the planted secrets, by what each was, but the places that have to. */
export function expectFoundOnlyIn(
  allowed: Record<string, unknown[]>,
  planted: ReadonlyMap<string, string>,
  everything: Held[],
): void {
  for (const [what, secret] of planted) {
    const places = [...new Set(placesOf(secret, everything).map((place) => place.replace(/-wal$/, "")))];
    expect(places.toSorted(), what).toEqual(allowed[what] ?? []);
  }
}

/** Something that is certainly in a kind of store: what finds nothing proves nothing. */
export type Control = [kind: string, place: RegExp, known: string];

/** Each is found in its kind of store like the secrets are searched for. */
export function expectControlsFound(controls: Control[], everything: Held[]): void {
  const missing = controls.filter(
    ([, place, known]) => !placesOf(known, everything).some((found) => place.test(found)),
  );
  expect(missing.map(([kind]) => kind)).toEqual([]);
}

/** Where a secret is, in any form that something may have given it. */
export function placesOf(secret: string, everything: Held[]): string[] {
  const forms = formsOf(secret);
  return everything.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ place }) => place);
}

/** As text in both widths, escaped for JSON, addresses and pages, in hexadecimal, and as a part of something in base64. */
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
