import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import type { WhmcsService } from "../../dev/whmcs/state.ts";
import type { CustomerService, ServiceListKey } from "../../shared/billing-contract/customer.ts";
import { ListWalk } from "../../workers/billing-whmcs/answers/list-walk.ts";
import { asList } from "../../workers/billing-whmcs/answers/lists.ts";
import { answered, BIG, CALL, EVERYTHING, everyItem, everyList, logLines, OWNER } from "./support/reading.ts";
import { changeRows, useWhmcs } from "./support/use-whmcs.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

describe("a list in each of its forms", () => {
  const row = fc.record({ id: fc.integer({ min: 1, max: 9_999 }), name: fc.string() });
  const rows = fc.uniqueArray(row, { selector: (one) => one.id, maxLength: 12 });
  const isItem = (value: Record<string, unknown>) => "name" in value;
  const read = (answer: unknown) => asList(answer as Record<string, unknown>, "things", "thing", isItem);
  const keyed = (list: { id: number }[], keyOf: (one: { id: number }, index: number) => number) =>
    Object.fromEntries(list.map((one, index) => [keyOf(one, index), one]));

  test("has the same items, in some order", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const numbered = keyed(list, (_, index) => index);
        const fromOne = keyed(list, (_, index) => index + 1);
        const byId = keyed(list, (one) => one.id);
        const forms: unknown[] = [list, numbered, fromOne, byId].flatMap((form) => [form, { thing: form }]);
        if (list.length === 1) forms.push(list[0], { thing: list[0] });
        for (const things of forms) expect(read({ things })).toEqual(expect.arrayContaining(list));
        for (const things of forms) expect(read({ things })).toHaveLength(list.length);
      }),
    );
  });

  test("never throws, and is a list or none", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("things", "__proto__", "other"), fc.anything()), (answer) => {
        const list = read(answer);
        expect(list === null || Array.isArray(list)).toBe(true);
      }),
    );
    for (const things of ["none", 3, { a: {}, b: {} }]) expect(read({ things })).toBeNull();
    for (const things of ["", [], {}, null, undefined, { thing: [] }, { thing: "" }])
      expect(read({ things })).toEqual([]);
    const domain = { id: 1, name: "a", thing: "about" };
    expect(read({ things: domain }), "a row that has a member of the item's name").toEqual([domain]);
  });
});

describe("the way through a list", () => {
  /** Walks a list of so many rows. @returns the rows that were seen, and how many pages it took */
  function walk(rows: number, most: number, totalOf: (rows: number) => number, ignoresOffset = false) {
    const way = new ListWalk(250);
    const seen = new Set<number>();
    for (let pages = 1; pages < 10_000; pages++) {
      const start = ignoresOffset ? 0 : way.offset;
      const ids = Array.from({ length: Math.max(0, Math.min(most, 250, rows - start)) }, (_, index) => start + index);
      for (const one of ids) seen.add(one);
      const end = way.passed({ ids, total: totalOf(rows) });
      if (end !== "more") return { seen: seen.size, pages, end };
    }
    throw new Error("the list does not end");
  }

  test("ends, with every row, whatever the count says and however short the pages are", () => {
    const total = fc.func(fc.nat(2_000)).map((give) => (rows: number) => give(rows));
    fc.assert(
      fc.property(fc.nat(1_200), fc.constantFrom(250, 249, 100, 25), (rows, most) => {
        for (const totalOf of [(n: number) => n, (n: number) => n - 1, (n: number) => n + 7]) {
          // One limit lower than was asked for and a count that ends there: nothing tells it from a list that is over.
          const isBelieved = most < 250 && rows > most && totalOf(rows) <= most;
          if (isBelieved) continue;
          expect(walk(rows, most, totalOf)).toMatchObject({ seen: rows, end: "complete" });
        }
      }),
    );
    fc.assert(fc.property(fc.nat(1_200), total, (rows, totalOf) => walk(rows, 250, totalOf).seen === rows));
  });

  test("an offset that is ignored: whole where one page is all there is, incomplete otherwise", () => {
    expect(walk(200, 250, (rows) => rows, true)).toEqual({ seen: 200, pages: 1, end: "complete" });
    expect(walk(10, 250, (rows) => rows + 3, true)).toMatchObject({ seen: 10, end: "complete" });
    expect(walk(251, 250, (rows) => rows, true)).toMatchObject({ end: "incomplete" });
    expect(walk(60, 25, (rows) => rows, true)).toMatchObject({ end: "incomplete" });
  });
});

const whmcs = await useWhmcs();
const { billing, simulator, stored } = whmcs;
const { state, faults, installation } = simulator;

/** So many services of one account, with ids from 50,000 on. */
function services(count: number): number[] {
  const one = stored.services.find(({ clientId }) => clientId === BIG.accountId) as WhmcsService;
  const others = stored.services.filter(({ clientId }) => clientId !== BIG.accountId);
  const own = Array.from({ length: count }, (_, index) => ({ ...one, id: 50_000 + index, status: "Active" }));
  state.services = [...others, ...own];
  return own.map(({ id }) => id);
}

