import { expect, test } from "vitest";
import { cleanName } from "../../workers/account/oauth/application-name.ts";

test.each([
  ["Studio Ana", "Studio Ana"],
  ["  Studio \t\n Ana  ", "Studio Ana"],
  ["Studio\u0000\u0007\u001b[31m Ana\u0085\u009f", "Studio[31m Ana"],
  ["\u202egnp.exe\u202c \u2066x\u2069 \u200e\u200f\u061c", "gnp.exe x"],
  ["Stu\u200bdio\u200d\u2060\ufeff\u00ad", "Studio"],
  ["Ana\u{e0001}\u{e0041}\u{e007f}\u{e0100}", "Ana"],
  ["e\u0301te\u0301", "été"],
  ["e\u200d\u0301", "é"],
  ["Studio\u2028\u2029\u00a0\u3000Ana", "Studio Ana"],
  ["\u3164\u2800\u115f", ""],
  ["\ud800Ana\udc00", "Ana"],
  ["\ue000Ana", "Ana"],
  ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ["שלום عالم 東京", "שלום عالم 東京"],
  ["", ""],
])("%j is shown as %j", (name, shown) => {
  expect(cleanName(name)).toBe(shown);
});

test("60 characters are shown as a reader counts them", () => {
  expect(cleanName("a".repeat(61))).toBe("a".repeat(60));
  expect(cleanName("👍🏽".repeat(61))).toBe("👍🏽".repeat(60));
  expect(cleanName(`${"a".repeat(59)} b`)).toBe("a".repeat(59));
});

test("marks are not piled up", () => {
  expect(cleanName(`a${"\u0321".repeat(500)}`)).toHaveLength(4);
});
