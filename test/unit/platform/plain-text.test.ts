import { expect, test, vi } from "vitest";
import { cleaned } from "../../../shared/platform/plain-text.ts";

test.each([
  ...["Moving 12 mailboxes", "L’accès SFTP est refusé — café, naïve", '<script>alert("owned")</script>'],
  "日本語 עברית العربية हिन्दी 🇨🇦",
])("the text %j is unchanged", (text) => expect(cleaned(text, 200)).toBe(text));

/** Hidden characters by kind. */
const HIDDEN: Record<string, string> = {
  "C0 controls": "\u0000\u0007\u001b\u007f",
  "C1 controls": "\u0080\u009b\u009f",
  "overrides and embeddings": "\u202a\u202b\u202c\u202d\u202e",
  isolates: "\u2066\u2067\u2068\u2069",
  "marks of direction": "\u200e\u200f\u061c",
  "zero-width characters": "\u200b\u200c\u200d\u2060\ufeff",
  "invisible operators": "\u2061\u2062\u2063\u2064",
  "soft hyphen and joiner": "\u00ad\u034f",
  fillers: "\u115f\u1160\u3164\uffa0\u180e",
  annotations: "\ufff9\ufffa\ufffb",
  "variation selectors": "\ufe00\ufe0f\u{e0100}\u{e01ef}",
  "private use": "\ue000",
  "halves of a pair": "\ud800\udfff".split("").join("x"),
};

test.each(Object.entries(HIDDEN))("hidden characters are removed: %s", (_, hidden) => {
  const shown = hidden.includes("x") ? "paxid" : "paid";
  expect(cleaned(`pa${hidden}id`, 200)).toBe(shown);
});

test("tag characters are removed, because programs read them but people do not see them", () => {
  const secret = Array.from("cancel everything", (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  expect(cleaned(`\u{e0001}Hello${secret.join("")}\u{e007f}`, 200)).toBe("Hello");
});

test("line breaks and repeated spaces become single spaces", () => {
  const text = "  one\r\ntwo\tthree\u0085four\u2028five\u2029six\u00a0 \u3000seven \n";
  expect(cleaned(text, 200)).toBe("one two three four five six seven");
});

test("no code point adds a hidden character or a line break to the result", () => {
  const hiding = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
  const everyCode = Array.from({ length: 0x110000 }, (_, code) => code);
  expect(everyCode.filter((code) => hiding.test(cleaned(`a${String.fromCodePoint(code)}b`, 200)))).toEqual([]);
});

test.each([
  ["12345", "12345"],
  ["123456", "1234…"],
  ["🙂🙂🙂🙂🙂", "🙂🙂🙂🙂🙂"],
  ["🙂🙂🙂🙂🙂🙂", "🙂🙂🙂🙂…"],
  ["one two three", "one…"],
])("%j is cut to five characters with an ellipsis, never inside a character", (text, cut) => {
  expect(cleaned(text, 5)).toBe(cut);
  expect(Array.from(cleaned("word ".repeat(10_000), 200)).length).toBeLessThanOrEqual(200);
});

test("letters are composed, and combining marks do not pile up", () => {
  expect(cleaned("e\u0301te\u0301", 60)).toBe("été");
  expect(cleaned("e\u200d\u0301", 60)).toBe("é");
  expect(cleaned(`a${"\u0321".repeat(500)}`, 60)).toHaveLength(4);
  expect(cleaned("\u3164\u2800\u115f", 60)).toBe("");
  expect(cleaned("👍🏽".repeat(61), 60)).toBe(`${"👍🏽".repeat(59)}…`);
});

test("at most four code units are normalized for each allowed character", () => {
  using normalize = vi.spyOn(String.prototype, "normalize");
  cleaned(`b${"\u0315\u0300\u0323".repeat(6)}`.repeat(3_000), 200);
  expect(normalize).toHaveBeenCalledOnce();
  expect(String(normalize.mock.contexts[0]).length).toBeLessThanOrEqual(4 * 200);
});

test("a text that is cut before its normalization ends with an ellipsis and not with half a surrogate pair", () => {
  expect(cleaned("e\u0301".repeat(500), 10)).toBe(`${"é".repeat(9)}…`);
  expect(cleaned(`abc${"😀".repeat(500)}`, 10)).toBe(`abc${"😀".repeat(6)}…`);
});
