import { expect, test } from "vitest";
import type { ContractCustomer } from "../customer.ts";
import { codeOf, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";
import { checkedBefore } from "./checked-before.ts";

const BEFORE = ["ns1.maple.example", "ns2.maple.example"];
const NEW = ["ns1.other.example", "ns2.other.example"];
const DATES = { registeredOn: "2024-01-10", expiresOn: "2027-06-20", nextDueOn: "2027-06-20" };

/** Creates the owner of a registered domain. */
async function ownerOf(system: BillingUnderTest, name: string): Promise<ContractCustomer> {
  const owner = await newOwner(checkedBefore(system));
  await system.scene.domain(owner.query.accountId, { name, ...DATES, renewalPrice: 1899, autoRenew: true });
  system.scene.registered(name);
  return owner;
}

/**
 * Checks that a setting is refused for another account's domain, an unknown domain and a domain that was transferred
 * away.
 */
export function ownNameCases(
  system: BillingUnderTest,
  ask: (by: ContractCustomer, domain: string) => Parameters<typeof codeOf>[0],
): void {
  test("refuses another account's domain, an unknown domain and a domain that was transferred away", async () => {
    const owner = await newOwner(checkedBefore(system));
    const gone = `gone-${owner.query.accountId}.ca`;
    await system.scene.domain(owner.query.accountId, { name: gone, status: "transferred_away" });
    for (const domain of ["second-step.com", "nobody.example"])
      expect(await codeOf(ask(owner, domain))).toBe("not_found");
    expect(await codeOf(ask(owner, gone))).toBe("not_allowed");
  });
}

export const setNameservers = (by: ContractCustomer, domain: string) => by.setDomainNameservers(domain, NEW);
export const setLock = (by: ContractCustomer, domain: string) => by.setDomainLock(domain, false);
export const setAutoRenew = (by: ContractCustomer, domain: string) => by.setDomainAutoRenew(domain, true);
export const transferOut = (by: ContractCustomer, domain: string) => by.transferDomainOut(domain);

export function autoRenewalCases(system: BillingUnderTest): void {
  test("changes the value, and accepts a value that is already set", async () => {
    const owner = await ownerOf(system, "auto-renewal.ca");
    for (const autoRenew of [true, false, false, true]) {
      const { domain } = await valueIn(owner.setDomainAutoRenew("auto-renewal.ca", autoRenew));
      expect(domain).toMatchObject({ name: "auto-renewal.ca", autoRenew });
      expect(await owner.domain("auto-renewal.ca")).toMatchObject({ autoRenew });
    }
  });
}

export function nameserverCases(system: BillingUnderTest): void {
  test("stores names in lower case without a final dot, and treats the same set in another order as unchanged", async () => {
    const owner = await ownerOf(system, "nameservers.ca");
    const set = (nameservers: string[]) => valueIn(owner.setDomainNameservers("nameservers.ca", nameservers));
    const set1 = await set(["NS1.Other.Example.", "ns2.other.example"]);
    expect(set1).toMatchObject({ domain: "nameservers.ca", nameservers: NEW, changed: true, ownerTold: true });
    expect(await set(NEW.toReversed())).toMatchObject({ changed: false, ownerTold: false });
    expect(await valueIn(owner.readRegistrarSettings("nameservers.ca"))).toMatchObject({ nameservers: NEW });
  });
}

export function lockCases(system: BillingUnderTest): void {
  test("switches the lock off and on, states whether the value changed, and e-mails the owner only about the unlock", async () => {
    const owner = await ownerOf(system, "lock.ca");
    for (const [locked, changed] of [
      [true, false],
      [false, true],
      [false, false],
      [true, true],
    ] as const) {
      const set = await valueIn(owner.setDomainLock("lock.ca", locked));
      expect(set).toMatchObject({ locked, changed, ownerTold: changed && !locked });
    }
  });
}

export function registrarSettingCases(system: BillingUnderTest): void {
  test("returns the settings of a domain that may be transferred", async () => {
    const owner = await ownerOf(system, "settings.ca");
    expect(await valueIn(owner.readRegistrarSettings("settings.ca"))).toEqual({
      account: { id: owner.query.accountId, name: "Scene Inc.", currency: "CAD" },
      domain: "settings.ca",
      nameservers: BEFORE,
      locked: true,
      lockSupported: true,
      registrar: expect.any(String),
      eligibleForTransfer: true,
      reasons: [],
    });
  });

  test("returns settings only to the domain's account, and empty settings for a domain at another registrar", async () => {
    const owner = await newOwner(system);
    expect(await codeOf(owner.readRegistrarSettings("second-step.com"))).toBe("not_found");
    await system.scene.domain(owner.query.accountId, { name: "left.ca", status: "transferred_away" });
    const unknown = { locked: null, registrar: null, eligibleForTransfer: false };
    expect(await valueIn(owner.readRegistrarSettings("left.ca"))).toMatchObject(unknown);
  });
}

export function transferCases(system: BillingUnderTest): void {
  test("unlocks the domain, and masks the e-mail address to which the code was sent", async () => {
    const owner = await ownerOf(system, "leaving.ca");
    const prepared = await valueIn(owner.transferDomainOut("leaving.ca"));
    expect(prepared).toMatchObject({ domain: "leaving.ca", unlocked: true });
    expect(prepared.codeSentTo ?? "•••@").toMatch(/^[^@]?•••@/);
    expect(await valueIn(owner.readRegistrarSettings("leaving.ca"))).toMatchObject({ locked: false });
  });

  test("refuses a transfer for sixty days after the registration, and keeps the lock", async () => {
    const owner = await ownerOf(system, "young.ca");
    system.scene.registered("young.ca", { registeredOn: "2026-10-01" });
    expect(await codeOf(owner.transferDomainOut("young.ca"))).toBe("not_allowed");
    expect(await valueIn(owner.readRegistrarSettings("young.ca"))).toMatchObject({ locked: true });
  });
}