const readIds = async () => {
  const read = await everyItem<CustomerService, ServiceListKey>((key) =>
    billing.listServices(BIG, { ...EVERYTHING, ...key }),
  );
  return read.map(({ id }) => id);
};

describe("a list of several pages", () => {
  test("is whole with a wrong count, shorter pages than are asked for, and an ignored number of rows", async () => {
    const ids = services(251);
    installation.quirks.totalOf = (rows) => Math.ceil(rows / 4);
    expect(await readIds()).toEqual(ids);
    Object.assign(installation.quirks, { totalOf: (rows: number) => rows, maxRows: 99 });
    expect(await readIds()).toEqual(ids);
    Object.assign(installation.quirks, { maxRows: Infinity, ignores: (name: string) => name === "limitnum" });
    expect(await readIds()).toEqual(ids);
  });

  test("is not shown as whole where the offset is ignored", async () => {
    const lines = logLines();
    installation.quirks.ignores = (name) => name === "limitstart";
    services(251);
    expect(await billing.listServices(BIG, EVERYTHING)).toMatchObject({ ok: false });
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_answer_unread", at: ["products"] }));
    const ids = services(250);
    expect(await readIds()).toEqual(ids);
  });

  test.each(["appear in front", "appear at the end", "go"])(
    "loses and doubles none of the others where rows %s between two pages",
    async (what) => {
      const ids = services(600);
      const one = state.services.at(-1) as WhmcsService;
      let calls = 0;
      simulator.meanwhile = ({ action }) => {
        if (action !== "GetClientsProducts" || ++calls < 2) return;
        const added = { ...one, id: 90_000 + calls };
        if (what === "appear in front") state.services.unshift(added);
        else if (what === "appear at the end") state.services.push(added);
        else if (calls === 2) state.services = state.services.filter(({ id }) => id > 50_009);
      };
      const read = await readIds();
      expect(new Set(read).size).toBe(read.length);
      expect(read.filter((id) => id < 90_000)).toEqual(what === "go" ? ids.slice(10) : ids);
    },
  );

  test("is no answer, and logged, once it is longer than 5,000 rows", async () => {
    const lines = logLines();
    services(5_001);
    expect(await billing.listServices(BIG, EVERYTHING)).toMatchObject({ ok: false });
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_list_too_long" }));
  });

  test.each([
    ["none, although rows are counted", { totalresults: 3, numreturned: 3 }],
    ["empty text, although rows are counted", { products: "", numreturned: "2" }],
    ["text", { products: "none" }],
  ])("that is %s is no empty list", async (_, members) => {
    logLines();
    const body = JSON.stringify({ result: "success", ...members });
    faults.plan({ kind: "answer", status: 200, body }, { action: "GetClientsProducts" });
    expect(await billing.listServices(OWNER, EVERYTHING)).toMatchObject({ ok: false });
  });
});

test("a row that does not read is left out, with a log line that names its member", async () => {
  const lines = logLines();
  const before = answered(await billing.listServices(OWNER, EVERYTHING)).items;
  changeRows(whmcs, "GetClientsProducts", (row, index) => (index === 0 ? { ...row, id: "abc" } : row));
  expect(answered(await billing.listServices(OWNER, EVERYTHING)).items).toEqual(before.slice(1));
  expect(lines).toEqual([expect.objectContaining({ event: "billing_row_unread", at: ["id"] })]);
});

describe("rows of other accounts", () => {
  test("are not shown where a filter is ignored, and the page is filled with one's own", async () => {
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

  test("may be those that do not say whose they are", async () => {
    logLines();
    for (const action of ["GetClientsProducts", "GetClientsDomains", "GetInvoices", "GetTickets"])
      changeRows(whmcs, action, ({ userid: _, clientid: __, ...row }) => row);
    expect(await everyList(billing, OWNER)).toEqual({ services: [], domains: [], invoices: [], tickets: [] });
  });
});

test("every spelling gives the same lists, accounts and prices", async () => {
  const read = async (profile: (typeof PROFILES)[number]) => {
    const other = await startWhmcs({ profile, now: simulator.installation.now });
    await other.runScheduledWork();
    const catalogue = answered(await other.billing.readCatalogue(CALL, { currency: "CAD", language: "en" }));
    const lists = await everyList(other.billing, OWNER);
    const accounts = await other.billing.listManagedAccounts(OWNER);
    await other.stop();
    return { ...lists, accounts, plans: catalogue.plans, extensions: catalogue.extensions };
  };
  const wanted = await read(PROFILES[0]);
  for (const list of ["services", "domains", "invoices", "tickets", "plans"] as const)
    expect(wanted[list]).not.toEqual([]);
  for (const profile of PROFILES.slice(1)) expect(await read(profile)).toEqual(wanted);
});
