import { describe, expect, test } from "vitest";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import type { PlanOrder } from "../../../shared/billing-contract/plan-orders.ts";
import { cancellationStatement, refusedCancellation } from "../../../shared/ordering/cancellations.ts";
import { type PlanChangeFacts, planChangeObstacle, refusedPlanChange } from "../../../shared/ordering/plan-changes.ts";
import { type PlanOrderFacts, refusedPlanOrder, refusedPlanQuote } from "../../../shared/ordering/plan-orders.ts";
import { ACCOUNT, codesInTurn, LINKS, TERMS, TODAY } from "./support/facts.ts";

const PRICE = { amount: 900, currency: "EUR" };
const PAYMENT = { paymentMethodOnFile: true, links: LINKS };
const SERVICE: CustomerService = {
  id: 12,
  plan: "Web Start",
  planId: "web-start",
  line: "web",
  domain: "studio.fr",
  status: "active",
  billingCycle: "monthly",
  nextDueDate: "2026-12-10",
  recurringPrice: 900,
  cancellation: null,
};

describe("an order for a plan", () => {
  const ORDER: PlanOrder = {
    ...{ planId: "web-start", billingCycle: "monthly" as const, domain: "studio.fr", promotion: "SPRING" },
    ...{ acceptTerms: null, expectedPrice: 1 },
  };
  const FACTS: PlanOrderFacts = {
    ...{ isSiteRefused: true, isPromotionCurrent: false, open: { unpaidInvoice: null }, terms: TERMS, price: PRICE },
    ...{ siteService: { id: 12, plan: "Web Start", planId: "web-start" }, ...PAYMENT, paymentMethodOnFile: false },
  };

  test("has its faults reported one by one in the order of the billing contract", () => {
    const repairs = [
      { open: null },
      { siteService: { id: 12, plan: "Web Plus", planId: "web-plus" } },
      { isSiteRefused: false },
      { isPromotionCurrent: true },
      { expectedPrice: 900 },
      { acceptTerms: TERMS.version },
      { paymentMethodOnFile: true },
    ];
    const broken = { ...ORDER, ...FACTS };
    expect(codesInTurn<PlanOrder & PlanOrderFacts>(broken, repairs, (all) => refusedPlanOrder(all, all))).toEqual([
      "already_requested",
      "already_requested",
      "not_allowed",
      "invalid_body",
      "price_changed",
      "terms_not_accepted",
      "payment_method_missing",
      undefined,
    ]);
  });

  test("needs no promotion, and may use only a current one", () => {
    const facts = { isSiteRefused: false, isPromotionCurrent: false };
    expect(refusedPlanQuote({ ...ORDER, promotion: null }, facts)).toBeNull();
    expect(refusedPlanQuote(ORDER, { ...facts, isPromotionCurrent: true })).toBeNull();
    expect(refusedPlanQuote(ORDER, facts)).toMatchObject({ refused: [{ pointer: "/promotion" }] });
  });
});

