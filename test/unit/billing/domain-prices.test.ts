import { describe, expect, test } from "vitest";
import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import { termLine } from "../../../workers/billing/engine/invoices/term-line.ts";
import {
  domainOrderPrice,
  renewalLines,
  renewalPriceNow,
  renewalTerm,
} from "../../../workers/billing/engine/pricing/domain-prices.ts";

const domain = (own: Partial<CustomerDomain> = {}) =>
  ({ name: "a.com", status: "active", renewalPrice: 3_000, renewalYears: 2, ...own }) as CustomerDomain;

test("an order costs the registration price for the first year and the renewal price for each additional year", () => {
  const prices = { register: 1_000, transfer: 1_500, renew: 2_000 };
  expect(domainOrderPrice(prices, { type: "register", years: 1 })).toBe(1_000);
  expect(domainOrderPrice(prices, { type: "register", years: 3 })).toBe(5_000);
  expect(domainOrderPrice(prices, { type: "transfer", years: 3 })).toBe(1_500);
});

test("a renewal has the agreed number of years and the agreed price", () => {
  expect(renewalTerm(domain())).toEqual({ renewalPrice: 3_000, renewalYears: 2 });
  expect(renewalTerm(domain({ renewalPrice: null }))).toEqual({ renewalPrice: null, renewalYears: 2 });
  expect(renewalTerm(domain({ renewalYears: 99 })), "longer than any that is sold").toMatchObject({ renewalYears: 99 });
});

test("a domain in redemption also costs a restoration fee in its currency", () => {
  expect(renewalPriceNow(domain(), "CAD")).toBe(3_000);
  expect(renewalPriceNow(domain({ status: "expired" }), "CAD")).toBe(3_000);
  const redeemed = domain({ status: "redemption" });
  expect((["CAD", "EUR", "USD"] as const).map((currency) => renewalPriceNow(redeemed, currency))).toEqual([
    ...[15_000, 11_000, 12_000],
  ]);
  expect(renewalPriceNow(domain({ status: "redemption", renewalPrice: null }), "CAD")).toBeNull();
});

describe("the invoice lines of a renewal", () => {
  const amounts = (...given: Parameters<typeof renewalLines>) =>
    renewalLines(...given)?.map(({ amount }) => amount) ?? null;

  test("use the agreed price in proportion to the renewed years", () => {
    expect(amounts(domain(), 2, 9_999, "CAD")).toEqual([3_000]);
    expect(amounts(domain(), 1, null, "CAD")).toEqual([1_500]);
    expect(amounts(domain({ status: "redemption" }), 2, null, "EUR")).toEqual([3_000, 8_000]);
  });

  test("use the list price if the domain has no price, and are null if the list has no price either", () => {
    expect(amounts(domain({ renewalPrice: null }), 3, 1_000, "CAD")).toEqual([3_000]);
    expect(amounts(domain({ renewalPrice: null }), 3, 0, "CAD"), "for nothing").toEqual([0]);
    expect(amounts(domain({ renewalPrice: null }), 3, null, "CAD")).toBeNull();
    expect(amounts(domain({ renewalPrice: null, status: "redemption" }), 1, null, "CAD")).toBeNull();
  });

  test("state the domain and the number of years", () => {
    const [one] = renewalLines(domain({ renewalYears: 1 }), 1, null, "CAD") ?? [];
    expect(one?.description).toEqual({ en: "Renewal of a.com, 1 year", fr: "Renouvellement de a.com, 1 an" });
    const [two] = renewalLines(domain(), 2, null, "CAD") ?? [];
    expect(two?.description).toEqual({ en: "Renewal of a.com, 2 years", fr: "Renouvellement de a.com, 2 ans" });
  });

  test.each([
    ["a.com", " (a.com)"],
    [null, ""],
  ])("state a service's plan, its site %s and its first day", (site, named) => {
    const { description } = termLine({ en: "E-mail", fr: "Courriel" }, site, "2026-12-11", 500);
    expect(description).toEqual({
      en: `E-mail${named}, from 11 December 2026`,
      fr: `Courriel${named}, à partir du 11 décembre 2026`,
    });
  });
});
