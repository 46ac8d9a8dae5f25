import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { readSnapshot } from "../../workers/billing-whmcs/catalogue/price-snapshot.ts";
import { ALL, answered, CALL, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/*
 * Records that are unusual but not wrong, and members that do not read: each costs itself at most, never the list or the account
 * around it.
 */

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { billing, simulator } = whmcs;
const { state, faults } = simulator;
const stored = structuredClone(state);

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  faults.clear();
  Object.assign(state, structuredClone(stored));
});

type Row = Record<string, unknown>;

/** Changes the rows of an action's list that are of one id; all of them without it. */
function changeRows(action: string, container: string, item: string, change: (row: Row) => Row, id?: number): void {
  const changed = (members: Row) => {
    const rows = (members[container] as Record<string, Row[]>)[item] ?? [];
    const isMeant = (row: Row) => id === undefined || Number(row.id ?? row.pid) === id;
    return { ...members, [container]: { [item]: rows.map((row) => (isMeant(row) ? change(row) : row)) } };
  };
  faults.plan({ kind: "changed", change: changed }, { action });
}

const unread = (action: string, row: string, at: string[]) =>
  expect.objectContaining({ event: "billing_row_unread", action, row, at: expect.arrayContaining(at) });

describe("invoices", () => {
  const given = ["Draft", "Unpaid", "Payment Pending", "Collections", "Paid", "Refunded", "Cancelled", "Overdue"];

  test("each status is what it is; drafts and what is no status are left out", async () => {
    const lines = logLines();
    const one = stored.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Unpaid");
    if (!one) throw new Error("the seed has no unpaid invoice");
    state.invoices = given.map((status, index) => ({ ...one, id: 70_000 + index, status, credit: 0, paid: 0 }));
    const { items } = answered(await billing.listInvoices(OWNER, ALL));
    const due = items.map(({ status, balanceDue, overdue }) => [status, balanceDue > 0, overdue]);
    expect(due.toReversed()).toEqual([
      ["unpaid", true, expect.any(Boolean)],
      ["payment_pending", true, false],
      ["collections", true, expect.any(Boolean)],
      ["paid", false, false],
      ["refunded", false, false],
      // What nobody has to pay any more.
      ["cancelled", false, false],
    ]);
    expect(lines.map(({ event, row }) => [event, row])).toEqual([["billing_row_unread", 70_007]]);
  });

  test("an unpaid one whose balance does not read is left out, and the others are not", async () => {
    const lines = logLines();
    const unpaid = { status: "unpaid", limit: 100 } as const;
    const one = stored.invoices.find(({ clientId, status }) => clientId === 1001 && status === "Unpaid");
    state.invoices = [71_000, 71_001].map((id) => ({ ...(one as NonNullable<typeof one>), id }));
    const change = (members: Row) => (Number(members.invoiceid) === 71_000 ? { ...members, balance: "soon" } : members);
    faults.plan({ kind: "changed", change }, { action: "GetInvoice" });
    expect(answered(await billing.listInvoices(OWNER, unpaid)).items.map(({ id }) => id)).toEqual([71_001]);
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_answer_unread", at: ["balance"] }));
  });
});

describe("services", () => {
  const kept: [string, Row][] = [
    ["none", { customfields: "", configoptions: "" }],
    ["empty lists", { customfields: { customfield: [] }, configoptions: { configoption: [] } }],
    [
      "lists of anything",
      { customfields: [1, null, "planted-field"], configoptions: { 0: { value: "planted-option" } } },
    ],
    ["another quantity, a promotion and a discount", { qty: 3, promoid: "7", discount: "planted-discount" }],
  ];
  test.each(kept)("custom fields and options as %s change nothing and are not shown", async (_, members) => {
    const wanted = answered(await billing.listServices(OWNER, EVERYTHING)).items;
    changeRows("GetClientsProducts", "products", "product", (row) => ({ ...row, ...members }));
    const { items } = answered(await billing.listServices(OWNER, EVERYTHING));
    expect(items).toEqual(wanted);
    expect(JSON.stringify(items)).not.toContain("planted");
  });
});