describe("a plan change", () => {
  const CHOSEN = { planId: "web-plus", billingCycle: "monthly" } as const;
  const FACTS: PlanChangeFacts = {
    ...{ service: SERVICE, chosen: CHOSEN, isOnUpgradePath: true, open: null, today: TODAY, links: LINKS },
  };
  const obstacle = (facts: Partial<PlanChangeFacts>) => planChangeObstacle({ ...FACTS, ...facts })?.en ?? null;

  const service = (changes: Partial<CustomerService>) => ({ service: { ...SERVICE, ...changes } });
  const open = (to: PlanChangeFacts["chosen"] | null) => ({ open: { to, unpaidInvoice: { id: 5, number: "2026-5" } } });
  const cancellation = { when: "immediately", effectiveOn: TODAY, requestedAt: "" } as const;

  test.each<[what: string, facts: Partial<PlanChangeFacts>, obstacle: RegExp | null]>([
    ["no reason to refuse", {}, null],
    ["a suspended service", service({ status: "suspended" }), /^Only an active service/],
    ["the same change on order", open(CHOSEN), /already on order\. Its invoice, 2026-5,/],
    ["another change on order", open({ ...CHOSEN, planId: "web-max" }), /^Another change of this service is unpaid/],
    ["a term that ends today", service({ nextDueDate: TODAY }), /^The paid term has ended/],
    ["a cancellation", service({ cancellation }), /being cancelled/],
    ["another product line", { isOnUpgradePath: false }, /upgrade path/],
    [
      "its current plan and cycle",
      { chosen: { planId: "web-start", billingCycle: "monthly" } },
      /^The service already has this plan and billing cycle\.$/,
    ],
    ["another cycle of its plan", { chosen: { planId: "web-start", billingCycle: "annually" } }, null],
  ])("is refused for %s, or allowed if there is no reason", (_, facts, expected) => {
    if (expected) expect(obstacle(facts)).toMatch(expected);
    else expect(obstacle(facts)).toBeNull();
  });

  test("has its faults reported one by one in the order of the billing contract", () => {
    const open = { to: CHOSEN, unpaidInvoice: { id: 5, number: "2026-5" } };
    const broken = { ...FACTS, open, price: PRICE, expectedPrice: 1, paymentMethodOnFile: false };
    const repairs = [
      { open: { ...open, to: { ...CHOSEN, billingCycle: "annually" as const } } },
      { open: null },
      { expectedPrice: 900 },
      { paymentMethodOnFile: true },
    ];
    expect(planChangeObstacle(broken)?.fr).toMatch(/^Ce changement est déjà commandé\. Sa facture, 2026-5,/);
    type All = Omit<typeof broken, "open"> & Pick<PlanChangeFacts, "open">;
    const change = { ...CHOSEN, serviceId: 12 };
    expect(codesInTurn<All>(broken as All, repairs, (all) => refusedPlanChange({ ...change, ...all }, all))).toEqual([
      "already_requested",
      "not_changeable",
      "price_changed",
      "payment_method_missing",
      undefined,
    ]);
  });
});

describe("a cancellation", () => {
  const AT_ONCE = { endsAtOnce: true, withdrawsUnpaid: true };
  const LATER = { endsAtOnce: false, withdrawsUnpaid: false };

  test.each<[what: string, Partial<CustomerService>, code: string | undefined]>([
    ["of an active service", {}, undefined],
    ["of a suspended service", { status: "suspended" }, undefined],
    ["of a terminated service", { status: "terminated" }, "not_cancellable"],
    ["of a one-time service", { billingCycle: "one_time" }, "not_cancellable"],
    [
      "that was already requested, of a cancelled service",
      { status: "cancelled", cancellation: { when: "immediately", effectiveOn: TODAY, requestedAt: "" } },
      "already_requested",
    ],
  ])("%s is possible only if the service recurs, has not ended and has no earlier cancellation", (_, service, code) => {
    expect(refusedCancellation({ ...SERVICE, ...service })?.code).toBe(code);
  });

  test.each([
    ["end_of_period", "2026-12-10", AT_ONCE, "2026-12-10"],
    ["immediately", "2026-12-10", AT_ONCE, TODAY],
    ["immediately", "2026-12-10", LATER, "2026-11-23"],
  ] as const)("with %s, paid until %s and with %o, takes effect on %s", (when, nextDueDate, effects, effectiveOn) => {
    const service = { ...SERVICE, nextDueDate };
    expect(cancellationStatement(ACCOUNT, service, when, TODAY, effects)).toMatchObject({
      ...{ account: ACCOUNT, service, when, effectiveOn },
    });
  });

  test("promises no more than the billing system does automatically", () => {
    const consequences = (effects: typeof LATER) =>
      cancellationStatement(ACCOUNT, SERVICE, "immediately", TODAY, effects).consequences.map(({ en }) => en);
    const [once, , unpaid] = consequences(AT_ONCE);
    expect([once, unpaid]).toEqual([
      "Web Start (studio.fr) ends immediately.",
      "It is not renewed, and unpaid invoices for it are cancelled now. A payment in progress becomes account credit.",
    ]);
    expect(consequences(LATER).join(" ")).toMatch(/within a day.*may stay due/);
    expect(consequences(LATER).join(" ")).not.toMatch(/at once|withdrawn/);
  });
});
