import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "../../dev/whmcs/wire-values.ts";
import {
  amount,
  bool,
  count,
  day,
  domainName,
  id,
  optionalId,
  price,
  text,
} from "../../workers/billing-whmcs/answers/decode.ts";
import { knownWords } from "../../workers/billing-whmcs/bridge/outcome.ts";

const minorUnits = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const give = (schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? read.data : "refused";
};

describe("amounts", () => {
  test("every amount that is written as decimal text is read to the cent", () => {
    fc.assert(
      fc.property(minorUnits, fc.nat(4), (units, zeros) => {
        expect(amount.parse(decimal(units) + "0".repeat(zeros))).toBe(units === 0 ? 0 : units);
      }),
    );
  });

  test("no floats on the way: 0.1 + 0.2, 1.005 and 2^53", () => {
    expect(give(amount, 0.1 + 0.2)).toBe("refused");
    expect([give(amount, 1.1), give(amount, "1.005"), give(amount, 1e21)]).toEqual([110, "refused", "refused"]);
    expect(give(amount, "999999999999.99")).toBe(99_999_999_999_999);
  });

  test("a price below zero, or none, is not sold", () => {
    expect(["-1.00", -1, "", null, undefined].map((written) => give(price, written))).toEqual(Array(5).fill(null));
    expect(["0.00", "677.64"].map((written) => give(price, written))).toEqual([0, 67_764]);
    expect(give(price, "$1.00")).toBe("refused");
  });
});

describe("ids, counts and yes or no", () => {
  test("an id is the same as a number and as text", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        expect([id.parse(number), id.parse(String(number)), id.parse(`0${number}`.slice(-16))]).toContain(number);
        expect([optionalId.parse(number), optionalId.parse(String(number))]).toEqual([number, number]);
      }),
    );
  });

  test("anything else is none", () => {
    const isId = (value: unknown) =>
      (typeof value === "string" || typeof value === "number") && /^0*[1-9]\d{0,15}$/.test(String(value));
    const anything = fc.anything().filter((value) => !isId(value));
    fc.assert(
      fc.property(anything, (value) => {
        expect(give(id, value)).toBe("refused");
      }),
    );
    expect([0, "0", "", null].map((value) => give(optionalId, value))).toEqual([null, null, null, null]);
    expect(["9007199254740993", [1], "1 ", "+1", "1e3"].map((value) => give(id, value))).toEqual(
      Array(5).fill("refused"),
    );
    expect(["0", 0, "12", -1, "", null, 1.5].map((value) => give(count, value))).toEqual([
      ...[0, 0, 12],
      ...["refused", "refused", "refused", "refused"],
    ]);
  });

  test("every spelling of yes and no, and nothing else", () => {
    const yes = [true, 1, "1", "on", "On", "true", "TRUE", "yes"].map((value) => give(bool, value));
    const no = [false, 0, "0", "off", "false", "no", "", null].map((value) => give(bool, value));
    expect([yes, no]).toEqual([Array(8).fill(true), Array(8).fill(false)]);
    for (const value of ["y", 2, "2", -1, [], {}, undefined, "granted"]) expect(give(bool, value)).toBe("refused");
  });
});

describe("dates", () => {
  const date = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });

  test("a day is read from a date with or without a time", () => {
    fc.assert(
      fc.property(date, (at) => {
        const written = at.toISOString().slice(0, 10);
        for (const end of ["", " 00:00:00", " 23:59:59", "T10:00:00"]) expect(day.parse(written + end)).toBe(written);
      }),
    );
  });

  test("a day that no calendar has, or another way of writing it, is refused", () => {
    for (const written of ["2026-02-29", "2026-04-31", "2026-00-10", "2026-1-1", "2026-01-01x", "01/02/2026"])
      expect([written, give(day, written)]).toEqual([written, "refused"]);
    for (const none of ["0000-00-00", "0000-00-00 00:00:00", "-0001-11-30 00:00:00", "", null])
      expect([none, give(day, none)]).toEqual([none, null]);
  });
});

describe("texts and names", () => {
  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 })
    .map((points) => String.fromCodePoint(...points));
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

  test("a text never throws, is one line, and no longer than it may be", () => {
    fc.assert(
      fc.property(anyText, (written) => {
        const read = text(40).parse(written);
        expect(read).not.toMatch(/\p{Cc}/u);
        expect([...characters.segment(read)].length).toBeLessThanOrEqual(40);
      }),
      { numRuns: 50 },
    );
  });

  test("a name is an A-label or none, and reading it again changes nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string(), fc.webAuthority()), (written) => {
        const name = domainName.parse(written);
        if (name !== null) expect(domainName.parse(name)).toBe(name);
      }),
    );
  });

  test("of an error's text the log has no name, address or number", () => {
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
});
