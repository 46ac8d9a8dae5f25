import { expect, test } from "vitest";
import { type Tax, taxesOf } from "../../../workers/billing/engine/invoices/taxes.ts";
import { checkSeller, sellerOf } from "../../../workers/billing/engine/seller/seller.ts";
import { casesOf } from "../../support/cases.ts";

/**
 * The expected taxes were calculated manually; some rows end with the method or the reason. Amounts are in cents, rates
 * in thousandths of a percent.
 */
const CASES = casesOf<{
  taxes: [place: string, businessNumber: string | null, subtotal: number, today: string, taxes: string, why?: string][];
  sellers: [seller: string, registrations: string, place: string, number: string | null, taxes: string, why?: string][];
}>(import.meta.url);

test.each(CASES.taxes)(
  "for a customer in %s with the business number %s, the taxes on %i on %s are %s",
  (place, businessNumber, subtotal, today, expected) => {
    const [country = "", province = null] = place.split("-");
    const registered = sellerOf({ DEMONSTRATION: "true" });
    expect(inWords(taxesOf(registered, { country, province, businessNumber }, subtotal, today))).toBe(expected);
  },
);

const inWords = (taxes: Tax[]) =>
  taxes.map(({ name, rateThousandths, amount }) => `${name} ${rateThousandths}: ${amount}`).join(", ");

test.each(CASES.sellers)(
  "a seller in %s with the registrations %s charges a customer in %s (%s): %s",
  (seller, registrations, place, number, expected) => {
    const from = sellerOf({ DEMONSTRATION: "", SELLER_COUNTRY: seller, TAX_REGISTRATIONS: registrations });
    const [country = "", province = null] = place.split("-");
    expect(inWords(taxesOf(from, { country, province, businessNumber: number }, 1000, "2026-11-20"))).toBe(expected);
  },
);

test.each([
  [{ SELLER_COUNTRY: "Canada" }, "SELLER_COUNTRY"],
  [{ TAX_REGISTRATIONS: "US:123456789" }, "TAX_REGISTRATIONS has US:123456789"],
  [{ TAX_REGISTRATIONS: "CA" }, "TAX_REGISTRATIONS has CA"],
])("the settings %j are refused", (settings, words) => {
  expect(() => sellerOf({ DEMONSTRATION: "", ...settings })).toThrow(words);
});

test("a deployment without a seller is refused, except for a demonstration", () => {
  const SELLER = { SELLER_NAME: "A", SELLER_ADDRESS: "B", SELLER_COUNTRY: "CA", TAX_REGISTRATIONS: "none" };
  expect(() => checkSeller({ DEMONSTRATION: "", ...SELLER })).not.toThrow();
  expect(() => checkSeller({ DEMONSTRATION: "true" })).not.toThrow();
  for (const name of Object.keys(SELLER)) {
    expect(() => checkSeller({ DEMONSTRATION: "", ...SELLER, [name]: "" })).toThrow(`set ${name}`);
  }
});
