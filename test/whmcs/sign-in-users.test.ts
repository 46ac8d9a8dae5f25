import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { OPEN_ID_DEFAULTS } from "../../dev/whmcs/open-id/provider.ts";
import { seededState } from "../../dev/whmcs/seed.ts";
import type { WhmcsUser } from "../../dev/whmcs/state.ts";
import { keepLogin } from "../../workers/billing-whmcs/sign-in/logins.ts";
import { sqliteD1 } from "../engine/support/sqlite-d1.ts";
import { Customer, end, watchLog } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const NOT_ACCEPTED = { outcome: "refused", reason: "not_accepted" };
const signedIn = (id: number) => ({ outcome: "signed_in", login: { id } });

const whmcs = await startWhmcs();
const { simulator, billing, db } = whmcs;
const { options } = simulator.openId;
const log = watchLog();

beforeEach(() => {
  log.since();
});
afterEach(async () => {
  Object.assign(options, OPEN_ID_DEFAULTS);
  Object.assign(simulator.state, seededState(new Date()));
  await db.prepare("DELETE FROM logins").run();
});
afterAll(() => whmcs.stop());

const signIn = (name: ConstructorParameters<typeof Customer>[1]) => new Customer(whmcs, name).signIn();
const events = () => log.since().map(({ event }) => event);
const accountsOf = async (loginId: number) => {
  const read = await billing.listManagedAccounts(loginId);
  return read.ok ? read.value.map(({ id, owner }) => ({ id, owner })) : read.problem.code;
};

function userOf(id: number): WhmcsUser {
  const user = simulator.state.users.find((candidate) => candidate.id === id);
  if (!user) throw new Error(`there is no user ${id}`);
  return user;
}

/** A further user of the installation, who manages no account. */
function addUser(id: number, email: string): void {
  simulator.state.users.push({
    ...userOf(11),
    id,
    email,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
  });
}

function contactAddress(accountId: number, email: string): void {
  const client = simulator.state.clients.find(({ id }) => id === accountId);
  if (client) client.email = email;
}

