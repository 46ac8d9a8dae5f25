import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { WhmcsInvoice } from "../../dev/whmcs/state.ts";
import type { CustomerInvoice, InvoiceListKey } from "../../shared/billing-contract/customer.ts";
import { ALL, answered, BIG, everyItem, logLines } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { billing, simulator } = whmcs;
const { state, faults } = simulator;
const stored = structuredClone(state);

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  faults.clear();
  simulator.meanwhile = () => {};
  Object.assign(state, structuredClone(stored));
});

/** Invoices of one account, newest first by their place; part of each is paid. */
function invoices(statuses: string[]): number[] {
  const one = stored.invoices.find(({ clientId }) => clientId === BIG.accountId) as WhmcsInvoice;
  const own = statuses.map((status, place) => ({
    ...{ ...one, id: 70_000 - place, number: "", issuedOn: "2026-03-01", status },
    ...{ subtotal: 10_000 + place, taxes: [], credit: 100, paid: status === "Paid" ? 9_900 + place : 700 },
  }));
  state.invoices = [...stored.invoices.filter(({ clientId }) => clientId !== BIG.accountId), ...own];
  return own.map(({ id }) => id);
}

const times = (count: number, status: string) => Array.from({ length: count }, () => status);
const read = async (status: "all" | "unpaid" = "all") => answered(await billing.listInvoices(BIG, { ...ALL, status }));
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
const invoiceCalls = () => simulator.calls.filter(({ action }) => action === "GetInvoice").length;

test("every invoice of a page with what is left of it; those that nothing is left of cost no call", async () => {
  const ids = invoices(["Paid", "Unpaid", "Cancelled", "Refunded", "Collections", "Payment Pending", "Paid"]);
  const before = invoiceCalls();
  const { items, next } = await read();
  expect(idsOf(items)).toEqual(ids);
  expect(items.map(({ balanceDue }) => balanceDue)).toEqual([0, 9_201, 0, 0, 9_204, 9_205, 0]);
  expect(next).toBeNull();
  expect(invoiceCalls() - before).toBe(3);
});

test("a page ends before its ninth balance, and the next goes on there", async () => {
  const ids = invoices([...times(6, "Unpaid"), "Paid", ...times(6, "Collections"), "Paid"]);
  const pages: number[][] = [];
  await everyItem<CustomerInvoice, InvoiceListKey>(async (key) => {
    const page = await billing.listInvoices(BIG, { ...ALL, ...key });
    pages.push(idsOf(answered(page).items));
    return page;
  });
  expect(pages).toEqual([ids.slice(0, 9), ids.slice(9)]);
});

test("a balance that cannot be had ends the page before it; where it is the first there is no answer", async () => {
  logLines();
  const ids = invoices(["Paid", "Unpaid", "Unpaid", "Paid", "Unpaid"]);
  const failing = (id: number | undefined) => {
    faults.clear();
    const failed = { result: "error", error: "failed", message: "Internal Failure" };
    const change = (members: Record<string, unknown>) => (Number(members.invoiceid) === id ? failed : members);
    faults.plan({ kind: "changed", change }, { action: "GetInvoice" });
  };
  failing(ids[2]);
  const { items, next } = await read();
  expect(idsOf(items)).toEqual(ids.slice(0, 2));
  expect(next).toMatchObject({ id: ids[1] });
  failing(ids[1]);
  expect(await billing.listInvoices(BIG, { status: "unpaid", limit: 100 })).toMatchObject({
    ok: false,
    problem: { code: "billing_unavailable" },
  });
});

test("an invoice whose balance does not read is left out, and the others are not", async () => {
  const lines = logLines();
  const ids = invoices(times(3, "Unpaid"));
  const change = (members: Record<string, unknown>) =>
    String((members.invoiceid as { value?: number }).value ?? members.invoiceid) === String(ids[1])
      ? { ...members, balance: "$92.01" }
      : members;
  faults.plan({ kind: "changed", change }, { action: "GetInvoice" });
  const { items, next } = await read("unpaid");
  expect([idsOf(items), next]).toEqual([[ids[0], ids[2]], null]);
  expect(lines).toContainEqual(expect.objectContaining({ event: "billing_answer_unread", at: ["balance"] }));
});

test("an invoice that was paid or cancelled meanwhile is shown as it is now", async () => {
  const ids = invoices(times(3, "Unpaid"));
  simulator.meanwhile = ({ action }) => {
    if (action !== "GetInvoice") return;
    for (const invoice of state.invoices) {
      if (invoice.id === ids[0]) Object.assign(invoice, { status: "Paid", paid: 9_900 });
      if (invoice.id === ids[1]) invoice.status = "Cancelled";
    }
  };
  expect((await read()).items.map(({ status, balanceDue }) => [status, balanceDue])).toEqual([
    ["paid", 0],
    ["cancelled", 0],
    ["unpaid", 9_202],
  ]);
});
