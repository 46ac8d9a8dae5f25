import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import type { WhmcsService } from "../../dev/whmcs/state.ts";
import type { CustomerService, ServiceListKey } from "../../shared/billing-contract/customer.ts";
import { keepLogin } from "../../workers/billing-whmcs/accounts/logins.ts";
import {
  answered,
  BIG,
  CALL,
  COLLEAGUE,
  EVERYTHING,
  everyItem,
  everyList,
  logLines,
  OWNER,
} from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { billing, simulator } = whmcs;
const { state, faults, installation } = simulator;
const stored = structuredClone(state);

const user = { id: 11, email: "owner@maple.example", clients: [{ id: 1001, isOwner: true }] };
await keepLogin(whmcs.db, { ...user, language: "en" });

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  faults.clear();
  simulator.meanwhile = () => {};
  Object.assign(installation.quirks, NO_QUIRKS);
  Object.assign(state, structuredClone(stored));
});

type Row = Record<string, unknown>;

const ignore = (...names: string[]) => {
  installation.quirks.ignores = (name) => names.includes(name);
};

/** A list's place in an answer, by action. */
const LISTS: Record<string, [container: string, item: string, rowId: string]> = {
  GetClientsProducts: ["products", "product", "id"],
  GetClientsDomains: ["domains", "domain", "id"],
  GetInvoices: ["invoices", "invoice", "id"],
  GetTickets: ["tickets", "ticket", "id"],
  GetCancelledPackages: ["packages", "package", "id"],
  GetProducts: ["products", "product", "pid"],
  GetPromotions: ["promotions", "promotion", "id"],
};

const byKey = (rows: Row[], keyOf: (row: Row, index: number) => unknown) =>
  Object.fromEntries(rows.map((row, index) => [String(keyOf(row, index)), row]));

/** The six forms of T8, two of them once more without the key of the items. */
const FORMS: Record<string, (rows: Row[], item: string, rowId: string) => unknown> = {
  "a list under its item": (rows, item) => ({ [item]: rows }),
  "a plain list": (rows) => rows,
  "numbered keys": (rows) => byKey(rows, (_, index) => index),
  "numbered keys under its item": (rows, item) => ({ [item]: byKey(rows, (_, index) => index) }),
  "numbered keys from one on": (rows, item) => ({ [item]: byKey(rows, (_, index) => index + 1) }),
  "record ids": (rows, _, rowId) => byKey(rows, (row) => row[rowId]),
  "record ids under its item": (rows, item, rowId) => ({ [item]: byKey(rows, (row) => row[rowId]) }),
  "a single object where there is one": (rows, item) => ({ [item]: rows.length === 1 ? rows[0] : rows }),
  "a single object in its place": (rows, item) => (rows.length === 1 ? rows[0] : { [item]: rows }),
};

/** All that a customer and a visitor can read. */
async function everything() {
  const { billing: fresh, runScheduledWork } = whmcs.again();
  await runScheduledWork();
  return {
    ...(await everyList(fresh, OWNER)),
    accounts: await fresh.listManagedAccounts(OWNER),
    catalogue: await fresh.readCatalogue(CALL, { currency: "CAD", language: "en" }),
  };
}

function reshape(action: string, form: (rows: Row[]) => Row): void {
  const [container, item] = LISTS[action] ?? ["", ""];
  const change = (members: Row) => {
    const { [container]: list, ...others } = members;
    const rows = (Array.isArray(list) ? list : (list as Row)[item]) as Row[];
    return { ...others, ...form(rows) };
  };
  faults.plan({ kind: "changed", change }, { action });
}