describe("the catalogue", () => {
  const catalogue = async (currency: "CAD" | "EUR" = "CAD") => {
    const { billing: fresh, runScheduledWork } = whmcs.again();
    await runScheduledWork();
    return answered(await fresh.readCatalogue(CALL, { currency, language: "en" }));
  };
  type Catalogue = Awaited<ReturnType<BillingSystem["readCatalogue"]>>;
  type Plans = Extract<Catalogue, { ok: true }>["value"]["plans"];
  const priced = (plans: Plans) => Object.fromEntries(plans.map(({ id, prices }) => [id, prices]));

  /** What one product costs once its row is otherwise; nothing of the others may change. */
  async function changed(change: (row: Row) => Row, currency: "CAD" | "EUR" = "CAD") {
    const before = priced((await catalogue(currency)).plans);
    changeRows("GetProducts", "products", "product", change, 41);
    const { "web-start": prices, ...others } = priced((await catalogue(currency)).plans);
    const { "web-start": _, ...same } = before;
    expect(others).toEqual(same);
    return prices;
  }

  test("a product without any prices is not sold, and a free one costs nothing", async () => {
    for (const pricing of [[], "", {}]) {
      faults.clear();
      expect(await changed((row) => ({ ...row, pricing }))).toBeUndefined();
      faults.clear();
      expect(await changed((row) => ({ ...row, paytype: "free", pricing }))).toEqual([
        { billingCycle: "free", amount: 0, setupFee: 0 },
      ]);
    }
  });

  test.each(["trial", "", "usage"])("a product that pays as “%s” is not sold", async (paytype) => {
    expect(await changed((row) => ({ ...row, paytype }))).toBeUndefined();
  });

  test("a product without a price in a currency is sold in the others", async () => {
    const withoutEuros = (row: Row) => {
      const { EUR: _, ...pricing } = row.pricing as Row;
      return { ...row, pricing };
    };
    expect(await changed(withoutEuros, "EUR")).toBeUndefined();
    faults.clear();
    expect(await changed(withoutEuros)).toEqual(priced((await catalogue()).plans)["web-start"]);
  });

  test("-1.00 is not sold, 0.00 costs nothing", async () => {
    const prices = await changed((row) => {
      const { CAD } = row.pricing as Record<string, Row>;
      return { ...row, pricing: { CAD: { ...CAD, monthly: "-1.00", annually: "0.00", asetupfee: "-1.00" } } };
    });
    expect(prices?.map(({ billingCycle }) => billingCycle)).not.toContain("monthly");
    expect(prices).toContainEqual({ billingCycle: "annually", amount: 0, setupFee: 0 });
  });

  test("a price that does not read leaves its product out, with a log line", async () => {
    const lines = logLines();
    const odd = (row: Row) => {
      const { CAD } = row.pricing as Record<string, Row>;
      return { ...row, pricing: { CAD: { ...CAD, monthly: "9,99" } } };
    };
    expect(await changed(odd)).toBeUndefined();
    expect(lines).toContainEqual(unread("GetProducts", "41", ["pricing.CAD.monthly"]));
  });

  test("no slug, a name of another language and markup in a description change nothing", async () => {
    const before = priced((await catalogue()).plans)["web-start"];
    const described = { name: "Départ &amp; plus", description: "<ul><li onclick='x()'>planted</li></ul>\r\n<script>" };
    const prices = await changed(({ slug: _, "product-url": __, ...row }) => ({ ...row, ...described }));
    expect(prices).toEqual(before);
    expect(JSON.stringify(await catalogue())).not.toContain("planted");
  });

  test("an extension that is not sold for transfer is left out, and keeps its fees of redemption", async () => {
    const before = (await catalogue()).extensions.map(({ tld }) => tld);
    for (const transfer of [[], "", null, undefined]) {
      faults.clear();
      const change = (members: Row) => {
        const pricing = members.pricing as Record<string, Row>;
        return { ...members, pricing: { ...pricing, com: { ...pricing.com, transfer } } };
      };
      faults.plan({ kind: "changed", change }, { action: "GetTLDPricing" });
      expect((await catalogue()).extensions.map(({ tld }) => tld)).toEqual(before.filter((tld) => tld !== ".com"));
      // A name that is held goes on to be renewed: its prices and fees are kept.
      const { extensions = [] } = (await readSnapshot(whmcs.db, "CAD"))?.prices ?? {};
      const [com] = extensions.filter(({ tld }) => tld === ".com");
      expect(com).toMatchObject({ transfer: null, renew: expect.any(Number), redemptionFee: expect.any(Number) });
    }
  });
});