describe("which user it is", () => {
  test("a colleague is themselves, with their own permissions", async () => {
    expect(await signIn("contact")).toMatchObject(signedIn(12));
    expect(await accountsOf(12)).toEqual([{ id: 1001, owner: false }]);
    const held = await billing.readHolding(12, 1001);
    expect(held).toMatchObject({ value: { owner: false, permissions: ["domains", "tickets"] } });
  });

  test("whether there is an account is told along; closed ones are none", async () => {
    const { clients } = simulator.state;
    expect(await signIn("contact")).toMatchObject({ hasAccounts: true });
    for (const client of clients) client.status = "Closed";
    // What was read a moment ago is kept by this isolate, and by no other.
    const { billing: fresh } = whmcs.again();
    expect(await new Customer(whmcs, "contact").signIn(fresh)).toMatchObject({ ...signedIn(12), hasAccounts: false });
    simulator.state.memberships = [];
    expect(await signIn("contact")).toMatchObject({ ...signedIn(12), hasAccounts: false });
  });

  test("whether there is an account is left open where WHMCS does not tell", async () => {
    await signIn("contact");
    const { billing: fresh } = whmcs.again();
    simulator.faults.plan({ kind: "html_500" }, { action: "GetClientsDetails", times: 1 });
    const ended = await new Customer(whmcs, "contact").signIn(fresh);
    expect(ended).toEqual({ outcome: "signed_in", login: expect.objectContaining({ id: 12 }) });
  });

  test("a longer address that begins the same is another user's", async () => {
    addUser(21, "owner@maple.example.net");
    expect(await signIn("owner")).toMatchObject(signedIn(11));
  });

  test("an address that differs in a letter beyond ASCII alone is another one", async () => {
    addUser(21, "owner@mapl\u212Aexample.example");
    options.userInfo = { email: "owner@maplkexample.example" };
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
  });

  test("an address that becomes another's only with its letters decoded is not the other's", async () => {
    // Allowed in an address: an entity without its semicolon.
    addUser(21, "owne&#114@maple.example");
    Object.assign(userOf(21), { firstName: "owner@maple.example" });
    expect(await signIn("owner")).toMatchObject(signedIn(11));
    userOf(11).email = "r&reg@maple.example";
    contactAddress(1001, "r&reg@maple.example");
    const customer = new Customer(whmcs, "owner");
    customer.email = "r&reg@maple.example";
    expect(await customer.signIn()).toMatchObject({ login: { id: 11, email: "r&reg@maple.example" } });
  });

  test("an address that two users have is nobody's", async () => {
    addUser(21, "Owner@Maple.example");
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_user_unknown"]);
  });

  test("an address that no user has is nobody's", async () => {
    options.userInfo = { email: "billing@maple.example" };
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_user_unknown"]);
  });

  test.each(["user_uuid", "user_id"] as const)("the subject may be the user's: %s", async (subject) => {
    options.subject = subject;
    expect(await signIn("owner")).toMatchObject(signedIn(11));
    expect(await signIn("contact")).toMatchObject(signedIn(12));
  });

  test("a number that is another user's", async () => {
    options.subject = "user_id";
    options.userInfo = { email: "owner@maple.example" };
    expect(await signIn("contact")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_subject_is_account"]);
  });
});

describe("an e-mail address", () => {
  test("that is not verified links nobody", async () => {
    userOf(11).isEmailVerified = false;
    const { billing: declared } = whmcs.again({ WHMCS_EMAILS_ARE_VERIFIED: "true" });
    expect(await new Customer(whmcs, "owner").signIn(declared)).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_email_unverified"]);
  });

  test("of which nothing is said links nobody, unless the setting says that they are verified", async () => {
    options.hasEmailVerified = false;
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
    const { billing: declared } = whmcs.again({ WHMCS_EMAILS_ARE_VERIFIED: "true" });
    expect(await new Customer(whmcs, "owner").signIn(declared)).toMatchObject(signedIn(11));
    expect(await signIn("owner")).toMatchObject(signedIn(11));
  });

  test.each([[1], ["1"], ["true"], ["on"]])("that is verified as %j says links its user", async (spelled) => {
    options.userInfo = { email_verified: spelled };
    expect(await signIn("owner")).toMatchObject(signedIn(11));
  });

  test.each([[0], ["0"], ["false"], [""]])("that is not verified as %j says links nobody", async (spelled) => {
    options.userInfo = { email_verified: spelled };
    const { billing: declared } = whmcs.again({ WHMCS_EMAILS_ARE_VERIFIED: "true" });
    expect(await new Customer(whmcs, "owner").signIn(declared)).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_email_unverified"]);
  });

  test("of which null is said counts as one of which nothing is", async () => {
    options.userInfo = { email_verified: null };
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_email_unverified"]);
    const { billing: declared } = whmcs.again({ WHMCS_EMAILS_ARE_VERIFIED: "true" });
    expect(await new Customer(whmcs, "owner").signIn(declared)).toMatchObject(signedIn(11));
  });

  test("that has changed is found again, before the next sign-in and by it", async () => {
    expect(await signIn("owner")).toMatchObject(signedIn(11));
    userOf(11).email = "ana@maple.example";
    expect(await accountsOf(11)).toEqual([
      { id: 1001, owner: true },
      { id: 1002, owner: true },
    ]);
    const customer = new Customer(whmcs, "owner");
    customer.email = "ana@maple.example";
    expect(await customer.signIn()).toMatchObject({ login: { id: 11, email: "ana@maple.example" } });
  });

  test("that was somebody else's before opens nothing of theirs", async () => {
    expect(await signIn("owner")).toMatchObject(signedIn(11));
    userOf(11).email = "ana@maple.example";
    addUser(21, "owner@maple.example");
    // Still the contact address of accounts that the new user does not manage.
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
    contactAddress(1001, "ana@maple.example");
    contactAddress(1002, "ana@maple.example");
    expect(await signIn("owner")).toMatchObject(signedIn(21));
    expect(await accountsOf(21)).toEqual([]);
    expect(await accountsOf(11)).toHaveLength(2);
  });
});

describe("a subject and a user are pinned to each other", () => {
  test("the subject, with another user's address", async () => {
    await signIn("contact");
    options.userInfo = { email: "owner@maple.example" };
    expect(await signIn("contact")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_subject_moved"]);
  });

  test("the user, with another subject, in another isolate", async () => {
    await signIn("owner");
    Object.assign(options, { claims: { sub: "another" }, userInfo: { sub: "another" } });
    const { billing: other } = whmcs.again();
    expect(await new Customer(whmcs, "owner").signIn(other)).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_subject_moved"]);
  });

  test("of two that come first at the same time, one is", async () => {
    const fresh = sqliteD1(readFileSync("workers/billing-whmcs/migrations/0001_start.sql", "utf8"));
    const login = { id: 11, email: "owner@maple.example", language: "en" as const };
    const keep = (id: number, subject: string | null) =>
      keepLogin(fresh, { ...login, id }, subject, { id, email: login.email, clients: [] });
    expect(await Promise.all([keep(11, "one"), keep(11, "other")])).toEqual([true, false]);
    expect(await Promise.all([keep(12, "two"), keep(13, "two")])).toEqual([true, false]);
    // The addon's sign-in pins nothing and takes nothing away.
    expect([await keep(11, null), await keep(11, "other"), await keep(11, "one")]).toEqual([true, false, true]);
    expect([await keep(14, null), await keep(14, "one"), await keep(14, "four")]).toEqual([true, false, true]);
  });
});

describe("an installation whose tokens are the account's, although the setting says the user's", () => {
  test.each(["owner", "contact"] as const)("%s is not told from the others of the account", async (name) => {
    Object.assign(options, { subject: "client_uuid", givesAccountEmail: true });
    expect(await signIn(name)).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_subject_is_account"]);
  });

  test("a colleague whose own address is given is not signed in by the account's subject", async () => {
    options.subject = "client_uuid";
    expect(await signIn("contact")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_subject_is_account"]);
  });

  test.each([null, undefined])(
    "a subject that cannot be compared with the account's, whose uuid is %s, links nobody",
    async (uuid) => {
      options.subject = "client_uuid";
      const change = (members: Record<string, unknown>) => ({
        ...members,
        uuid,
        client: { ...(members.client as Record<string, unknown>), uuid },
      });
      simulator.faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
      expect(await signIn("owner")).toBe(5);
      expect(events()).toEqual(["billing_answer_unread"]);
      options.subject = "user_id";
      expect(await signIn("owner")).toMatchObject(signedIn(11));
      simulator.faults.clear();
    },
  );

  test("a subject in another spelling is still the account's", async () => {
    const uuid = simulator.state.clients
      .find(({ id }) => id === 1001)
      ?.uuid.replaceAll("-", "")
      .toUpperCase();
    Object.assign(options, { claims: { sub: uuid }, userInfo: { sub: uuid } });
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
  });

  test.each(["client_uuid", "user_uuid"] as const)(
    "a stranger's address in one's own account's contact field opens nobody's account: %s",
    async (subject) => {
      Object.assign(options, { subject, givesAccountEmail: true });
      contactAddress(1004, "Totp@maple.example");
      expect(await signIn("nocard")).toEqual(NOT_ACCEPTED);
      expect(events()).toEqual(["sign_in_address_is_contact"]);
      expect(await db.prepare("SELECT count(*) AS n FROM logins").first("n")).toBe(0);
    },
  );

  test("a stranger's address opens nothing of a customer who has signed in before, and does not keep them out", async () => {
    expect(await signIn("totp")).toMatchObject(signedIn(13));
    contactAddress(1004, "totp@maple.example");
    expect(await signIn("totp")).toMatchObject(signedIn(13));
    options.givesAccountEmail = true;
    expect(await signIn("nocard")).toEqual(NOT_ACCEPTED);
  });

  test("a colleague does not become the owner who has signed in before", async () => {
    options.givesAccountEmail = true;
    expect(await signIn("owner")).toMatchObject(signedIn(11));
    expect(await signIn("contact")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_subject_moved"]);
  });

  test("a login of too many accounts is not linked", async () => {
    for (let id = 2_001; id <= 2_020; id++) {
      simulator.state.memberships.push({ userId: 11, clientId: id, isOwner: true, permissions: [] });
    }
    expect(await signIn("owner")).toEqual(NOT_ACCEPTED);
    expect(events()).toEqual(["sign_in_too_many_accounts"]);
  });

  test("a first sign-in waits where the accounts cannot be asked, or one of them does not read", async () => {
    simulator.faults.plan({ kind: "html_500" }, { action: "GetClients", times: 1 });
    expect(await signIn("owner")).toBe(5);
    const unread = {
      clients: { client: [{ id: "?", email: "owner@maple.example" }] },
      totalresults: 1,
      numreturned: 1,
    };
    const change = (members: Record<string, unknown>) => ({ ...members, ...unread });
    simulator.faults.plan({ kind: "changed", change }, { action: "GetClients", times: 1 });
    expect(await signIn("owner")).toBe(5);
    expect(await signIn("owner")).toMatchObject(signedIn(11));
  });
});

describe.each(["", "account", "User", "client"])("where the subject is declared to be `%s`", (subject) => {
  const system = whmcs.again({ WHMCS_OIDC_SUBJECT: subject });

  test("the addon's page signs in", async () => {
    expect(await new Customer(whmcs, "contact").signIn(system.billing)).toMatchObject(signedIn(12));
    expect(await new Customer(whmcs, "totp").signIn(system.billing)).toMatchObject(signedIn(13));
  });

  test("a sign-in that began at the OpenID provider does not end", async () => {
    const back = await new Customer(whmcs, "owner").comeBack(billing);
    expect(await end(system.billing, back)).toEqual({ outcome: "expired" });
  });

  test("without the addon nobody is sent anywhere", async () => {
    const closed = whmcs.again({ WHMCS_OIDC_SUBJECT: subject, FRONTDESK_BRIDGE_KEY: "" });
    const begun = await closed.billing.beginSignIn({ returnTo: RETURN_TO, language: "en" });
    expect(begun).toEqual({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } });
    expect(events()).toEqual(["sign_in_closed"]);
  });
});

test("no line of the log has an address", () => {
  expect(log.all.length).toBeGreaterThan(20);
  expect(log.all.join("\n")).not.toMatch(/maple\.example/i);
});