describe("a list in each of its forms (T8)", async () => {
  const wanted = await everything();

  test("has something in every list", () => {
    for (const list of ["services", "domains", "invoices", "tickets"] as const) expect(wanted[list]).not.toEqual([]);
    expect(wanted.accounts).toMatchObject({ ok: true, value: [{ id: 1001 }, { id: 1002 }] });
    expect(wanted.catalogue).toMatchObject({ ok: true });
  });

  const forms = Object.entries(FORMS);
  test.each(forms)("%s: the same items from every action", async (_, form) => {
    for (const [action, [container, item, rowId]] of Object.entries(LISTS)) {
      reshape(action, (rows) => ({ [container]: form(rows, item, rowId) }));
    }
    expect(await everything()).toEqual(wanted);
  });

  test.each(Object.keys(FORMS))("%s: one item alone", async (name) => {
    const one = stored.services.find(({ clientId }) => clientId === 1001) as WhmcsService;
    state.services = [one];
    reshape("GetClientsProducts", (rows) => ({ products: FORMS[name]?.(rows, "product", "id") }));
    const { items } = answered(await billing.listServices(OWNER, EVERYTHING));
    expect(items.map(({ id }) => id)).toEqual([one.id]);
  });

  test("users within an answer too", async () => {
    for (const form of Object.values(FORMS)) {
      faults.clear();
      const change = (members: Row) => {
        const users = ((members.users as Row).user as Row[]) ?? [];
        const client = { ...(members.client as Row), users: form(users, "user", "id") };
        return { ...members, users: undefined, client };
      };
      faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
      expect(await whmcs.again().billing.authorize(COLLEAGUE)).toMatchObject({ ok: true });
    }
  });

  const nothing: [string, Row][] = [
    ["empty text", { products: "" }],
    ["an empty list", { products: [] }],
    ["an empty object", { products: {} }],
    ["null", { products: null }],
    ["no key", {}],
    ["an empty list under its item", { products: { product: [] } }],
    ["empty text under its item", { products: { product: "" } }],
  ];
  test.each(nothing)("nothing as %s", async (_, members) => {
    const body = { result: "success", totalresults: "0", startnumber: 0, numreturned: 0, ...members };
    faults.plan({ kind: "answer", status: 200, body: JSON.stringify(body) }, { action: "GetClientsProducts" });
    expect(answered(await billing.listServices(OWNER, EVERYTHING))).toMatchObject({ items: [], next: null });
  });

  const unread: [string, Row][] = [
    ["text", { products: "none" }],
    ["a number", { products: 3 }],
    ["keys that are no numbers", { products: { a: {}, b: {} } }],
    ["no key, although rows are counted", { totalresults: 3, numreturned: 3 }],
    ["empty text, although rows are counted", { products: "", numreturned: "2" }],
  ];
  test.each(unread)("%s is no empty list", async (_, members) => {
    logLines();
    const body = JSON.stringify({ result: "success", ...members });
    faults.plan({ kind: "answer", status: 200, body }, { action: "GetClientsProducts" });
    expect(await whmcs.again().billing.listServices(OWNER, EVERYTHING)).toMatchObject({ ok: false });
  });
});

describe("numbers of two kinds (T7)", () => {
  test("every profile gives the same, the mixed one at each of several readings", async () => {
    const wanted = await everything();
    for (const profile of PROFILES) {
      const other = await startWhmcs({ profile, now: () => NOW });
      try {
        await keepLogin(other.db, { ...user, language: "en" });
        for (let reading = 0; reading < (profile === "hostile" ? 4 : 1); reading++) {
          await other.runScheduledWork();
          expect(await everyList(other.billing, OWNER)).toEqual({
            services: wanted.services,
            domains: wanted.domains,
            invoices: wanted.invoices,
            tickets: wanted.tickets,
          });
          expect(await other.billing.listManagedAccounts(OWNER)).toEqual(wanted.accounts);
          const {
            links: _,
            readAt: __,
            ...catalogue
          } = answered(await other.billing.readCatalogue(CALL, { currency: "CAD", language: "en" }));
          expect({ ok: true, value: catalogue }).toMatchObject({ ok: true });
          expect(wanted.catalogue).toMatchObject({ ok: true, value: catalogue });
        }
      } finally {
        await other.stop();
      }
    }
  });

  const odd: unknown[] = [
    0,
    -3,
    "0",
    "",
    "abc",
    1.5,
    "1.5",
    "9007199254740993",
    9007199254740992,
    null,
    true,
    [1],
    {},
    { toString: 1 },
  ];
  test.each(odd.map((id) => ({ id })))("a row with the id $id is left out, with a log line", async ({ id }) => {
    const lines = logLines();
    const change = (members: Row) => {
      const { product } = members.products as { product: Row[] };
      return { ...members, products: { product: product.map((row, index) => (index === 0 ? { ...row, id } : row)) } };
    };
    const before = answered(await billing.listServices(OWNER, EVERYTHING)).items.map((service) => service.id);
    faults.plan({ kind: "changed", change }, { action: "GetClientsProducts" });
    const after = answered(await billing.listServices(OWNER, EVERYTHING)).items.map((service) => service.id);
    expect(after).toEqual(before.slice(1));
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_row_unread", at: ["id"] }));
  });
});

/** So many services of one account, with ids from 50,000 on. */
function services(count: number): number[] {
  const one = stored.services.find(({ clientId }) => clientId === BIG.accountId) as WhmcsService;
  const others = stored.services.filter(({ clientId }) => clientId !== BIG.accountId);
  const own = Array.from({ length: count }, (_, index) => ({ ...one, id: 50_000 + index, status: "Active" }));
  state.services = [...others, ...own];
  return own.map(({ id }) => id);
}

const readServices = (limit = 100, system = billing) =>
  everyItem<CustomerService, ServiceListKey>((key) => system.listServices(BIG, { ...EVERYTHING, limit, ...key }));

