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

test.each([
  "",
  ".",
  "com",
  "localhost",
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "1.2.3.4.",
  "[::1]",
  "a..b.com",
  ".example.com",
  "example.com..",
  "-a.com",
  "a-.com",
  "ab--cd.com",
  "ex_ample.com",
  `${"a".repeat(64)}.com`,
  `${"a.".repeat(126)}com`,
  "xn--a.com",
  "xn--example-.com",
  "xn--.com",
  "xn--zzzzzz999999.com",
  "example.com\r\nsecond.com",
  "example.com\nHELP",
  "exa\tmple.com",
  "exa mple.com",
  " example.com",
  "exa\u00admple.com",
  "exa\u200bmple.com",
  "exa\u202emple.com",
  "exa\u0000mple.com",
  "example.com:80",
  "example.com/path",
  "https://example.com",
  "user@example.com",
  "example.com?x",
  "example.com#x",
  "ex%61mple.com",
  "example\\.com",
  "💩.com",
  "-T dn example.de",
  "example.123",
])("%j is refused", (text) => {
  expect(parseDomainName(text)).toHaveProperty("refused");
});

test("what is read can be sent as one line of a protocol", () => {
  let seed = 7;
  const characters = "aZ09-. \r\n\t\0é\u00ad日.xn--。ß%/:\u202e";
  for (let run = 0; run < 20_000; run++) {
    let text = "";
    for (let at = 0; at < 12; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += characters[seed % characters.length];
    }
    const name = parseDomainName(text);
    if ("ascii" in name) expect(name.ascii).toMatch(/^[a-z0-9][a-z0-9.-]{1,252}$/);
  }
});
