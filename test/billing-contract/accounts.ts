import { describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../../shared/billing-contract/call.ts";
import { asks, CALL, EVERYTHING, LOGINS, QUESTIONS, valueIn } from "./questions.ts";
import { type BillingUnderTest, newOwner } from "./scene.ts";

const STUDIO = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };
const EUROPE = { id: 1002, name: "Ana Europe SARL", currency: "EUR" };

export function accountCases(system: BillingUnderTest): void {
  test("returns an account with its balance, and only the fields of its type", async () => {
    const account = {
      name: "Érable & Fils «Inc.»",
      email: "office@erable.example",
      currency: "USD",
      credit: 2501,
    } as const;
    const { query } = await newOwner(system, { ...account, country: "US" });
    expect(await valueIn(system.billing.readAccount(query))).toEqual({
      id: query.accountId,
      name: account.name,
      currency: "USD",
      company: account.name,
      email: "office@erable.example",
      country: "US",
      creditBalance: 2501,
    });
  });

  test("returns a person's account with the person's name and no company", async () => {
    const { query } = await newOwner(system, { name: "Ana Tremblay", isPerson: true });
    const person = { name: "Ana Tremblay", company: null, creditBalance: 0 };
    expect(await valueIn(system.billing.readAccount(query))).toMatchObject(person);
  });
}

/** Checks that each result about an account contains the account. */
export function referenceCases(system: BillingUnderTest): void {
  test("authorize, readService and every list return the account that they concern", async () => {
    const { query } = await newOwner(system, { name: "Named Inc.", currency: "EUR" });
    const account = { id: query.accountId, name: "Named Inc.", currency: "EUR" };
    expect(await valueIn(system.billing.authorize(query))).toEqual(account);
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      if (!name.startsWith("list") && name !== "readService") continue;
      expect(await ask(system.billing, query), name).toMatchObject({ ok: true, value: { account } });
    }
  });
}

export function managedAccountCases(system: BillingUnderTest): void {
  const { billing, scene } = system;
  const accountsOf = (login: number) => valueIn(billing.listManagedAccounts({ ...CALL, loginId: login }));

  test("lists accounts by id and states whether the login owns them", async () => {
    const loginId = await scene.login();
    const [first, second, third] = [
      await scene.account({ name: "First" }),
      await scene.account({ name: "Second", currency: "EUR" }),
      await scene.account({ name: "Third", currency: "USD" }),
    ];
    await scene.grant(loginId, third, "owner");
    await scene.grant(loginId, first, ["domains"]);
    await scene.grant(loginId, second, []);
    expect(await accountsOf(loginId)).toMatchObject([
      { id: first, name: "First", currency: "CAD", owner: false },
      { id: second, name: "Second", currency: "EUR", owner: false },
      { id: third, name: "Third", currency: "USD", owner: true },
    ]);
    await scene.revoke(loginId, first);
    expect((await accountsOf(loginId)).map(({ id }) => id)).toEqual([second, third]);
  });

  test("lists no account for a login that manages none, is deleted or never existed", async () => {
    const loginId = await scene.login();
    expect(await accountsOf(loginId)).toEqual([]);
    await scene.grant(loginId, await scene.account(), "owner");
    await scene.removeLogin(loginId);
    expect(await accountsOf(loginId)).toEqual([]);
    expect(await accountsOf(99_999_999)).toEqual([]);
  });
}

export function holdingCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  test("gives the owner every permission, and a contact only those that were granted", async () => {
    const [accountId, ownerId, contactId] = [
      await scene.account({ name: "Held" }),
      await scene.login(),
      await scene.login(),
    ];
    const given: Permission[] = ["domains", "tickets"];
    await scene.grant(ownerId, accountId, "owner");
    await scene.grant(contactId, accountId, given);
    const account = { id: accountId, name: "Held", currency: "CAD" };
    const holding = (loginId: number) => valueIn(billing.readHolding(asks(loginId, accountId)));
    expect(await holding(ownerId)).toEqual({ ...account, owner: true, permissions: [...PERMISSIONS] });
    expect(await holding(contactId)).toEqual({ ...account, owner: false, permissions: given });
    await scene.grant(contactId, accountId, []);
    expect(await holding(contactId)).toEqual({ ...account, owner: false, permissions: [] });
  });

  test.each<[string, number, number]>([
    ["another customer's account", LOGINS.big, 1001],
    ["an account that does not exist", LOGINS.big, 99_999_999],
    ["a login that does not exist", 99_999_999, 1001],
  ])("returns null for %s", async (_, loginId, accountId) => {
    expect(await valueIn(billing.readHolding(asks(loginId, accountId)))).toBeNull();
  });

  test("returns null once the login is removed from the account", async () => {
    const [accountId, loginId] = [await scene.account(), await scene.login()];
    await scene.grant(loginId, accountId, "owner");
    expect(await valueIn(billing.readHolding(asks(loginId, accountId)))).not.toBeNull();
    await scene.revoke(loginId, accountId);
    expect(await valueIn(billing.readHolding(asks(loginId, accountId)))).toBeNull();
  });
}