describe("a list of several pages (T9)", () => {
  const totals: [string, (rows: number) => number][] = [
    ["true", (rows) => rows],
    ["none", () => 0],
    ["one too few", (rows) => rows - 1],
    ["one too many", (rows) => rows + 1],
    ["a quarter", (rows) => Math.ceil(rows / 4)],
    ["four times as many", (rows) => rows * 4],
  ];

  test.each(totals)("251 services and a count that is %s", async (_, totalOf) => {
    installation.quirks.totalOf = totalOf;
    const ids = services(251);
    expect((await readServices()).map(({ id }) => id)).toEqual(ids);
  });

  test.each([1, 25, 99, 100, 249])("pages of at most %i rows, whatever is asked for", async (maxRows) => {
    const ids = services(maxRows === 1 ? 30 : 251);
    installation.quirks.maxRows = maxRows;
    expect((await readServices()).map(({ id }) => id)).toEqual(ids);
    if (maxRows > 1) installation.quirks.totalOf = (rows) => rows - 1;
    expect((await readServices()).map(({ id }) => id)).toEqual(ids);
  });

  test("limitnum that is ignored, and the 25 rows that come instead", async () => {
    ignore("limitnum");
    const ids = services(251);
    expect((await readServices()).map(({ id }) => id)).toEqual(ids);
  });

  test("limitstart that is ignored: a list that is known to be incomplete is not shown as whole", async () => {
    const lines = logLines();
    ignore("limitstart");
    services(251);
    expect(await billing.listServices(BIG, EVERYTHING)).toMatchObject({ ok: false });
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_answer_unread", at: ["products"] }));
    const ids = services(250);
    expect((await readServices()).map(({ id }) => id)).toEqual(ids);
  });

  test("both ignored: what fits into one answer is whole, whatever the count says", async () => {
    ignore("limitstart", "limitnum");
    const ids = services(20);
    installation.quirks.totalOf = (rows) => rows + 4;
    expect((await readServices()).map(({ id }) => id)).toEqual(ids);
  });

  test.each(["in front", "at the end"])("rows that appear %s between two pages", async (place) => {
    const ids = services(600);
    const one = state.services.at(-1) as WhmcsService;
    let calls = 0;
    simulator.meanwhile = ({ action }) => {
      if (action !== "GetClientsProducts" || ++calls < 2) return;
      const added = { ...one, id: 90_000 + calls };
      if (place === "in front") state.services.unshift(added);
      else state.services.push(added);
    };
    const read = (await readServices(100)).map(({ id }) => id);
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((id) => id < 90_000)).toEqual(ids);
  });

  test("rows that go between two pages take no other one with them", async () => {
    const ids = services(600);
    let calls = 0;
    simulator.meanwhile = ({ action }) => {
      if (action === "GetClientsProducts" && ++calls === 2)
        state.services = state.services.filter(({ id }) => id > 50_009);
    };
    expect((await readServices(100)).map(({ id }) => id)).toEqual(ids.slice(10));
  });

  test("a list of 5,000 rows is read, a longer one is no answer and is logged", { timeout: 120_000 }, async () => {
    const lines = logLines();
    const ids = services(5_000);
    expect(answered(await billing.listServices(BIG, EVERYTHING)).items.map(({ id }) => id)).toEqual(ids.slice(0, 100));
    services(5_001);
    expect(await billing.listServices(BIG, EVERYTHING)).toMatchObject({ ok: false });
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_list_too_long" }));
  });
});

describe("rows of other accounts (T13)", () => {
  test("a filter that is ignored shows nobody else's rows, and fills the page with one's own", async () => {
    const wanted = await everyList(billing, OWNER);
    const lines = logLines();
    // Lists have filters that widen: an account is asked for by its number.
    installation.quirks.ignores = (name, action) =>
      action !== "GetClientsDetails" && (name === "clientid" || name === "userid");
    const page = answered(await billing.listDomains(OWNER, { ...EVERYTHING, limit: 3 }));
    expect(page.items).toEqual(wanted.domains.slice(0, 3));
    expect(await everyList(billing, OWNER)).toEqual(wanted);
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_foreign_row", action: "GetInvoices" }));
  });

  const another: [string, Row][] = [
    ["of another account behind the own number", { userid: 1002 }],
    ["of another number", { invoiceid: 999_999 }],
  ];
  test.each(another)("an invoice %s is not shown (T14)", async (_, changed) => {
    const unpaid = state.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Unpaid");
    const change = (members: Row) => ({ ...members, ...changed });
    faults.plan({ kind: "changed", change }, { action: "GetInvoice" });
    const items = answered(await billing.listInvoices(OWNER, { status: "unpaid", limit: 100 })).items;
    expect(unpaid).toBeDefined();
    expect(items).toEqual([]);
  });

  test("rows that do not say whose they are are nobody's", async () => {
    const lines = logLines();
    for (const action of ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"]) {
      const [container, item] = LISTS[action] ?? ["", ""];
      const change = (members: Row) => {
        const list = members[container] as Record<string, Row[]>;
        const rows = list[item]?.map(({ userid: _, clientid: __, ...row }) => row);
        return { ...members, [container]: { [item]: rows } };
      };
      faults.plan({ kind: "changed", change }, { action });
    }
    expect(await everyList(billing, OWNER)).toEqual({ services: [], domains: [], invoices: [], tickets: [] });
    for (const owner of ["userid", "clientid"])
      expect(lines).toContainEqual(expect.objectContaining({ event: "billing_row_unread", at: [owner] }));
  });

  test("an account of another number is no answer, and nobody's access is lost by it", async () => {
    const lines = logLines();
    const change = (members: Row) => ({ ...members, client: { ...(members.client as Row), id: 1002 } });
    faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
    expect(await billing.authorize(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "billing_foreign_row", action: "GetClientsDetails" }),
    );
  });
});
