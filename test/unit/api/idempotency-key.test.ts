import { expect, test } from "vitest";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { readIdempotencyKey } from "../../../shared/api/pipeline/read-input.ts";

function refusalOf(sent: unknown): OperationError {
  try {
    readIdempotencyKey(sent, "the header");
  } catch (thrown) {
    if (thrown instanceof OperationError) return thrown;
  }
  return expect.fail("not refused");
}

test.each([
  ["a", "a"],
  ["!~+-", "!~+-"],
  ["k".repeat(255), "k".repeat(255)],
  ['"quoted"', "quoted"],
  ['"', '"'],
  ['"a', '"a'],
  ['a"', 'a"'],
  [`"${"k".repeat(255)}"`, "k".repeat(255)],
])("%.20s is read as the key %.20s", (sent, key) => {
  expect(readIdempotencyKey(sent, "the header")).toBe(key);
});

test.each([[undefined], [null], [""], ['""']])("%j is not a key, and the problem states where to send one", (sent) => {
  const { code, detail } = refusalOf(sent);
  expect(code).toBe("idempotency_key_required");
  for (const text of [detail.en, detail.fr]) expect(text).toContain("the header");
});

test.each([
  ...[" ", "a b", "a,b", "é", "\u007f", "k".repeat(256), `"${"k".repeat(256)}"`, "a\n", '"a\nb"'],
  ...[5, {}, ["a"], true],
])("%j is not a valid key, and the problem does not repeat it", (sent) => {
  const { code, refused } = refusalOf(sent);
  expect(code).toBe("invalid_parameter");
  expect(refused).toEqual([
    {
      name: "the header",
      message: { en: expect.stringMatching(/^must be /), fr: expect.stringMatching(/^doit être /) },
    },
  ]);
});