export function consentCases(system: BillingUnderTest): void {
  const { billing, scene } = system;
  const factsOf = (loginId: number, accountId: number | null, limit = 10, kinds = ["domains", "services"]) => {
    const listed = (kind: string) =>
      kinds.includes(kind) ? ({ status: "active", within: EVERYTHING, limit } as const) : null;
    const query = { accountId, domains: listed("domains"), services: listed("services") };
    return valueIn(billing.readConsentFacts({ ...CALL, loginId }, query));
  };

  test("returns the same data as the separate reads, for the only account or the chosen one", async () => {
    const owner = await newOwner(system);
    const { loginId, accountId } = owner.query;
    for (const name of [`a-${accountId}.ca`, `b-${accountId}.ca`]) await scene.domain(accountId, { name });
    await scene.service(accountId);
    const accounts = await valueIn(billing.listManagedAccounts({ ...CALL, loginId }));
    const holding = await valueIn(billing.readHolding(owner.query));
    const [domains, services] = [await owner.domains({ status: "active" }), await owner.services({ status: "active" })];
    const chosen = { holding, domains: { items: domains, more: false }, services: { items: services, more: false } };
    for (const id of [null, accountId]) expect(await factsOf(loginId, id)).toEqual({ accounts, chosen });
    const [first] = domains;
    expect((await factsOf(loginId, null, 1)).chosen?.domains).toEqual({ items: [first], more: true });

    for (const [kinds, lists] of [
      [[], { domains: null, services: null }],
      [["domains"], { ...chosen, services: null }],
    ] as const) {
      expect((await factsOf(loginId, null, 10, [...kinds])).chosen, "lists that are wanted").toEqual({
        holding,
        ...lists,
      });
    }

    const secondId = await scene.account();
    await scene.grant(loginId, secondId, "owner");
    expect(await factsOf(loginId, null)).toMatchObject({ accounts: { length: 2 }, chosen: null });
    expect((await factsOf(loginId, secondId)).chosen).toMatchObject({
      holding: { id: secondId },
      domains: { items: [] },
    });
  });

  test("leaves a list empty if the login cannot read it, and chooses no account that the login does not manage", async () => {
    const owner = await newOwner(system);
    const { accountId } = owner.query;
    await scene.domain(accountId, { name: `seen-${accountId}.ca` });
    await scene.service(accountId);
    const contactId = await scene.login();
    for (const other of [accountId, await scene.account()]) await scene.grant(contactId, other, ["domains"]);
    const { chosen } = await factsOf(contactId, accountId);
    expect(chosen?.domains?.items).toHaveLength(1);
    expect(chosen?.services).toEqual({ items: [], more: false });
    expect((await factsOf(contactId, 1001)).chosen).toBeNull();
    expect(await factsOf(99_999_999, accountId)).toEqual({ accounts: [], chosen: null });
  });
}

export function recipientCases(system: BillingUnderTest): void {
  const { billing, scene } = system;
  const recipients = (loginId: number, accountId: number) =>
    valueIn(billing.readRecipients({ ...CALL, loginId, accountId }));

  describe("the recipients of e-mails about an account", () => {
    const people = async () => {
      const accountId = await scene.account({ email: "office@maple.example", language: "fr" });
      const owner = { email: `owner-${accountId}@maple.example`, language: "en" } as const;
      const contact = { email: `contact-${accountId}@maple.example`, language: "fr" } as const;
      const [ownerId, contactId] = [await scene.login(owner), await scene.login(contact)];
      await scene.grant(ownerId, accountId, "owner");
      await scene.grant(contactId, accountId, ["domains"]);
      return { accountId, ownerId, contactId, owner, contact };
    };

    test("are the owner and the calling login, each in its own language", async () => {
      const { accountId, ownerId, contactId, owner, contact } = await people();
      expect(await recipients(contactId, accountId)).toEqual({ owner, login: contact });
      expect(await recipients(ownerId, accountId)).toEqual({ owner, login: owner });
    });

    test("include a login that has lost its access", async () => {
      const { accountId, contactId, owner, contact } = await people();
      await scene.revoke(contactId, accountId);
      expect(await recipients(contactId, accountId)).toEqual({ owner, login: contact });
    });

    test("do not include a deleted or unknown login", async () => {
      const { accountId, ownerId, contactId, owner, contact } = await people();
      expect(await recipients(99_999_999, accountId)).toEqual({ owner, login: null });
      expect(await recipients(contactId, 99_999_999)).toMatchObject({ owner: null, login: { email: contact.email } });
      await scene.removeLogin(contactId);
      expect(await recipients(contactId, accountId)).toEqual({ owner, login: null });
      await scene.removeLogin(ownerId);
      expect(await recipients(ownerId, accountId)).toEqual({ owner: null, login: null });
    });
  });
}

/** Checks that a billing system has the demonstration's customers. */
export function demonstrationCases({ billing }: BillingUnderTest): void {
  test("the demonstration's owner owns account 1002, and its contact has two permissions on account 1001", async () => {
    expect(await valueIn(billing.readHolding(asks(LOGINS.owner, 1002)))).toMatchObject({ ...EUROPE, owner: true });
    const held = { ...STUDIO, owner: false, permissions: ["domains", "tickets"] };
    expect(await valueIn(billing.readHolding(asks(LOGINS.contact, 1001)))).toEqual(held);
  });
}
