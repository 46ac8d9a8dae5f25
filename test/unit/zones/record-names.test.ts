import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readOwnerName, readTarget } from "../../../shared/zones-contract/record-names.ts";

const ZONE = "studio-ana.ca";
const LONG = `${"a".repeat(60)}.`.repeat(4);

describe("an owner name", () => {
  test.each([
    [ZONE, ZONE],
    ["WWW.Studio-Ana.CA", "www.studio-ana.ca"],
    ["_dmarc.studio-ana.ca", "_dmarc.studio-ana.ca"],
    ["*.studio-ana.ca", "*.studio-ana.ca"],
    ["*._domainkey.studio-ana.ca", "*._domainkey.studio-ana.ca"],
    ["café.studio-ana.ca", "xn--caf-dma.studio-ana.ca"],
    [`${"a".repeat(63)}.studio-ana.ca`, `${"a".repeat(63)}.studio-ana.ca`],
  ])("%s is read", (written, name) => {
    expect(readOwnerName(written, ZONE, false)).toBe(name);
  });

  test.each([
    ["the sign of a zone file for the apex", "@", "studio-ana.ca itself"],
    ["nothing", "", "studio-ana.ca itself"],
    ["the apex with a final dot", "studio-ana.ca.", "must not end with a dot"],
    ["a relative name", "www", "ends with .studio-ana.ca"],
    ["a name that only ends alike", "evilstudio-ana.ca", "ends with .studio-ana.ca"],
    // The Cyrillic а.
    ["a look-alike", "www.studio-аna.ca", "ends with .studio-ana.ca"],
    ["a wildcard in the middle", "a.*.studio-ana.ca", "not a well-formed name"],
    ["an empty label", "a..studio-ana.ca", "not a well-formed name"],
    ["a hyphen in front", "-a.studio-ana.ca", "not a well-formed name"],
    ["an A-label that does not decode", "xn--a.studio-ana.ca", "not a well-formed name"],
    ["hyphens where only an A-label has them", "ab--c.studio-ana.ca", "not a well-formed name"],
    ["a label of 64 characters", `${"a".repeat(64)}.studio-ana.ca`, "63 characters"],
    ["a name of 257 characters", `${LONG}studio-ana.ca`, "253 characters"],
  ])("%s is refused, and says how to write it", (_, written, said) => {
    const read = readOwnerName(written, ZONE, false);
    expect(typeof read !== "string" && read.en).toContain(said);
  });

  test("of a host has no underscores", () => {
    const read = readOwnerName("_dmarc.studio-ana.ca", ZONE, true);
    expect(typeof read !== "string" && read.en).toContain("host");
  });

  test("whatever is read is of the zone, in A-labels, and reads as itself", () => {
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

describe("a target", () => {
  test.each(["mail.example.com", "Mail.EXAMPLE.com", "bücher.example"])("%s is a host", (written) => {
    expect(readTarget(written, true)).toEqual(expect.any(String));
  });

  test.each(["192.0.2.1", "mail", "mail.example.com.", "*.example.com", "", ".", "_x.example.com", "a b.example.com"])(
    "%j is no host",
    (written) => {
      expect(readTarget(written, true)).toHaveProperty("en");
    },
  );
});
