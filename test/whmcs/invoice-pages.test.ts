import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { NO_QUIRKS } from "../../dev/whmcs/quirks.ts";
import type { WhmcsInvoice } from "../../dev/whmcs/state.ts";
import type { CustomerInvoice, InvoiceListKey } from "../../shared/billing-contract/customer.ts";
import { ALL, answered, BIG, everyItem, logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { billing, simulator } = whmcs;
const { state, installation } = simulator;
const stored = structuredClone(state);

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(installation.quirks, NO_QUIRKS);
  Object.assign(state, structuredClone(stored));
});

const ignore = (...names: string[]) => {
  installation.quirks.ignores = (name) => names.includes(name);
};

/** So many invoices of one account with ids from 70,000 on. */
function invoices(count: number, more: (index: number) => Partial<WhmcsInvoice> = () => ({})): number[] {
  const one = stored.invoices.find(({ clientId, status }) => clientId === BIG.accountId && status === "Paid");
  const own = Array.from({ length: count }, (_, index) => ({
    ...(one as WhmcsInvoice),
    ...{ id: 70_000 + index, number: "", issuedOn: "2026-03-01", ...more(index) },
  }));
  state.invoices = [...stored.invoices.filter(({ clientId }) => clientId !== BIG.accountId), ...own];
  return own.map(({ id }) => id);
}

const readInvoices = (list: { status?: "all" | "paid" | "unpaid"; limit?: number } = {}) =>
  everyItem<CustomerInvoice, InvoiceListKey>((key) => billing.listInvoices(BIG, { ...ALL, ...list, ...key }));

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
const newestFirst = (ids: number[]) => ids.toSorted((one, other) => other - one);

describe("invoices, page by page", () => {
  test("301 of equal dates: none doubled, none lost", async () => {
    const ids = invoices(301);
    expect(idsOf(await readInvoices({ limit: 45 }))).toEqual(newestFirst(ids));
    expect(idsOf(await readInvoices({ limit: 100, status: "paid" }))).toEqual(newestFirst(ids));
  });

  test("drafts and unknown statuses take no places: a page behind 400 of them is full", async () => {
    logLines();
    const ids = invoices(500, (index) => ({
      issuedOn: `2026-0${1 + Math.floor(index / 100)}-01`,
      status: index >= 100 && index < 300 ? "Draft" : index >= 300 ? "Somehow" : "Paid",
    }));
    const page = answered(await billing.listInvoices(BIG, { status: "all", limit: 40 }));
    expect(idsOf(page.items)).toEqual(newestFirst(ids.slice(60, 100)));
    expect(page.next).not.toBeNull();
    expect(idsOf(await readInvoices({ limit: 40 }))).toEqual(newestFirst(ids.slice(0, 100)));
  });

  test("a status filter that is ignored changes no page", async () => {
    invoices(80, (index) => ({ status: ["Paid", "Unpaid", "Cancelled", "Refunded"][index % 4] as string }));
    const wanted = [await readInvoices({ status: "paid", limit: 8 }), await readInvoices({ status: "unpaid" })];
    expect(wanted.map((list) => list.length)).toEqual([20, 20]);
    ignore("status");
    expect([await readInvoices({ status: "paid", limit: 8 }), await readInvoices({ status: "unpaid" })]).toEqual(
      wanted,
    );
  });

  test("unpaid ones, which a page has few of: each once, with its balance", async () => {
    const ids = invoices(30, (index) => ({ status: "Unpaid", issuedOn: `2026-04-${10 + (index % 3)}`, paid: 0 }));
    for (const status of ["all", "unpaid"] as const) {
      const pages: number[] = [];
      const read = await everyItem<CustomerInvoice, InvoiceListKey>(async (key) => {
        const page = await billing.listInvoices(BIG, { status, limit: 100, ...key });
        pages.push(answered(page).items.length);
        return page;
      });
      expect(Math.max(...pages)).toBeLessThanOrEqual(8);
      expect(new Set(idsOf(read))).toEqual(new Set(ids));
      expect(read.length).toBe(30);
      for (const { balanceDue, total, creditApplied } of read) expect(balanceDue).toBe(total - creditApplied);
    }
  });

  const changes: [string, () => void][] = [
    ["nothing happens", () => {}],
    ["newer ones appear", () => void state.invoices.unshift(...newer(40))],
    ["newer ones go", () => void removeNewest(30)],
    ["all but the last date go", () => void Object.assign(state, { invoices: state.invoices.filter(isOfLastDate) })],
  ];
  const newer = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...(state.invoices.find(({ clientId }) => clientId === BIG.accountId) as WhmcsInvoice),
      ...{ id: 99_000 + index, issuedOn: "2026-05-10" },
    }));
  const isOfLastDate = (invoice: WhmcsInvoice) =>
    invoice.clientId !== BIG.accountId || invoice.issuedOn === "2026-01-01";
  const removeNewest = (count: number) => {
    const own = state.invoices.filter(({ clientId }) => clientId === BIG.accountId);
    const gone = own.toSorted((one, other) => other.issuedOn.localeCompare(one.issuedOn) || other.id - one.id);
    const ids = new Set(gone.slice(0, count).map(({ id }) => id));
    state.invoices = state.invoices.filter(({ id }) => !ids.has(id));
  };

  test.each(changes)("a page goes on where the one before ended, although %s", async (_, change) => {
    invoices(320, (index) => ({ issuedOn: `2026-0${1 + Math.floor(index / 80)}-01` }));
    const page = answered(await billing.listInvoices(BIG, { ...ALL, limit: 60 }));
    let after = page.next as InvoiceListKey;
    for (let pages = 0; pages < 3; pages++)
      after = answered(await billing.listInvoices(BIG, { ...ALL, limit: 60, after })).next as never;
    change();
    const rest = state.invoices
      .filter(({ clientId, issuedOn, id }) => clientId === BIG.accountId && isBehind({ issuedOn, id }, after))
      .toSorted((one, other) => other.issuedOn.localeCompare(one.issuedOn) || other.id - one.id);
    const read = await everyItem<CustomerInvoice, InvoiceListKey>((key) =>
      billing.listInvoices(BIG, { ...ALL, after, ...key }),
    );
    expect(idsOf(read)).toEqual(idsOf(rest));
  });

  function isBehind(one: InvoiceListKey, after: InvoiceListKey): boolean {
    return one.issuedOn < after.issuedOn || (one.issuedOn === after.issuedOn && one.id < after.id);
  }
});
