import { beforeEach, describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission, type ResourceLimit } from "../../shared/billing-contract/actor.ts";
import type { DomainList, ServiceList } from "../../shared/billing-contract/customer.ts";
import { ACTING_QUESTIONS, asks, LOGINS, QUESTIONS } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const TESTED = 77;
const ACCOUNT = { id: 1001, name: "Studio Ana Inc.", currency: "CAD" };
const denied = (permission: string) => ({ ok: false, problem: { code: "permission_denied", permission } });
const LOST = { ok: false, problem: { code: "access_lost" } };

const { billing, sql, owner } = await seededBilling();

/** A login that manages account 1001 with these permissions, in place of the one before. */
async function grant(permissions: readonly Permission[]): Promise<void> {
  await sql.run("DELETE FROM logins WHERE id = ?", TESTED);
  await sql.run(
    "INSERT INTO logins SELECT ?, 'tested@maple.example', language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism, NULL, NULL FROM logins WHERE id = ?",
    TESTED,
    LOGINS.contact,
  );
  await sql.run("INSERT INTO account_logins VALUES (?, 1001, 0)", TESTED);
  for (const permission of permissions) {
    await sql.run("INSERT INTO account_login_permissions VALUES (?, 1001, ?)", TESTED, permission);
  }
}

describe.each(Object.entries({ ...QUESTIONS, ...ACTING_QUESTIONS }))("%s", (_, ask) => {
  beforeEach(() => grant([]));
  const answer = (loginId: number, accountId: number, ...permissions: Permission[]) =>
    ask(billing, asks(loginId, accountId, ...permissions));

  test("each permission is needed when it is asked for, and enough", async () => {
    for (const permission of PERMISSIONS) {
      await grant(PERMISSIONS.filter((other) => other !== permission));
      expect(await answer(TESTED, 1001, permission), permission).toEqual(denied(permission));
      await grant([permission]);
      expect(await answer(TESTED, 1001, permission), permission).toMatchObject({ ok: true });
    }
  });

  test("all of several permissions are needed; what needs none may be asked without any", async () => {
    expect(await answer(TESTED, 1001)).toMatchObject({ ok: true });
    await grant(["domains", "orders"]);
    expect(await answer(TESTED, 1001, "orders", "domains")).toMatchObject({ ok: true });
    expect(await answer(TESTED, 1001, "orders", "domains", "managedomains")).toEqual(denied("managedomains"));
  });

  test("the owner holds every permission without being given any", async () => {
    expect(await answer(LOGINS.owner, 1001, ...PERMISSIONS)).toMatchObject({ ok: true });
  });

  test.each([
    ["another customer's login", LOGINS.big, 1001],
    ["the contact on the owner's other account", LOGINS.contact, 1002],
    ["a login on an account that does not exist", LOGINS.owner, 9999],
    ["a login that does not exist", 9999, 1001],
    ["two ids the wrong way round", 1001, LOGINS.owner],
  ])("%s has no access, whatever the permissions", async (_case, loginId, accountId) => {
    expect(await answer(loginId, accountId)).toEqual(LOST);
    expect(await answer(loginId, accountId, ...PERMISSIONS)).toEqual(LOST);
  });

  test("what is taken away is gone with the next question", async () => {
    await grant(["domains"]);
    expect(await answer(TESTED, 1001, "domains")).toMatchObject({ ok: true });
    await sql.run("DELETE FROM account_login_permissions WHERE login_id = ?", TESTED);
    expect(await answer(TESTED, 1001, "domains")).toEqual(denied("domains"));
  });

  test.each([
    ["is taken off the account", "DELETE FROM account_logins WHERE login_id = ?"],
    ["is removed", "DELETE FROM logins WHERE id = ?"],
  ])("a login that %s has lost its access", async (_case, statement) => {
    await grant(PERMISSIONS);
    await sql.run(statement, TESTED);
    expect(await answer(TESTED, 1001)).toEqual(LOST);
  });
});

test("the answer names the account", async () => {
  expect(await billing.authorize(asks(LOGINS.contact, 1001, "tickets"))).toEqual({ ok: true, value: ACCOUNT });
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    if (!name.startsWith("list")) continue;
    expect(await ask(billing, asks(LOGINS.owner, 1001))).toMatchObject({ ok: true, value: { account: ACCOUNT } });
  }
});

const LISTS = {
  listServices: (limit: object) =>
    billing.listServices(owner.query, { status: "all", limit: 100, ...limit } as ServiceList),
  listDomains: (limit: object) =>
    billing.listDomains(owner.query, { status: "all", limit: 100, ...limit } as DomainList),
};

describe.each(Object.entries<(limit: object) => Promise<unknown>>(LISTS))("%s within a limit", (_, list) => {
  test.each<ResourceLimit>([
    { kind: "account" },
    { kind: "service", id: 2101 },
    { kind: "domain", name: "studio-ana.ca" },
  ])("a limit to $kind under the member's name of the version before is the same limit", async (limit) => {
    const page = await list({ reach: limit });
    expect(page).toMatchObject({ ok: true });
    expect(page).toEqual(await list({ within: limit }));
  });

  test.each([
    ["without a limit", {}],
    ["with a limit of a kind that is unknown here", { within: { kind: "line", id: "web-hosting" } }],
  ])("a list %s is refused, not answered whole", async (_case, limit) => {
    expect(await list(limit)).toEqual({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } });
  });
});
