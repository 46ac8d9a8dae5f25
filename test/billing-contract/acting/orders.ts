import { expect, test } from "vitest";
import type { DomainOrder } from "../../../shared/billing-contract/domain-orders.ts";
import type { PlanOrder } from "../../../shared/billing-contract/plan-orders.ts";
import { CA_TERMS, contractCustomer, TERMS } from "../customer.ts";
import { asks, codeOf, LOGINS, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";
import { checkedBefore } from "./checked-before.ts";

export function domainQuoteCases(system: BillingUnderTest): void {
  test("a quote states price, renewal, registrant, fields and terms, and changes nothing", async () => {
    const owner = await newOwner(system);
    const quote = await valueIn(owner.quoteDomainOrder("free-quote.ca", { years: 3 }));
    expect(quote).toMatchObject({
      available: true,
      obstacle: null,
      // 15.99 for the first year and 18.99 for each of the next two
      price: { amount: 5397, currency: "CAD" },
      renewalPrice: { amount: 1899, currency: "CAD" },
      renewalYears: 1,
      registrant: { country: "CA", eligible: true },
      terms: { version: CA_TERMS, items: [{}, {}] },
      needsAuthCode: false,
      missing: [],
    });
    expect(quote.fields.map(({ name }) => name)).toEqual(["legal_type"]);
    expect([await owner.domains(), await owner.invoices()]).toEqual([[], []]);
  });

  test("a quote lists a missing payment method", async () => {
    const owner = await newOwner(system);
    await system.scene.paymentMethod(owner.query.accountId, false);
    const { missing } = await valueIn(owner.quoteDomainOrder("free-quote.com"));
    expect(missing.map(({ type }) => type)).toEqual(["add_payment_method"]);
  });
}

export function domainOrderCases(system: BillingUnderTest): void {
  const { billing, scene } = system;
  const checked = checkedBefore(system);

  test("returns refusals in the contract's order", async () => {
    const owner = await newOwner(checked, { country: "US" });
    const { accountId } = owner.query;
    await scene.paymentMethod(accountId, false);
    await scene.domain(accountId, { name: "pending-ladder.ca", status: "pending" });
    let more: Partial<DomainOrder> = { availability: "taken", acceptTerms: "2020-01-01", expectedPrice: 1 };
    // Each row is refused for its own reason, although every later reason also applies. The next row removes that
    // reason.
    for (const [code, domain, change] of [
      ["not_offered", "ladder.notsold", {}],
      ["already_requested", "pending-ladder.ca", {}],
      ["invalid_body", "ladder.ca", {}],
      ["not_available", "ladder.ca", { fields: { legal_type: "CCO" } }],
      ["registrant_ineligible", "ladder.ca", { availability: "available" }],
      ["price_changed", "ladder.com", { fields: {} }],
      ["terms_not_accepted", "ladder.com", { expectedPrice: null }],
      ["payment_method_missing", "ladder.com", { acceptTerms: TERMS }],
    ] as [string, string, Partial<DomainOrder>][]) {
      more = { ...more, ...change };
      expect(await codeOf(owner.orderDomain(domain, more))).toBe(code);
    }
    expect([await owner.domains(), await owner.invoices()]).toMatchObject([[{ name: "pending-ladder.ca" }], []]);
    await scene.paymentMethod(accountId, true);
    expect(await codeOf(owner.orderDomain("ladder.com", more))).toBe("ok");
  });

  test("a refusal contains the current price, the terms or the next step", async () => {
    const owner = await newOwner(checked);
    const refusal = async (more: Partial<DomainOrder>) => ({ ...(await owner.orderDomain("free-p.com", more)) });
    const price = { amount: 1799, currency: "CAD" };
    expect(await refusal({ expectedPrice: 1798 })).toMatchObject({ problem: { code: "price_changed", price } });
    const terms = { version: TERMS };
    expect(await refusal({ acceptTerms: null })).toMatchObject({ problem: { code: "terms_not_accepted", terms } });
    await scene.paymentMethod(owner.query.accountId, false);
    const actionRequired = { type: "add_payment_method", path: expect.stringMatching(/^\//) };
    expect(await refusal({})).toMatchObject({ problem: { code: "payment_method_missing", actionRequired } });
  });

  test("a reference can be used again after a refusal, even by another login", async () => {
    const owner = await newOwner(system);
    const { accountId } = owner.query;
    const contactId = await scene.login();
    await scene.grant(contactId, accountId, ["domains"]);
    const order = (loginId: number) =>
      contractCustomer(billing, asks(loginId, accountId, "orders")).orderDomain("free-again.com", {}, "again");
    const denied = { ok: false, problem: { code: "permission_denied", permission: "orders" } };
    expect(await order(contactId)).toEqual(denied);
    expect(await order(LOGINS.big)).toEqual({ ok: false, problem: { code: "access_lost" } });
    expect(await codeOf(owner.orderDomain("free-again.com", { acceptTerms: null }, "again"))).toBe(
      "terms_not_accepted",
    );
    expect(await codeOf(owner.orderDomain("free-again.com", {}, "again"))).toBe("ok");
  });

  test("only one of twelve simultaneous orders for a domain succeeds, and the others are refused as already_requested", async () => {
    const owner = await newOwner(system);
    const asked = Array.from({ length: 12 }, () => codeOf(owner.orderDomain("free-race.com")));
    expect((await Promise.all(asked)).toSorted()).toEqual([...Array(11).fill("already_requested"), "ok"]);
    expect(await owner.domains()).toHaveLength(1);
  });

  test("an order creates a pending domain and an unpaid invoice, and requires its payment", async () => {
    const owner = await newOwner(checked);
    const placed = await valueIn(owner.orderDomain("free-whole.com"));
    const actionRequired = { type: "pay_invoice", path: expect.stringContaining(String(placed.invoice?.id)) };
    expect(placed).toMatchObject({ account: { id: owner.query.accountId }, termsVersion: TERMS, actionRequired });
    expect(placed.invoice).toMatchObject({ subtotal: 1799, status: "unpaid", overdue: false });
    expect(await owner.invoices("unpaid")).toEqual([placed.invoice]);
    expect(await owner.domain("free-whole.com")).toMatchObject({ status: "pending" });
  });
}

export function planQuoteCases(system: BillingUnderTest): void {
  const checked = checkedBefore(system);

  test("a quote applies the first-year discount to the first payment, rounded as on the invoice", async () => {
    const owner = await newOwner(system);
    expect(await valueIn(owner.quotePlanOrder("web-plus", { domain: "quoted.ca" }))).toMatchObject({
      planId: "web-plus",
      billingCycle: "annually",
      domain: "quoted.ca",
      // 12 × 8.99 = 107.88, of which 50% is 53.94
      firstPayment: { amount: 5394, currency: "CAD", covers: "annually" },
      renewal: { amount: 10_788, billingCycle: "annually" },
      setupFee: 0,
      discount: { percent: 50, amount: 5394 },
      terms: { version: TERMS },
      missing: [],
    });
    expect([await owner.services(), await owner.invoices()]).toEqual([[], []]);
  });

  test.each<[string, Partial<PlanOrder>, string]>([
    ["no-such-plan", {}, "not_offered"],
    ["web-plus", { billingCycle: "free" }, "not_offered"],
    ["web-plus", { promotion: "HALF" }, "invalid_body"],
  ])("a quote and an order for %s with %j return %s", async (planId, more, code) => {
    const owner = await newOwner(checked);
    expect(await codeOf(owner.quotePlanOrder(planId, more))).toBe(code);
    expect(await codeOf(owner.orderPlan(planId, more))).toBe(code);
  });
}

export function planOrderCases(system: BillingUnderTest): void {
  const checked = checkedBefore(system);

  test("returns refusals in the contract's order", async () => {
    const owner = await newOwner(checked, { currency: "EUR", country: "FR" });
    const { accountId } = owner.query;
    await system.scene.paymentMethod(accountId, false);
    let more: Partial<PlanOrder> = { promotion: "X", acceptTerms: null, expectedPrice: 1, domain: "plan-ladder.fr" };
    for (const [code, planId, change] of [
      ["not_offered", "none", {}],
      ["invalid_body", "web-start", {}],
      ["price_changed", "web-start", { promotion: null }],
      ["terms_not_accepted", "web-start", { expectedPrice: null }],
      ["payment_method_missing", "web-start", { acceptTerms: TERMS }],
    ] as const) {
      more = { ...more, ...change };
      expect(await codeOf(owner.orderPlan(planId, more))).toBe(code);
    }
    expect([await owner.services(), await owner.invoices()]).toEqual([[], []]);
    await system.scene.paymentMethod(accountId, true);
    const placed = await valueIn(owner.orderPlan("web-start", more));
    expect(await owner.services()).toMatchObject([
      { id: placed.serviceId, status: "pending", domain: "plan-ladder.fr" },
    ]);
    expect(await codeOf(owner.orderPlan("web-start", more))).toBe("already_requested");
  });

  test("refuses a site on another customer's domain or under it", async () => {
    const [holder, other] = [await newOwner(checked), await newOwner(checked)];
    await system.scene.domain(holder.query.accountId, { name: "held-site.ca" });
    for (const domain of ["held-site.ca", "www.held-site.ca"]) {
      expect(await codeOf(other.orderPlan("web-plus", { domain }))).toBe("not_allowed");
      expect(await codeOf(other.quotePlanOrder("web-plus", { domain }))).toBe("not_allowed");
    }
    expect(await codeOf(holder.orderPlan("web-plus", { domain: "held-site.ca" }))).toBe("ok");
  });

  test.each([
    ["site-has-it.ca", "site-has-it.ca", "active"],
    ["www.site-named.ca", "site-named.ca", "suspended"],
    ["site-www.ca", "www.site-www.ca", "active"],
  ] as const)("refuses to sell the same plan again for the site %s (ordered as %s)", async (has, domain, status) => {
    const owner = await newOwner(checked);
    const id = await system.scene.service(owner.query.accountId, { planId: "web-plus", domain: has, status });
    const en = expect.stringContaining(`already has this plan: service ${id} (Web Plus).`);
    const problem = { code: "already_requested", reason: { en } };
    expect(await owner.orderPlan("web-plus", { domain })).toMatchObject({ ok: false, problem });
    const { siteNote } = await valueIn(owner.quotePlanOrder("web-plus", { domain }));
    expect(siteNote).toMatchObject({ en, fr: expect.stringContaining("Une commande serait refusée.") });
  });

  test("accepts another plan for a site that has a service, and the quote names that service", async () => {
    const owner = await newOwner(checked);
    const id = await system.scene.service(owner.query.accountId, { planId: "web-plus", domain: "site-other.ca" });
    const { siteNote } = await valueIn(owner.quotePlanOrder("web-pro", { domain: "www.site-other.ca" }));
    expect(siteNote?.en).toContain(`www.site-other.ca already has a service: ${id} (Web Plus). A plan change`);
    expect(await codeOf(owner.orderPlan("web-pro", { domain: "site-other.ca" }))).toBe("ok");
  });

  test("an ended service does not prevent an order for its site", async () => {
    const owner = await newOwner(checked);
    const site = { domain: "site-ended.ca" };
    await system.scene.service(owner.query.accountId, { planId: "web-plus", ...site, status: "terminated" });
    expect(await valueIn(owner.quotePlanOrder("web-plus", site))).toMatchObject({ siteNote: null });
    expect(await codeOf(owner.orderPlan("web-plus", site))).toBe("ok");
  });
}
