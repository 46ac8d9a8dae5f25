import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readOwnerName, readTarget } from "../../../shared/zones-contract/record-names.ts";
import { casesOf } from "../../support/cases.ts";

type Refused = [what: string, written: string, said: string];
const CASES = casesOf<{ read: [written: string, name: string][]; refused: Refused[] }>(import.meta.url);
const ZONE = "studio-ana.ca";

describe("an owner name", () => {
  test.each(CASES.read)("can be written as %s", (written, name) => {
    expect(readOwnerName(written, ZONE, false)).toBe(name);
  });

  test.each(CASES.refused)("is refused with %s, and the message states how to write it", (_, written, said) => {
    const read = readOwnerName(written, ZONE, false);
    expect(typeof read !== "string" && read.en).toContain(said);
  });

  test("has no underscores if it belongs to a host", () => {
    const read = readOwnerName("_dmarc.studio-ana.ca", ZONE, true);
    expect(typeof read !== "string" && read.en).toContain("host");
  });

  test("is in the zone in A-labels, and is read unchanged a second time", () => {
    const label = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9_*é-]{1,12}$/), fc.string({ unit: "binary", maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const read = readOwnerName(`${labels.join(".")}.${ZONE}`, ZONE, false);
        if (typeof read !== "string") return;
        expect(read).toMatch(/^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)*studio-ana\.ca$/);
        expect(readOwnerName(read, ZONE, false)).toEqual(read);
      }),
    );
  });
});

describe("the target of a record", () => {
  test.each(["mail.example.com", "Mail.EXAMPLE.com", "bücher.example"])("can be the host %s", (written) => {
    expect(readTarget(written, true)).toEqual(expect.any(String));
  });

  test.each(["192.0.2.1", "mail", "mail.example.com.", "*.example.com", "", ".", "_x.example.com", "a b.example.com"])(
    "cannot be %j",
    (written) => {
      expect(readTarget(written, true)).toHaveProperty("en");
    },
  );
});
