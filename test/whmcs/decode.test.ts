import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "../../dev/whmcs/wire-values.ts";
import { amount, id, optionalId, price } from "../../workers/billing-whmcs/answers/decode.ts";
import { knownWords } from "../../workers/billing-whmcs/bridge/outcome.ts";

const minorUnits = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const give = (schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? read.data : "refused";
};

describe("amounts", () => {
  test("are read exactly from any decimal text", () => {
    fc.assert(
      fc.property(minorUnits, fc.nat(4), (units, zeros) => {
        expect(amount.parse(decimal(units) + "0".repeat(zeros))).toBe(units === 0 ? 0 : units);
      }),
    );
  });

  test("are refused rather than rounded, such as 0.1 + 0.2, 1.005 and 1e21", () => {
    expect(give(amount, 0.1 + 0.2)).toBe("refused");
    expect([give(amount, 1.1), give(amount, "1.005"), give(amount, 1e21)]).toEqual([110, "refused", "refused"]);
    expect(give(amount, "999999999999.99")).toBe(99_999_999_999_999);
  });

  test("below zero, and missing ones, mean that an item is not sold", () => {
    expect(["-1.00", -1, "", null, undefined].map((written) => give(price, written))).toEqual(Array(5).fill(null));
    expect(["0.00", "677.64"].map((written) => give(price, written))).toEqual([0, 67_764]);
    expect(give(price, "$1.00")).toBe("refused");
  });
});

test("an id is read only from a number or text", () => {
  const isId = (value: unknown) =>
    (typeof value === "string" || typeof value === "number") && /^0*[1-9]\d{0,15}$/.test(String(value));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
      expect([id.parse(number), id.parse(String(number)), optionalId.parse(String(number))]).toEqual(
        Array(3).fill(number),
      );
    }),
  );
  fc.assert(
    fc.property(
      fc.anything().filter((value) => !isId(value)),
      (value) => {
        expect(give(id, value)).toBe("refused");
      },
    ),
  );
});

test("a logged error text contains no name, e-mail address or IP address", () => {
  fc.assert(
    fc.property(
      fc.emailAddress(),
      fc.ipV4(),
      fc.nat(),
      fc.stringMatching(/^[A-Z][a-z]{9,12}$/),
      (mail, ip, number, name) => {
        const said = knownWords(`Client ID Not Found: ${mail} ${ip} ${number} ${name}`);
        for (const part of [mail, ip, name]) expect(said).not.toContain(part);
        expect(said.startsWith("Client ID Not Found")).toBe(true);
        expect(said.length).toBeLessThanOrEqual(80);
      },
    ),
  );
});
