import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { PERMISSIONS } from "../../shared/billing-contract/call.ts";
import { keepLogin } from "../../workers/billing-whmcs/accounts/logins.ts";
import { ALL, answered, CALL, COLLEAGUE, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs();
const { billing, simulator } = whmcs;
const { state, faults } = simulator;
const stored = structuredClone(state);

afterAll(() => whmcs.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  faults.clear();
  Object.assign(state, structuredClone(stored));
  await whmcs.db.prepare("DELETE FROM logins").run();
});

type Row = Record<string, unknown>;

const ACCESS_LOST = { ok: false, problem: { code: "access_lost" } };
const denied = (permission: string) => ({ ok: false, problem: { code: "permission_denied", permission } });

describe("the permissions of a colleague", () => {
  test.each([[["domains", "tickets"]], [[]], [[...PERMISSIONS]]])(
    "are those of WHMCS's table: %j",
    async (permissions) => {
      for (const membership of state.memberships)
        if (membership.userId === 12) membership.permissions = [...permissions, "root", "Domains", "__proto__"];
      const lines = logLines();
      expect(answered(await billing.readHolding(COLLEAGUE))?.permissions.toSorted()).toEqual(permissions.toSorted());
      const decided = await billing.authorize({ ...COLLEAGUE, permissions: ["tickets"] });
      expect(decided).toMatchObject(permissions.includes("tickets") ? { ok: true } : denied("tickets"));
      expect(lines).toEqual([]);
    },
  );

  test("that the table has not, and WHMCS's API tells, grant nothing, and are logged", async () => {
    const lines = logLines();
    const [other] = state.memberships.filter(({ userId }) => userId === 12);
    state.memberships = state.memberships.filter(({ userId }) => userId !== 12);
    const users = { user: [{ id: 12, email: "contact@maple.example", is_owner: 0 }] };
    const change = (members: Row) => ({ ...members, users, client: { ...(members.client as Row), users } });
    faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
    const body = JSON.stringify({ result: "success", permissions: { permission: other?.permissions } });
    faults.plan({ kind: "answer", status: 200, body }, { action: "GetUserPermissions" });
    expect(await billing.authorize({ ...COLLEAGUE, permissions: ["tickets"] })).toEqual(denied("tickets"));
    expect(lines).toContainEqual({ request_id: CALL.requestId, event: "billing_permissions_unread", account: 1001 });
  });

  test("the owner holds all, whatever the table says", async () => {
    for (const membership of state.memberships) if (membership.userId === 11) membership.permissions = [];
    const query = { ...OWNER, permissions: [...PERMISSIONS] };
    expect(await billing.authorize(query)).toMatchObject({ ok: true });
  });

  test.each(["yes", "owner", 2, "2", [], {}, undefined].map((isOwner) => ({ isOwner })))(
    "is_owner $isOwner makes nobody the owner",
    async ({ isOwner }) => {
      logLines();
      const change = (members: Row) => {
        const client = members.client as { users: { user: Row[] } };
        const user = client.users.user.map((row) => (row.id === 12 ? { ...row, is_owner: isOwner } : row));
        return { ...members, users: undefined, client: { ...client, users: { user } } };
      };
      faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
      const decided = await billing.authorize({ ...COLLEAGUE, permissions: ["invoices"] });
      // `yes` is one of the spellings of yes.
      if (isOwner === "yes") expect(decided).toMatchObject({ ok: true });
      else expect(decided).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    },
  );
});

