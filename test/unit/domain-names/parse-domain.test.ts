import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { casesOf } from "../../support/cases.ts";

type Read = [text: string, ascii: string, unicode: string];
const CASES = casesOf<{ read: Read[]; refused: Record<string, string[]> }>(import.meta.url);

test.each(CASES.read)("%s is read as a domain name", (text, ascii, unicode) => {
  expect(parseDomainName(text)).toEqual({ ascii, unicode });
});

test.each(Object.entries(CASES.refused))("domain names are refused with %s", (_, texts) => {
  for (const text of texts) expect(parseDomainName(text), text).toHaveProperty("refused");
});

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/).filter((text) => text.slice(2, 4) !== "--");
const extension = fc.constantFrom("com", "ca", "co.uk", "quebec", "xn--p1ai");
const written = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."aZ09-. \r\n\t\0é\u00ad日.xn--。ß%/:\u202e"), maxLength: 12 }),
  fc.tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), extension).map((parts) => parts.join(".")),
);

test("a parsed domain name fits on one line of a protocol and parses again to the same name", () => {
  fc.assert(
    fc.property(written, (text) => {
      const name = parseDomainName(text);
      if ("refused" in name) return;
      expect(name.ascii).toMatch(/^[a-z0-9][a-z0-9.-]{1,252}$/);
      expect(parseDomainName(name.ascii)).toEqual(name);
      expect(parseDomainName(name.unicode)).toEqual(name);
    }),
    { numRuns: 5_000 },
  );
});

test("letters, digits and inner hyphens are read in any case, with or without a final dot", () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), extension, (labels, end) => {
      const ascii = [...labels, end].join(".");
      for (const text of [ascii, ascii.toUpperCase(), `${ascii}.`])
        expect(parseDomainName(text)).toMatchObject({ ascii });
    }),
    { numRuns: 500 },
  );
});
