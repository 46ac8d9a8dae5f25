import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { planMapSql } from "../../scripts/whmcs/plan-map-sql.ts";
import { ALL, answered, CALL, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { sample } from "./support/samples.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/* Recorded answers as what an installation gives, read by the methods that customers and visitors reach. */

const whmcs = await startWhmcs({ now: () => Date.parse("2026-05-20T15:00:00Z") });
const { billing, simulator } = whmcs;

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  simulator.faults.clear();
});

type Row = Record<string, unknown>;

/** The action is answered with this body, its account being the one that reads. */
function answers(action: string, body: Row, times?: number): void {
  const own = JSON.stringify(body).replace(/"(clientid|userid)":"?\d+"?/g, `"$1":${OWNER.accountId}`);
  simulator.faults.plan({ kind: "answer", status: 200, body: own }, times ? { action, times } : { action });
}

describe("services", () => {
  test("GetClientsProducts.recorded-2: rows under their ids, one of 37 that are counted", async () => {
    const lines = logLines();
    answers("GetClientsProducts", sample("GetClientsProducts.recorded-2"), 1);
    answers("GetClientsProducts", { result: "success", totalresults: 37, numreturned: 0, products: "" });
    const { items, next } = answered(await billing.listServices(OWNER, EVERYTHING));
    expect(items).toMatchObject([
      {
        ...{ id: 128, plan: "Example 1", domain: null, status: "pending" },
        ...{ billingCycle: "monthly", nextDueDate: "2018-11-07", recurringPrice: 1500, cancellation: null },
      },
    ]);
    expect([next, lines]).toEqual([null, []]);
  });

  test("GetClientsProducts.recorded-1: a free service without a domain or dates", async () => {
    answers("GetClientsProducts", sample("GetClientsProducts.recorded-1"), 1);
    answers("GetClientsProducts", { result: "success", totalresults: 1, numreturned: 0, products: "" });
    const { items } = answered(await billing.listServices(OWNER, EVERYTHING));
    expect(items).toMatchObject([
      { id: 10, status: "active", billingCycle: "free", nextDueDate: null, recurringPrice: 0, domain: null },
    ]);
  });
});

describe("invoices", () => {
  /** A list of the one invoice, with the members that rows of a list have too. */
  function listOf({ invoiceid, items: _, transactions: __, balance: ___, result, ...members }: Row, currency: string) {
    const row = { id: invoiceid, ...members, currencycode: currency };
    return { result, totalresults: 1, startnumber: 0, numreturned: 1, invoices: { invoice: [row] } };
  }

  test.each([
    [
      "GetInvoice.recorded-1",
      "VND",
      { id: 171, number: "171", currency: "VND", subtotal: 45_000_000, taxes: [], total: 45_000_000 },
      { balanceDue: 45_000_000, status: "unpaid", overdue: true, paidOn: null, issuedOn: "2017-01-06" },
    ],
    [
      "GetInvoice.recorded-2",
      "EUR",
      { id: 66, subtotal: 1_199, taxes: [{ name: "GST", rate: 23, amount: 276 }], total: 1_475 },
      { balanceDue: 1_475, status: "unpaid", overdue: true, creditApplied: 0, dueOn: "2019-07-16" },
    ],
  ])("%s", async (name, currency, amounts, rest) => {
    const lines = logLines();
    answers("GetInvoices", listOf(sample(name), currency));
    answers("GetInvoice", sample(name));
    const { items } = answered(await billing.listInvoices(OWNER, ALL));
    expect(items).toEqual([expect.objectContaining({ ...amounts, ...rest })]);
    expect(lines).toEqual([]);
  });
});

describe("products", () => {
  const names = ["GetProducts.recorded-1", "GetProducts.recorded-2", "GetProducts.recorded-3"];
  const rows = names.flatMap((name) => (sample(name).products as { product: Row[] }).product);
  const all = { result: "success", totalresults: rows.length, products: { product: rows } };

  test("of three installations: each is sold in its own currencies, as it pays, or not at all", async () => {
    const lines = logLines();
    const plans = ["web-start", "web-plus", "web-pro"];
    for (const [index, { pid }] of rows.entries()) {
      const text = "UPDATE plan_products SET product_id = ?1, promotion = NULL WHERE plan_id = ?2";
      await whmcs.db.prepare(text).bind(Number(pid), plans[index]).run();
    }
    answers("GetProducts", all);
    await whmcs.runScheduledWork();
    const sold = async (currency: "CAD" | "EUR" | "USD") => {
      const read = await whmcs.again().billing.readCatalogue(CALL, { currency, language: "en" });
      return answered(read).plans.map(({ id, prices }) => [id, prices]);
    };
    expect(await sold("EUR")).toEqual([["web-start", [{ billingCycle: "one_time", amount: 8_409, setupFee: 0 }]]]);
    expect(await sold("USD")).toEqual([["web-start", [{ billingCycle: "one_time", amount: 9_900, setupFee: 0 }]]]);
    expect(await sold("CAD")).toEqual([]);
    expect(lines).toEqual([]);
  });

  test("a plan map names what has no price in a currency of the catalogue", () => {
    const sql = planMapSql(all, null, []);
    expect(sql.match(/INSERT INTO plan_products .*/g)).toEqual([expect.stringContaining("VALUES (92, ")]);
    expect(sql).toContain("--   product 1, Example Hosting: it has no price in CAD, EUR, USD");
    expect(sql).toContain("--   product 98, Example Product: it has no price in CAD, EUR, USD");
  });
});