describe("access is decided by what holds at the question", () => {
  test("a permission that is taken away is gone at the next question, and nothing of the data is answered", async () => {
    const query = { ...COLLEAGUE, permissions: ["domains" as const] };
    expect(await billing.listDomains(query, EVERYTHING)).toMatchObject({ ok: true });
    for (const membership of state.memberships) if (membership.userId === 12) membership.permissions = ["tickets"];
    expect(await billing.listDomains(query, EVERYTHING)).toEqual(denied("domains"));
  });

  test("a permission that is taken away between two pages of a list ends it", async () => {
    const query = { ...COLLEAGUE, permissions: ["domains" as const] };
    const { items, next } = answered(await billing.listDomains(query, { ...EVERYTHING, limit: 2 }));
    if (!next) throw new Error("there is no second page");
    expect(items).toHaveLength(2);
    for (const membership of state.memberships) if (membership.userId === 12) membership.permissions = ["tickets"];
    expect(await billing.listDomains(query, { ...EVERYTHING, limit: 2, after: next })).toEqual(denied("domains"));
  });

  test("reads at the same time are judged for each login", async () => {
    const { billing: other } = whmcs.again();
    faults.plan({ kind: "slow", ms: 50 }, { action: "GetClientsDetails" });
    const read = (loginId: number) => other.listInvoices({ ...OWNER, loginId, permissions: ["invoices"] }, ALL);
    const [owner, colleague, stranger] = await Promise.all([read(11), read(12), read(15)]);
    expect(owner).toMatchObject({ ok: true });
    expect([colleague, stranger]).toEqual([denied("invoices"), ACCESS_LOST]);
  });

  test("an owner who is no longer one has what is left", async () => {
    const query = { ...OWNER, permissions: ["invoices" as const] };
    expect(await billing.listInvoices(query, ALL)).toMatchObject({ ok: true });
    for (const membership of state.memberships) {
      if (membership.userId === 11) Object.assign(membership, { isOwner: false, permissions: ["domains"] });
    }
    expect(await billing.listInvoices(query, ALL)).toEqual(denied("invoices"));
    expect(await billing.authorize({ ...OWNER, permissions: ["domains"] })).toMatchObject({ ok: true });
    expect(answered(await billing.readHolding(OWNER))).toMatchObject({
      owner: false,
      permissions: ["domains"],
    });
  });

  test("a user who left, one who never was there, and an account that is not there", async () => {
    state.memberships = state.memberships.filter(({ userId }) => userId !== 12);
    expect(await billing.listTickets({ ...COLLEAGUE, permissions: ["tickets"] }, ALL)).toEqual(ACCESS_LOST);
    expect(await billing.authorize({ ...OWNER, loginId: 999 })).toEqual(ACCESS_LOST);
    expect(await billing.authorize({ ...OWNER, accountId: 999 })).toEqual(ACCESS_LOST);
    expect(await billing.readHolding(COLLEAGUE)).toEqual({ ok: true, value: null });
  });

  test("the last user of an account who left", async () => {
    state.memberships = state.memberships.filter(({ clientId }) => clientId !== 1003);
    expect(await billing.authorize({ ...CALL, loginId: 13, accountId: 1003, permissions: [] })).toEqual(ACCESS_LOST);
  });

  test("an answer that does not tell users takes nobody's access", async () => {
    logLines();
    const change = (members: Row) => {
      const { users: _, ...client } = members.client as Row;
      return { ...members, users: undefined, client };
    };
    faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
    expect(await billing.authorize(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
  });

  const none: [string, unknown][] = [
    ["empty text", ""],
    ["an empty list", []],
    ["an empty object", {}],
    ["null", null],
    ["an empty list under its item", { user: [] }],
    ["somebody else", { user: [{ id: 15, email: "big@maple.example", is_owner: 1 }] }],
  ];
  test.each(none)("a list of users that is %s for a moment takes nobody's access", async (_, users) => {
    const lines = logLines();
    const change = (members: Row) => ({ ...members, users, client: { ...(members.client as Row), users } });
    for (const actor of [OWNER, COLLEAGUE]) {
      expect(await billing.authorize(actor)).toMatchObject({ ok: true });
      faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
      const unavailable = { ok: false, problem: { code: "billing_unavailable" } };
      expect(await billing.authorize(actor)).toMatchObject(unavailable);
      expect(await billing.listDomains(actor, EVERYTHING)).toMatchObject(unavailable);
      expect(await billing.readHolding(actor)).toMatchObject(unavailable);
      expect(lines.splice(0)).toContainEqual(
        expect.objectContaining({ event: "billing_answer_unread", at: ["users"] }),
      );
      faults.clear();
      expect(await billing.authorize(actor)).toMatchObject({ ok: true });
    }
  });

  test("a user whose address does not read keeps nobody out, and gets no mail", async () => {
    for (const user of state.users) if (user.id === 11) user.email = "owner maple.example";
    expect(await billing.authorize(COLLEAGUE)).toMatchObject({ ok: true });
    expect(await billing.authorize(OWNER)).toMatchObject({ ok: true });
    expect(answered(await billing.readRecipients(COLLEAGUE))).toMatchObject({
      owner: null,
      login: { email: "contact@maple.example" },
    });
  });

  test.each(["Closed", "closed"])("an account with the status %s", async (status) => {
    await signedIn(11, "owner@maple.example", [1001, 1002]);
    for (const client of state.clients) if (client.id === 1001) client.status = status as "Closed";
    expect(await billing.readAccount(OWNER)).toEqual(ACCESS_LOST);
    expect(await billing.listServices(OWNER, EVERYTHING)).toEqual(ACCESS_LOST);
    expect(await billing.readHolding(OWNER)).toEqual({ ok: true, value: null });
    expect(answered(await billing.listManagedAccounts(OWNER))).toMatchObject([{ id: 1002 }]);
  });

  test("a refusal comes before a failure of the data, and a failure of the check before everything", async () => {
    logLines();
    for (const action of ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"])
      faults.plan({ kind: "error", text: "the database is locked" }, { action });
    const query = { ...COLLEAGUE, permissions: ["products" as const] };
    const fresh = () => whmcs.again().billing;
    expect(await fresh().listServices(query, EVERYTHING)).toEqual(denied("products"));
    expect(await fresh().readService(query, 2001)).toEqual(denied("products"));
    expect(await fresh().listDomains(query, EVERYTHING)).toEqual(denied("products"));
    expect(await fresh().listInvoices(query, ALL)).toEqual(denied("products"));
    expect(await fresh().listTickets(query, ALL)).toEqual(denied("products"));
    faults.clear();
    faults.plan({ kind: "html_500" }, { action: "GetClientsDetails" });
    const unchecked = await whmcs.again().billing.listServices(query, EVERYTHING);
    expect(unchecked).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
  });
});

/** Remembers a login as its last sign-in left it. */
async function signedIn(id: number, email: string, accounts: number[]): Promise<void> {
  const clients = accounts.map((account) => ({ id: account, isOwner: false }));
  await keepLogin(whmcs.db, { id, email, language: "en", clients });
}

const rememberedAddress = (id: number) =>
  whmcs.db.prepare("SELECT email FROM logins WHERE user_id = ?").bind(id).first<string>("email");

describe("the user of a login", () => {
  const accounts = async (id: number) =>
    answered(await billing.listManagedAccounts({ ...CALL, loginId: id })).map((account) => account.id);
  const changeAddress = (id: number, email: string) => {
    for (const user of state.users) if (user.id === id) user.email = email;
  };

  test("is found by its number, whatever its address is now", async () => {
    await signedIn(11, "owner@maple.example", [1001, 1002]);
    changeAddress(11, "new.owner@maple.example");
    expect(await accounts(11)).toEqual([1001, 1002]);
    expect(await rememberedAddress(11)).toBe("new.owner@maple.example");
  });

  test("is never taken for whoever has the address now", async () => {
    await signedIn(12, "contact@maple.example", [1001]);
    changeAddress(12, "moved@maple.example");
    changeAddress(15, "contact@maple.example");
    expect(await accounts(12)).toEqual([1001]);
    expect(await rememberedAddress(12)).toBe("moved@maple.example");
    state.users = state.users.filter(({ id }) => id !== 12);
    state.memberships = state.memberships.filter(({ userId }) => userId !== 12);
    expect(await accounts(12)).toEqual([]);
  });

  test("accounts come from what the user manages now, not from what is remembered", async () => {
    await signedIn(12, "contact@maple.example", [1001, 1005]);
    expect(await accounts(12)).toEqual([1001]);
    state.memberships.push({ userId: 12, clientId: 1003, isOwner: false, permissions: ["domains"] });
    expect(await accounts(12)).toEqual([1001, 1003]);
  });

  test("an error, an unread user or a page take no account away", async () => {
    logLines();
    await signedIn(11, "owner@maple.example", [1001, 1002]);
    const unavailable = { ok: false, problem: { code: "billing_unavailable" } };
    const other = { id: 12, email: "contact@maple.example", language: "en", clients: [] };
    for (const user of [{}, null, { ...other, id: 11, clients: "some" }, other]) {
      const body = JSON.stringify({ result: "success", user });
      faults.plan({ kind: "answer", status: 200, body }, { action: "user", times: 1 });
      expect(await billing.listManagedAccounts(OWNER)).toMatchObject(unavailable);
    }
    faults.plan({ kind: "html_200" }, { action: "user", times: 1 });
    expect(await billing.listManagedAccounts(OWNER)).toMatchObject(unavailable);
    expect(await accounts(11)).toEqual([1001, 1002]);
  });

  test("100 accounts are told in one call", async () => {
    const client = stored.clients[0] as (typeof stored.clients)[number];
    const ids = Array.from({ length: 100 }, (_, index) => 20_000 + index);
    state.clients.push(...ids.map((id) => ({ ...client, id, company: `Account ${id} Inc.` })));
    state.memberships.push(...ids.map((clientId) => ({ userId: 12, clientId, isOwner: false, permissions: [] })));
    await signedIn(12, "contact@maple.example", [1001]);
    const before = simulator.calls.length;
    const listed = answered(await billing.listManagedAccounts(COLLEAGUE));
    expect(listed.map(({ id }) => id)).toEqual([1001, ...ids]);
    expect(listed.at(-1)).toEqual({ id: 20_099, name: "Account 20099 Inc.", currency: "CAD", owner: false });
    expect(simulator.calls.slice(before)).toEqual([]);
  });

  test("a closed account is left out, and back as soon as it is open again", async () => {
    await signedIn(11, "owner@maple.example", [1001, 1002]);
    const { billing: own } = whmcs.again();
    const ids = async () => answered(await own.listManagedAccounts(OWNER)).map(({ id }) => id);
    for (const client of state.clients) if (client.id === 1001) client.status = "Closed";
    expect(await ids()).toEqual([1002]);
    for (const client of state.clients) if (client.id === 1001) client.status = "Active";
    expect(await ids()).toEqual([1001, 1002]);
  });

  test("recipients are the owner's own address and the login's present one", async () => {
    await signedIn(12, "contact@maple.example", [1001]);
    changeAddress(12, "moved@maple.example");
    changeAddress(11, "new.owner@maple.example");
    expect(answered(await billing.readRecipients(COLLEAGUE))).toMatchObject({
      owner: { email: "new.owner@maple.example" },
      login: { email: "moved@maple.example" },
    });
  });
});
