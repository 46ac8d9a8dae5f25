import { describe, expect, test } from "vitest";
import { PERMISSIONS } from "../../shared/billing-contract/call.ts";
import { ALL, answered, CALL, COLLEAGUE, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { useWhmcs } from "./support/use-whmcs.ts";

/*
 * The billing contract's tests cover who may see what. This file tests which responses from WHMCS decide whether a
 * login has access.
 */

const whmcs = await useWhmcs();
const { billing, simulator } = whmcs;
const { state, faults } = simulator;

const ACCESS_LOST = { ok: false, problem: { code: "access_lost" } };
const UNAVAILABLE = { ok: false, problem: { code: "billing_unavailable" } };
const denied = (permission: string) => ({ ok: false, problem: { code: "permission_denied", permission } });

describe("a colleague's permissions", () => {
  test.each([[["domains", "tickets"]], [[]], [[...PERMISSIONS]]])(
    "are those permissions in WHMCS's table that Frontdesk knows: %j",
    async (permissions) => {
      for (const membership of state.memberships)
        if (membership.userId === 12) membership.permissions = [...permissions, "root", "Domains", "__proto__"];
      expect(answered(await billing.readHolding(COLLEAGUE))?.permissions.toSorted()).toEqual(permissions.toSorted());
    },
  );
});

describe("access checks", () => {
  test.each<[string, unknown]>([
    ["a missing field", undefined],
    ["a text", "owner"],
    ["a list", []],
    ["a membership without the owner", { permissions: ["domains"] }],
    ["a membership without permissions", { owner: false }],
  ])("%s in WHMCS's response neither removes nor grants access", async (_, access) => {
    logLines();
    const answers = [{ result: "success" }];
    faults.plan(
      { kind: "answer", status: 200, body: JSON.stringify({ result: "success", access, answers }) },
      { action: "ask" },
    );
    for (const actor of [OWNER, COLLEAGUE]) {
      expect(await billing.authorize(actor)).toMatchObject(UNAVAILABLE);
      expect(await billing.readHolding(actor)).toMatchObject(UNAVAILABLE);
    }
    faults.clear();
    expect(await billing.authorize(COLLEAGUE)).toMatchObject({ ok: true });
  });

  test("simultaneous reads are checked separately for each login", async () => {
    const { billing: other } = whmcs.again();
    faults.plan({ kind: "slow", ms: 50 }, { action: "GetClientsDetails" });
    const read = (loginId: number) => other.listInvoices({ ...OWNER, loginId, permissions: ["invoices"] }, ALL);
    const [owner, colleague, stranger] = await Promise.all([read(11), read(12), read(15)]);
    expect(owner).toMatchObject({ ok: true });
    expect([colleague, stranger]).toEqual([denied("invoices"), ACCESS_LOST]);
  });

  test("a refusal takes precedence over unreadable data, and a failed check over a refusal", async () => {
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
    expect(await fresh().listServices(query, EVERYTHING)).toMatchObject(UNAVAILABLE);
  });
});

const accounts = async (id: number) =>
  answered(await billing.listManagedAccounts({ ...CALL, loginId: id })).map((account) => account.id);

test.each(["Closed", "closed"])(
  "the owner has no access to an account with the status %s until it is active again",
  async (status) => {
    const setStatus = (to: string) => {
      for (const client of state.clients) if (client.id === 1001) client.status = to as "Closed";
    };
    setStatus(status);
    expect(await billing.readAccount(OWNER)).toEqual(ACCESS_LOST);
    expect(await billing.readHolding(OWNER)).toEqual({ ok: true, value: null });
    expect(await accounts(11)).toEqual([1002]);
    setStatus("Active");
    expect(await accounts(11)).toEqual([1001, 1002]);
  },
);

describe("a login's WHMCS user", () => {
  test("is found by its id, never by its e-mail address", async () => {
    for (const user of state.users) {
      if (user.id === 12) user.email = "moved@maple.example";
      if (user.id === 15) user.email = "contact@maple.example";
    }
    expect(await accounts(12), "those that it manages now").toEqual([1001]);
    expect(answered(await billing.readRecipients(COLLEAGUE))).toMatchObject({
      ...{ owner: { email: "owner@maple.example" }, login: { email: "moved@maple.example" } },
    });
    state.users = state.users.filter(({ id }) => id !== 12);
    state.memberships = state.memberships.filter(({ userId }) => userId !== 12);
    expect(await accounts(12)).toEqual([]);
  });

  test("loses no account because of an unreadable response", async () => {
    logLines();
    const other = { id: 12, email: "contact@maple.example", language: "en", clients: [] };
    for (const user of [{}, null, { ...other, id: 11, clients: "some" }, other]) {
      const body = JSON.stringify({ result: "success", user });
      faults.plan({ kind: "answer", status: 200, body }, { action: "user", times: 1 });
      expect(await billing.listManagedAccounts(OWNER)).toMatchObject(UNAVAILABLE);
    }
    faults.plan({ kind: "html_200" }, { action: "user", times: 1 });
    expect(await billing.listManagedAccounts(OWNER)).toMatchObject(UNAVAILABLE);
    expect(await accounts(11)).toEqual([1001, 1002]);
  });
});
