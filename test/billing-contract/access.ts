import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../../shared/billing-contract/call.ts";
import { asks, LOGINS, type Question, type Subject } from "./questions.ts";
import type { BillingUnderTest } from "./scene.ts";

const LOST = { ok: false, problem: { code: "access_lost" } };
const denied = (permission: Permission) => ({ ok: false, problem: { code: "permission_denied", permission } });
const REFUSED_ACCESS = ["access_lost", "permission_denied"];

/** Who may ask a method that reads: whoever it admits gets a value. */
export function readAccess(system: BillingUnderTest, ask: Question): void {
  accessCases(
    system,
    () => ask,
    (result) => expect(result).toMatchObject({ ok: true }),
  );
}

/** Who may ask a method that acts: whoever it admits is not refused for it. */
export function actingAccess(system: BillingUnderTest, askAbout: (subject: Subject) => Question): void {
  accessCases(system, askAbout, (result) => {
    expect(result).not.toMatchObject({ problem: { code: expect.toBeOneOf(REFUSED_ACCESS) } });
  });
}

function accessCases(
  system: BillingUnderTest,
  askAbout: (subject: Subject) => Question,
  expectAdmitted: (result: unknown) => void,
): void {
  const { billing, scene } = system;
  let ask: Question;
  let accountId: number;
  let ownerId: number;
  /** A login that manages the account, beside its owner. */
  let contactId: number;

  beforeAll(async () => {
    accountId = await scene.account();
    ownerId = await scene.login();
    await scene.grant(ownerId, accountId, "owner");
    const domain = `access-${accountId}.ca`;
    const dates = { registeredOn: "2024-06-20", expiresOn: "2027-06-20", nextDueOn: "2027-06-20" };
    await scene.domain(accountId, { name: domain, ...dates, renewalPrice: 1899 });
    const plan = { planId: "web-plus", billingCycle: "annually", price: 10_788, nextDueOn: "2027-06-20" } as const;
    const serviceId = await scene.service(accountId, plan);
    system.scene.registered(domain);
    ask = askAbout({ serviceId, domain });
  });

  const answer = (loginId: number, account: number, ...needed: Permission[]) =>
    ask(billing, asks(loginId, account, ...needed));

  describe("a contact", () => {
    beforeEach(async () => {
      contactId = await scene.login();
      await scene.grant(contactId, accountId, []);
    });
    const grant = (held: readonly Permission[]) => scene.grant(contactId, accountId, held);
    const answerTo = (...needed: Permission[]) => answer(contactId, accountId, ...needed);

    test("needs each permission that is asked for, and no other", async () => {
      for (const permission of PERMISSIONS) {
        await grant(PERMISSIONS.filter((other) => other !== permission));
        expect(await answerTo(permission), permission).toEqual(denied(permission));
        await grant([permission]);
        expectAdmitted(await answerTo(permission));
      }
    });

    test("needs all of several permissions; none where none is asked for", async () => {
      expectAdmitted(await answerTo());
      await grant(["domains", "orders"]);
      expectAdmitted(await answerTo("orders", "domains"));
      expect(await answerTo("orders", "domains", "managedomains")).toEqual(denied("managedomains"));
    });

    test("loses a permission with the next question", async () => {
      await grant(["domains"]);
      expectAdmitted(await answerTo("domains"));
      await grant([]);
      expect(await answerTo("domains")).toEqual(denied("domains"));
    });

    test.each([
      ["is taken off the account", () => scene.revoke(contactId, accountId)],
      ["is removed", () => scene.removeLogin(contactId)],
    ])("that %s has lost its access", async (_, end) => {
      await grant(PERMISSIONS);
      expectAdmitted(await answerTo("domains"));
      await end();
      expect(await answerTo()).toEqual(LOST);
      expect(await answerTo("domains")).toEqual(LOST);
    });

    test("that becomes the owner holds everything, and is held to its permissions again afterwards", async () => {
      await scene.grant(contactId, accountId, "owner");
      expectAdmitted(await answerTo(...PERMISSIONS));
      await grant(["tickets"]);
      expect(await answerTo("orders")).toEqual(denied("orders"));
      expectAdmitted(await answerTo("tickets"));
      await scene.revoke(contactId, accountId);
      expect(await answerTo()).toEqual(LOST);
    });
  });

  test("the owner holds every permission without being given any", async () => {
    expectAdmitted(await answer(ownerId, accountId, ...PERMISSIONS));
  });

  test.each<[string, () => [loginId: number, accountId: number]]>([
    ["another customer's login", () => [LOGINS.big, accountId]],
    ["the owner on another customer's account", () => [ownerId, 1005]],
    ["a contact on the owner's other account", () => [LOGINS.contact, 1002]],
    ["a login on an account that does not exist", () => [ownerId, 99_999_999]],
    ["a login that does not exist", () => [99_999_999, accountId]],
    ["two ids the wrong way round", () => [accountId, ownerId]],
  ])("%s has no access, whatever the permissions", async (_, who) => {
    expect(await answer(...who())).toEqual(LOST);
    expect(await answer(...who(), ...PERMISSIONS)).toEqual(LOST);
  });
}
