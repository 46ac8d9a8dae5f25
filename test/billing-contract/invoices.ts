import { afterEach, describe, expect, test } from "vitest";
import { INVOICE_STATUSES, type InvoiceList } from "../../shared/billing-contract/customer.ts";
import { valueIn } from "./questions.ts";
import { type BillingUnderTest, NOW, newOwner } from "./scene.ts";

const GST = { rateThousandths: 5000, amount: 750 };
const QST = { rateThousandths: 9975, amount: 1496 };
const DATES = { issuedOn: "2026-10-01", dueOn: "2026-10-15" };

export function invoiceCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  test("an invoice lists its taxes, and its total includes them", async () => {
    const owner = await newOwner(system);
    const amounts = { subtotal: 15_000, taxes: [GST, QST], paid: 17_246 };
    const id = await scene.invoice(owner.query.accountId, {
      ...DATES,
      ...amounts,
      status: "paid",
      paidOn: "2026-10-14",
    });
    expect(await owner.invoices()).toEqual([
      {
        id,
        number: `T-${id}`,
        issuedOn: "2026-10-01",
        dueOn: "2026-10-15",
        paidOn: "2026-10-14",
        currency: "CAD",
        subtotal: 15_000,
        taxes: [
          { name: "GST", rate: 5, amount: 750 },
          { name: "QST", rate: 9.975, amount: 1496 },
        ],
        creditApplied: 0,
        total: 17_246,
        balanceDue: 0,
        status: "paid",
        overdue: false,
      },
    ]);
  });

  test.each([
    ["credit", { creditApplied: 1000 }, { creditApplied: 1000, total: 17_246, balanceDue: 16_246 }],
    ["a payment", { paid: 246 }, { creditApplied: 0, total: 17_246, balanceDue: 17_000 }],
    ["both", { creditApplied: 1000, paid: 246 }, { creditApplied: 1000, total: 17_246, balanceDue: 16_000 }],
    ["neither", {}, { total: 17_246, balanceDue: 17_246 }],
  ])("credit and payments reduce the balance, but not the total (%s)", async (_, before, amounts) => {
    const owner = await newOwner(system);
    const invoice = { ...DATES, subtotal: 15_000, taxes: [GST, QST], ...before };
    for (const status of ["unpaid", "collections"] as const) {
      const id = await scene.invoice(owner.query.accountId, { ...invoice, status });
      expect(await owner.invoice(id)).toMatchObject({ ...amounts, status, paidOn: null });
    }
  });

  test.each([
    ["cancelled", {}],
    ["cancelled", { creditApplied: 1000, paid: 246 }],
    ["refunded", {}],
  ] as const)("a %s invoice has nothing left to pay, with %j", async (status, before) => {
    const owner = await newOwner(system);
    const invoice = { ...DATES, subtotal: 15_000, taxes: [GST, QST], ...before };
    const id = await scene.invoice(owner.query.accountId, { ...invoice, status });
    expect(await owner.invoice(id)).toMatchObject({ status, total: 17_246, balanceDue: 0, overdue: false });
  });

  test.each(["EUR", "USD"] as const)("an invoice in %s can have one tax or none", async (currency) => {
    const owner = await newOwner(system, { currency, country: "FR" });
    const [taxed, untaxed] = [
      await scene.invoice(owner.query.accountId, { taxes: [GST] }),
      await scene.invoice(owner.query.accountId),
    ];
    expect(await owner.invoice(taxed)).toMatchObject({ currency, taxes: [{ name: "GST", rate: 5 }], total: 1750 });
    expect(await owner.invoice(untaxed)).toMatchObject({ currency, taxes: [], total: 1000 });
  });

  test("lists pending payments and collections as unpaid, only paid invoices as paid, and no drafts", async () => {
    const owner = await newOwner(system);
    const statuses = [...INVOICE_STATUSES, "draft"] as const;
    for (const status of statuses) await scene.invoice(owner.query.accountId, { status, ...DATES });
    const listed = async (status: InvoiceList["status"]) => (await owner.invoices(status)).map((one) => one.status);
    expect(await listed("unpaid")).toEqual(["collections", "payment_pending", "unpaid"]);
    expect(await listed("paid")).toEqual(["paid"]);
    expect(await listed("all")).toEqual([...INVOICE_STATUSES].reverse());
  });

  test("pages of unpaid invoices are full even if paid invoices lie between them", async () => {
    const owner = await newOwner(system);
    const ids: number[] = [];
    for (let place = 0; place < 30; place++) {
      const status = place % 3 === 0 ? "paid" : "unpaid";
      const id = await scene.invoice(owner.query.accountId, { status, issuedOn: "2026-09-01", dueOn: "2026-12-01" });
      if (status === "unpaid") ids.unshift(id);
    }
    const page = (after?: InvoiceList["after"]) =>
      valueIn(billing.listInvoices(owner.query, { status: "unpaid", limit: 12, ...(after && { after }) }));
    const first = await page();
    const second = await page(first.next ?? undefined);
    expect([first, second].map(({ items }) => items.length)).toEqual([12, 8]);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
  });

  describe("an unpaid invoice", () => {
    afterEach(() => scene.setTime(NOW));

    test.each([
      ["in summer time", "2026-03-11T03:59:59.999Z", "2026-03-11T04:00:00.000Z"],
      ["in winter time", "2026-12-11T04:59:59.999Z", "2026-12-11T05:00:00.000Z"],
    ])(
      "becomes overdue %s at the provider's midnight after its due date (not at %s, but at %s)",
      async (_, before, from) => {
        const owner = await newOwner(system);
        const dates = { issuedOn: "2026-01-01", dueOn: `${before.slice(0, 8)}10` };
        for (const status of INVOICE_STATUSES) await scene.invoice(owner.query.accountId, { status, ...dates });
        const overdueAt = async (instant: string) => {
          scene.setTime(Date.parse(instant));
          return (await owner.invoices()).filter(({ overdue }) => overdue).map(({ status }) => status);
        };
        expect(await overdueAt(before)).toEqual([]);
        expect(await overdueAt(from)).toEqual(["collections", "unpaid"]);
      },
    );
  });
}
