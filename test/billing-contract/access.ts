import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../../shared/billing-contract/call.ts";
import { subjectOf } from "./acting/subjects.ts";
import { asks, LOGINS, QUESTIONS, type Question, type Subject } from "./questions.ts";
import { type BillingUnderTest, newOwner } from "./scene.ts";

const LOST = { ok: false, problem: { code: "access_lost" } };
const denied = (permission: Permission) => ({ ok: false, problem: { code: "permission_denied", permission } });
const REFUSED_ACCESS = ["access_lost", "permission_denied"];

/** Expects that the method admits the caller. A read must also return a value. */
const expectAdmitted = (result: unknown, isRead: boolean) =>
  isRead
    ? expect(result).toMatchObject({ ok: true })
    : expect(result).not.toMatchObject({ problem: { code: expect.toBeOneOf(REFUSED_ACCESS) } });

/** Checks that a method checks the caller's access on every call. {@link authorizationCases} tests the access rules. */
export function accessCases(system: BillingUnderTest, askAbout: (subject: Subject) => Question, isRead: boolean): void {
  const { billing, scene } = system;
  let ask: Question;
  let accountId: number;
  let contactId: number;

  beforeAll(async () => {
    const owner = await newOwner(system);
    ({ accountId } = owner.query);
    ask = askAbout(await subjectOf(system, owner));
    contactId = await scene.login();
  });
  const answerTo = (loginId: number, ...needed: Permission[]) => ask(billing, asks(loginId, accountId, ...needed));

  test("a contact needs every permission that the call requires, on each call", async () => {
    await scene.grant(contactId, accountId, ["domains"]);
    expect(await answerTo(contactId, "domains", "orders")).toEqual(denied("orders"));
    await scene.grant(contactId, accountId, ["domains", "orders"]);
    expectAdmitted(await answerTo(contactId, "domains", "orders"), isRead);
    await scene.grant(contactId, accountId, []);
    expect(await answerTo(contactId, "domains")).toEqual(denied("domains"));
  });

  test("refuses a removed login, another customer's login and an unknown login", async () => {
    await scene.grant(contactId, accountId, PERMISSIONS);
    await scene.revoke(contactId, accountId);
    for (const login of [contactId, LOGINS.big, 99_999_999]) expect(await answerTo(login), `${login}`).toEqual(LOST);
  });
}

/** Checks the access rules with a method that only checks access. */
export function authorizationCases(system: BillingUnderTest): void {
  const { billing, scene } = system;
  const answer = (loginId: number, account: number, ...needed: Permission[]) =>
    QUESTIONS.authorize(billing, asks(loginId, account, ...needed));
  let accountId: number;
  let ownerId: number;
  let contactId: number;

  beforeAll(async () => {
    ({ accountId, loginId: ownerId } = (await newOwner(system)).query);
  });

  describe("a contact", () => {
    beforeEach(async () => {
      contactId = await scene.login();
    });
    const grant = (held: readonly Permission[]) => scene.grant(contactId, accountId, held);
    const answerTo = (...needed: Permission[]) => answer(contactId, accountId, ...needed);

    test("needs each required permission and no other, and none if none is required", async () => {
      for (const permission of PERMISSIONS) {
        await grant(PERMISSIONS.filter((other) => other !== permission));
        expect(await answerTo(permission), permission).toEqual(denied(permission));
        await grant([permission]);
        for (const needed of [[permission], []]) expectAdmitted(await answerTo(...needed), true);
      }
    });

    test("loses access when its login is deleted", async () => {
      await grant(PERMISSIONS);
      await scene.removeLogin(contactId);
      expect(await answerTo("domains")).toEqual(LOST);
    });

    test("has every permission while it is the owner, and only its granted permissions afterwards", async () => {
      await scene.grant(contactId, accountId, "owner");
      expectAdmitted(await answerTo(...PERMISSIONS), true);
      await grant(["tickets"]);
      expect(await answerTo("orders")).toEqual(denied("orders"));
      expectAdmitted(await answerTo("tickets"), true);
    });
  });

  test("gives the owner every permission", async () => {
    expectAdmitted(await answer(ownerId, accountId, ...PERMISSIONS), true);
  });

  test.each<[string, () => [loginId: number, accountId: number]]>([
    ["the owner on another customer's account", () => [ownerId, 1005]],
    ["a contact on the owner's other account", () => [LOGINS.contact, 1002]],
    ["a login on an account that does not exist", () => [ownerId, 99_999_999]],
    ["a login id and an account id that are swapped", () => [accountId, ownerId]],
  ])("refuses %s, whatever the required permissions are", async (_, who) => {
    expect(await answer(...who())).toEqual(LOST);
    expect(await answer(...who(), ...PERMISSIONS)).toEqual(LOST);
  });
}
