import { describe, expect, test } from "vitest";
import type { DomainOrder } from "../../../shared/billing-contract/domain-orders.ts";
import type { Money } from "../../../shared/billing-contract/result.ts";
import {
  type DomainOrderFacts,
  domainOrderQuote,
  refusedDomainOrder,
  refusedDomainQuote,
  refusedYears,
} from "../../../shared/ordering/domain-orders.ts";
import type { HeldDomain } from "../../../shared/ordering/name-obstacles.ts";
import { ACCOUNT, codesInTurn, LINKS, TERMS } from "./support/facts.ts";

const PRICE = { amount: 1200, currency: "EUR" };
const ORDER: DomainOrder = {
  domain: "studio.fr",
  type: "register",
  years: 1,
  availability: "available",
  retryAfter: null,
  authCode: null,
  acceptTerms: TERMS.version,
  fields: {},
  expectedPrice: 1200,
};
const FACTS: DomainOrderFacts & { price: Money } = {
  country: "FR",
  hasContact: true,
  held: null,
  terms: TERMS,
  price: PRICE,
  pricedYears: null,
  paymentMethodOnFile: true,
  links: LINKS,
};
const PENDING: HeldDomain = { isOwn: true, status: "pending", unpaidInvoice: { id: 41, number: "2026-41" } };

const refused = (order: Partial<DomainOrder>, facts: Partial<DomainOrderFacts> = {}) =>
  refusedDomainOrder({ ...ORDER, ...order }, { ...FACTS, ...facts });

test("the faults of a domain order are reported one by one in the order of the billing contract", () => {
  const broken = {
    ...{ ...ORDER, ...FACTS, years: 11, availability: "unknown" as const, expectedPrice: 1, acceptTerms: null },
    ...{ country: "US", held: PENDING, paymentMethodOnFile: false },
  };
  const repairs = [
    { retryAfter: 9 },
    { held: { ...PENDING, isOwn: false, status: "active" as const } },
    { years: 1 },
    { availability: "available" as const },
    { held: null },
    { country: "FR" },
    { expectedPrice: 1200 },
    { acceptTerms: TERMS.version },
    { paymentMethodOnFile: true },
  ];
  expect(codesInTurn<DomainOrder & DomainOrderFacts>(broken, repairs, (all) => refusedDomainOrder(all, all))).toEqual([
    "not_offered",
    "already_requested",
    "invalid_body",
    "server_unavailable",
    "not_available",
    "registrant_ineligible",
    "price_changed",
    "terms_not_accepted",
    "payment_method_missing",
    undefined,
  ]);
});

test("the next steps lead to the client area of the billing system", () => {
  expect(refused({}, { held: PENDING })).toMatchObject({
    reason: { en: "This name is already on order. Its invoice, 2026-41, is unpaid." },
    actionRequired: { type: "pay_invoice", path: "/invoice.php?id=41" },
  });
  expect(refused({}, { country: "US" })).toMatchObject({ actionRequired: { path: "/profile.php" } });
  expect(refused({}, { paymentMethodOnFile: false })).toMatchObject({ actionRequired: { path: "/cards.php" } });
});

describe("the number of years of a registration", () => {
  test.each<[priced: number[] | null, years: number, message: string | undefined]>([
    [[1, 2, 3], 4, "must be from 1 to 3 under this extension"],
    [[1, 12], 12, "must be 1 under this extension"],
  ])("is checked against the prices %j: %i", (priced, years, message) => {
    const [refused] = refusedYears({ type: "register", domain: "studio.com", years }, priced);
    expect(refused?.message.en).toBe(message);
  });

  test("cannot be chosen if no price fits the registry's terms, so the extension is not sold", () => {
    const order = { ...ORDER, domain: "studio.ai" };
    expect(refusedDomainOrder(order, { ...FACTS, price: null, pricedYears: [1] })).toMatchObject({
      code: "not_offered",
    });
    expect(refusedDomainQuote(order, { pricedYears: [1] })).toMatchObject({ code: "not_offered" });
    expect(refusedDomainQuote({ ...order, years: 2 }, { pricedYears: [1, 2] })).toBeNull();
  });

  test("is one for a transfer, whichever terms have prices", () => {
    expect(refusedYears({ type: "transfer", domain: "studio.com", years: 1 }, [2])).toEqual([]);
  });
});

describe("a quote for a domain order", () => {
  const quote = (order: Partial<DomainOrder>, facts: Partial<typeof FACTS> = {}) =>
    domainOrderQuote(ACCOUNT, { ...ORDER, ...order }, { ...FACTS, ...facts }, RENEWAL);
  const RENEWAL = { price: { amount: 1500, currency: "EUR" }, years: 1, autoRenew: false };

  test("is refused if no customer could place the order", () => {
    const refusal = (order: Partial<DomainOrder>) => refusedDomainQuote({ ...ORDER, ...order }, FACTS)?.code;
    expect(refusal({ availability: "unknown", retryAfter: null })).toBe("not_offered");
    expect(refusal({ years: 11 })).toBe("invalid_body");
    expect(refusal({ availability: "unknown", retryAfter: 9 })).toBe("server_unavailable");
    expect(refusal({ availability: "taken" })).toBeUndefined();
  });

  test("contains the prices, the renewal and the requirements of the registry", () => {
    expect(quote({ domain: "studio.com", type: "transfer", availability: "taken" })).toMatchObject({
      ...{ available: true, obstacle: null, price: PRICE, renewalPrice: RENEWAL.price, renewalYears: 1 },
      ...{ needsAuthCode: true, autoRenew: false, registrant: { country: "FR", eligible: true, rule: null } },
      ...{ transferTerm: { en: "A transfer adds one year to what is left." }, missing: [] },
    });
  });

  test("states why the order would be refused and what is missing", () => {
    const { available, obstacle, registrant, missing } = quote({ availability: "taken" }, {
      country: "US",
      paymentMethodOnFile: false,
    } as Partial<typeof FACTS>);
    expect(available).toBe(false);
    expect(obstacle?.en).toMatch(/^This name is already registered\./);
    expect(registrant).toMatchObject({ eligible: false });
    expect(missing.map(({ path }) => path)).toEqual(["/profile.php", "/cards.php"]);
    expect(quote({}, { held: PENDING }).obstacle?.en).toMatch(/on order.+41/);
  });

  test("states only that the domain is registered if another customer holds it", () => {
    const held: HeldDomain = { isOwn: false, status: "active", unpaidInvoice: { id: 41, number: "2026-41" } };
    expect(quote({ availability: "taken" }, { held }).obstacle).toEqual({
      en: "This name is already registered.",
      fr: "Ce nom est déjà enregistré.",
    });
    const transfer = quote({ availability: "available", type: "transfer" }, { held });
    expect(transfer.obstacle?.en).toBe("This name cannot be transferred until its current holder releases it.");
  });
});
