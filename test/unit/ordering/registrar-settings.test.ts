import { describe, expect, test } from "vitest";
import {
  emptySettings,
  NOT_HERE,
  plainHostName,
  type RegistrarFacts,
  refusedNameservers,
  toRegistrarSettings,
} from "../../../shared/ordering/registrar-settings.ts";
import { lockObstacle, maskedAddress, transferObstacles } from "../../../shared/ordering/transfers-out.ts";
import { ACCOUNT, TODAY } from "./support/facts.ts";

describe("new nameservers", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `ns${index + 1}.host.example`);
  const refused = (servers: string[], max = 5, current: string[] = []) => {
    const refusal = refusedNameservers("studio.fr", servers.map(plainHostName), current, max);
    return refusal?.code === "invalid_body" ? refusal.refused.map(({ pointer }) => pointer) : [];
  };

  test.each([
    [1, 5, false],
    [2, 5, true],
    [6, 5, false],
  ])("are accepted if there are %i and at most %i are allowed: %s", (count, max, isTaken) => {
    expect(refused(names(count), max)).toEqual(isTaken ? [] : ["/nameservers"]);
  });

  test("are refused by position if they are invalid, duplicate or need glue records", () => {
    const given = ["ns1.host.example", "not a host", "NS1.host.example.", "ns.studio.fr", "192.0.2.1"];
    expect(refused(given)).toEqual(["/nameservers/1", "/nameservers/2", "/nameservers/3", "/nameservers/4"]);
    expect(refused(["ns.studio.fr", "ns2.host.example"], 5, ["ns.studio.fr"])).toEqual([]);
  });
});

const FACTS: RegistrarFacts = {
  name: "studio.com",
  registrar: "Registrar",
  nameservers: ["ns1.host.example", "ns2.host.example"],
  registeredOn: "2024-02-01",
  transferredOn: null,
  locked: true,
  lockSupported: true,
  transferProhibited: false,
};

describe("a transfer away", () => {
  const reasons = (facts: Partial<RegistrarFacts>, status: "active" | "redemption" = "active") =>
    transferObstacles({ ...FACTS, ...facts }, status, TODAY).map(({ en }) => en);

  test.each<[what: string, Partial<RegistrarFacts>, reasons: RegExp[]]>([
    ["a domain that is some years old", {}, []],
    [
      "a domain that was registered last week",
      { registeredOn: "2026-11-15" },
      [/registered less than 60 days ago.+from .*January.* on/],
    ],
    [
      "a domain that was transferred in last week",
      { transferredOn: "2026-11-15" },
      [/transferred less than 60 days ago/],
    ],
    ["a domain with unknown dates", { registeredOn: null, transferredOn: null }, []],
    ["a domain whose transfer the registry prohibits", { transferProhibited: true }, [/does not allow transfers/]],
    ["a domain with a lock that cannot be removed", { lockSupported: false }, [/does not allow unlocking this name/]],
  ])("is refused with the reason for %s, or allowed", (_, facts, expected) => {
    const given = reasons(facts);
    expect(given).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(given[index]).toMatch(pattern);
  });

  test.each([
    ["juliette@example.com", "j•••@example.com"],
    ['"a@b"@example.com', '"•••@example.com'],
    ["@example.com", "•••@example.com"],
  ])("shows the e-mail address %s as %s", (address, masked) => {
    expect(maskedAddress(address)).toBe(masked);
  });
});

test.each([
  [{ lockSupported: true, transferProhibited: false }, false, undefined],
  [{ lockSupported: false, transferProhibited: false }, true, "The registry does not support locking its names."],
  [{ lockSupported: false, transferProhibited: false }, false, "The registry does not allow unlocking this name."],
  [{ lockSupported: true, transferProhibited: true }, false, "The registry does not allow unlocking this name."],
])("for a domain with %o, the lock can be set to %s only if the registry allows it", (facts, locked, expected) => {
  expect(lockObstacle(facts, locked)?.en).toBe(expected);
});

test("the registrar settings state whether the domain can be transferred away, and are empty for a domain held elsewhere", () => {
  const { name: domain, registrar, nameservers } = FACTS;
  expect(toRegistrarSettings(ACCOUNT, FACTS, "active", TODAY)).toEqual({
    ...{ account: ACCOUNT, domain, registrar, nameservers, locked: true, lockSupported: true },
    ...{ eligibleForTransfer: true, reasons: [] },
  });
  expect(toRegistrarSettings(ACCOUNT, { ...FACTS, locked: null }, "redemption", TODAY)).toMatchObject({
    ...{ locked: null, eligibleForTransfer: false, reasons: [{ en: expect.stringContaining("redemption") }] },
  });
  expect(emptySettings(ACCOUNT, domain)).toMatchObject({
    ...{ nameservers: [], locked: null, registrar: null, eligibleForTransfer: false, reasons: [NOT_HERE.reason] },
  });
});
