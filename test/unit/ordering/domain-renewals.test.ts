import { expect, test } from "vitest";
import type { CustomerDomain } from "../../../shared/billing-contract/customer.ts";
import { type DomainRenewalFacts, refusedDomainRenewal } from "../../../shared/ordering/domain-renewals.ts";
import { codesInTurn, LINKS, TODAY } from "./support/facts.ts";

const DOMAIN: CustomerDomain = {
  id: 3,
  name: "studio.com",
  status: "active",
  registeredOn: "2024-02-01",
  expiresOn: "2027-02-01",
  nextDueDate: "2027-02-01",
  renewalPrice: 1500,
  renewalYears: 1,
  autoRenew: true,
};
const RENEWAL = { domain: "studio.com", years: 1, expectedPrice: 1500 };
const FACTS: DomainRenewalFacts = {
  domain: DOMAIN,
  open: null,
  price: { amount: 1500, currency: "EUR" },
  pricedYears: null,
  today: TODAY,
  paymentMethodOnFile: true,
  links: LINKS,
};

const refused = (facts: Partial<DomainRenewalFacts>, years = 1) =>
  refusedDomainRenewal({ ...RENEWAL, years }, { ...FACTS, ...facts });

test("the faults of a renewal are reported one by one in the order of the billing contract", () => {
  const broken = {
    ...{ ...RENEWAL, expectedPrice: 1, years: 11 },
    facts: {
      ...FACTS,
      open: { unpaidInvoice: { id: 8, number: "2026-8" } },
      price: null,
      paymentMethodOnFile: false,
    } as DomainRenewalFacts,
  };
  const facts = { ...broken.facts, price: FACTS.price };
  const repairs = [
    { facts },
    { facts: { ...facts, open: null } },
    { years: 1 },
    { expectedPrice: 1500 },
    { facts: { ...FACTS } },
  ];
  expect(codesInTurn(broken, repairs, (all) => refusedDomainRenewal({ ...all, domain: "" }, all.facts))).toEqual([
    "not_offered",
    "already_requested",
    "invalid_body",
    "price_changed",
    "payment_method_missing",
    undefined,
  ]);
});

const of = (domain: Partial<CustomerDomain>) => ({ domain: { ...DOMAIN, ...domain } });
const NOT_OFFERED = { code: "not_offered" };
const NOT_RENEWABLE = { code: "not_renewable" };
const YEARS = { pointer: "/years", message: { en: "must be 1 or 2 under this extension" } };
const TEN_YEARS = { ...NOT_RENEWABLE, reason: { en: "The registry registers names for at most 10 years ahead." } };
const EARLY = { en: "The registry renews this name only in its last 180 days: from 2026-12-03." };

test.each<[what: string, Partial<DomainRenewalFacts>, years: number, expected: object | null]>([
  ["a term without a price", { pricedYears: [1, 2], price: null }, 3, { code: "invalid_body", refused: [YEARS] }],
  ["no term with a price", { pricedYears: [], price: null }, 1, NOT_OFFERED],
  ["no priced term that the registry accepts", { pricedYears: [1], ...of({ name: "studio.ai" }) }, 1, NOT_OFFERED],
  ["a domain that was transferred away", { price: null, ...of({ status: "transferred_away" }) }, 1, NOT_RENEWABLE],
  ["a domain that waits for its registration", of({ status: "pending" }), 1, NOT_RENEWABLE],
  ["a domain after its redemption, whatever its status", of({ expiresOn: "2026-08-01" }), 1, NOT_RENEWABLE],
  ["the last day of its redemption", of({ expiresOn: "2026-09-08" }), 1, null],
  ["more years than the registry allows in advance", {}, 10, TEN_YEARS],
  ["too early for the registry", of({ name: "studio.co.uk", expiresOn: "2027-06-01" }), 1, { reason: EARLY }],
  [
    "the first day on which the registry accepts a renewal",
    of({ name: "studio.co.uk", expiresOn: "2027-05-21" }),
    1,
    null,
  ],
  ["the day before", of({ name: "studio.co.uk", expiresOn: "2027-05-22" }), 1, NOT_RENEWABLE],
])(
  "a renewal is refused with the reason, or allowed if nothing prevents it: %s, %o, %i",
  (_, facts, years, expected) => {
    const refusal = refused(facts, years);
    if (expected) expect(refusal).toMatchObject(expected);
    else expect(refusal).toBeNull();
  },
);
