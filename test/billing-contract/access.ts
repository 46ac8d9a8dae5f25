import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../../shared/billing-contract/call.ts";
import { subjectOf } from "./acting/subjects.ts";
import { asks, LOGINS, QUESTIONS, type Question, type Subject } from "./questions.ts";
import { type BillingUnderTest, newOwner } from "./scene.ts";

const LOST = { ok: false, problem: { code: "access_lost" } };
const denied = (permission: Permission) => ({ ok: false, problem: { code: "permission_denied", permission } });
const REFUSED_ACCESS = ["access_lost", "permission_denied"];

/** Whoever is admitted is not refused for it; a question also has a value. */
const expectAdmitted = (result: unknown, isRead: boolean) =>
  isRead
    ? expect(result).toMatchObject({ ok: true })
    : expect(result).not.toMatchObject({ problem: { code: expect.toBeOneOf(REFUSED_ACCESS) } });

/** Each method asks who may, anew for each call; the rules themselves are those of {@link authorizationCases}. */
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

  test("a contact needs all permissions that are asked for, from one call to the next", async () => {
    await scene.grant(contactId, accountId, ["domains"]);
    expect(await answerTo(contactId, "domains", "orders")).toEqual(denied("orders"));
    await scene.grant(contactId, accountId, ["domains", "orders"]);
    expectAdmitted(await answerTo(contactId, "domains", "orders"), isRead);
    await scene.grant(contactId, accountId, []);
    expect(await answerTo(contactId, "domains")).toEqual(denied("domains"));
  });

  test("a login that was taken off the account, one of another customer and one that is none have no access", async () => {
    await scene.grant(contactId, accountId, PERMISSIONS);
    await scene.revoke(contactId, accountId);
    for (const login of [contactId, LOGINS.big, 99_999_999]) expect(await answerTo(login), `${login}`).toEqual(LOST);
  });
}

/** Who may do what, of a method that does nothing else. */
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

    test("needs each permission that is asked for, and no other; none where none is asked for", async () => {
      for (const permission of PERMISSIONS) {
        await grant(PERMISSIONS.filter((other) => other !== permission));
        expect(await answerTo(permission), permission).toEqual(denied(permission));
        await grant([permission]);
        for (const needed of [[permission], []]) expectAdmitted(await answerTo(...needed), true);
      }
    });

    test("that is removed has lost its access", async () => {
      await grant(PERMISSIONS);
      await scene.removeLogin(contactId);
      expect(await answerTo("domains")).toEqual(LOST);
    });

    test("that becomes the owner holds everything, and is held to its permissions again afterwards", async () => {
      await scene.grant(contactId, accountId, "owner");
      expectAdmitted(await answerTo(...PERMISSIONS), true);
      await grant(["tickets"]);
      expect(await answerTo("orders")).toEqual(denied("orders"));
      expectAdmitted(await answerTo("tickets"), true);
    });
  });

  test("the owner holds every permission without being given any", async () => {
    expectAdmitted(await answer(ownerId, accountId, ...PERMISSIONS), true);
  });

  test.each<[string, () => [loginId: number, accountId: number]]>([
    ["the owner on another customer's account", () => [ownerId, 1005]],
    ["a contact on the owner's other account", () => [LOGINS.contact, 1002]],
    ["a login on an account that does not exist", () => [ownerId, 99_999_999]],
    ["two ids the wrong way round", () => [accountId, ownerId]],
  ])("%s has no access, whatever the permissions", async (_, who) => {
    expect(await answer(...who())).toEqual(LOST);
    expect(await answer(...who(), ...PERMISSIONS)).toEqual(LOST);
  });
}
