import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";

test.each([
  ["example.com", "example.com", "example.com"],
  ["EXAMPLE.Com.", "example.com", "example.com"],
  ["hôtel.ca", "xn--htel-vqa.ca", "hôtel.ca"],
  ["xn--htel-vqa.ca", "xn--htel-vqa.ca", "hôtel.ca"],
  ["faß.de", "xn--fa-hia.de", "faß.de"],
  ["日本語。jp", "xn--wgv71a119e.jp", "日本語.jp"],
  ["ｅｘａｍｐｌｅ.com", "example.com", "example.com"],
  ["דוגמה.com", "xn--6dbbec0c.com", "דוגמה.com"],
  ["a-b.co.uk", "a-b.co.uk", "a-b.co.uk"],
  [`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`],
])("%s is read", (text, ascii, unicode) => {
  expect(parseDomainName(text)).toEqual({ ascii, unicode });
});

const REFUSED: Record<string, string[]> = {
  "no name": ["", ".", "com", "localhost", "example.123"],
  "an address": ["127.0.0.1", "127.1", "0x7f.1", "1.2.3.4.", "[::1]"],
  "an empty label": ["a..b.com", ".example.com", "example.com.."],
  "a bad label": ["-a.com", "a-.com", "ab--cd.com", "ex_ample.com", `${"a".repeat(64)}.com`, "💩.com"],
  "too long a name": [`${"a.".repeat(126)}com`],
  "an A-label that does not decode": ["xn--a.com", "xn--example-.com", "xn--.com", "xn--zzzzzz999999.com"],
  "several lines": ["example.com\r\nsecond.com", "example.com\nHELP"],
  "white space": ["exa\tmple.com", "exa mple.com", " example.com", "-T dn example.de"],
  "hidden characters": ["exa\u00admple.com", "exa\u200bmple.com", "exa\u202emple.com", "exa\u0000mple.com"],
  "more of a URL": [
    ...["example.com:80", "example.com/path", "https://example.com", "user@example.com", "example.com?x"],
    ...["example.com#x", "ex%61mple.com", "example\\.com"],
  ],
};

test.each(Object.entries(REFUSED))("%s is refused", (_, texts) => {
  for (const text of texts) expect(parseDomainName(text), text).toHaveProperty("refused");
});

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/).filter((text) => text.slice(2, 4) !== "--");
const extension = fc.constantFrom("com", "ca", "co.uk", "quebec", "xn--p1ai");
const written = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."aZ09-. \r\n\t\0é\u00ad日.xn--。ß%/:\u202e"), maxLength: 12 }),
  fc.tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), extension).map((parts) => parts.join(".")),
);

test("what is read can be sent as one line of a protocol, and is read again as the same name", () => {
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

test("a name of letters, digits and inner hyphens is read in any case, with or without a final dot", () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), extension, (labels, end) => {
      const ascii = [...labels, end].join(".");
      for (const text of [ascii, ascii.toUpperCase(), `${ascii}.`])
        expect(parseDomainName(text)).toMatchObject({ ascii });
    }),
    { numRuns: 500 },
  );
});
