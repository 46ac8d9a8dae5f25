import { expect, test } from "vitest";
import { type Tax, taxesOf } from "../../../workers/billing/engine/invoices/taxes.ts";
import { checkSeller, sellerOf } from "../../../workers/billing/engine/seller/seller.ts";

/** Computed by hand. Amounts in cents, rates in thousandths of a percent. */
test.each<[place: string, businessNumber: string | null, subtotal: number, today: string, taxes: string]>([
  // 1799 × 5 % = 89.95; × 9.975 % = 179.450…
  ["CA-QC", null, 1799, "2026-11-20", "GST 5000: 90, QST 9975: 179"],
  // 1599 × 5 % = 79.95; × 9.975 % = 159.500…
  ["CA-QC", null, 1599, "2026-11-20", "GST 5000: 80, QST 9975: 160"],
  // 150 × 13 % = 19.5, half up
  ["CA-ON", null, 150, "2026-11-20", "HST 13000: 20"],
  ["CA-NB", null, 1000, "2026-11-20", "HST 15000: 150"],
  ["CA-NS", null, 1000, "2025-03-31", "HST 15000: 150"],
  ["CA-NS", null, 1000, "2025-04-01", "HST 14000: 140"],
  ["CA-AB", null, 1010, "2026-11-20", "GST 5000: 51"],
  ["CA", null, 1010, "2026-11-20", "GST 5000: 51"],
  ["FR", null, 799, "2026-11-20", "VAT 20000: 160"],
  // A SIREN is no VAT number.
  ["FR", "123456789", 799, "2026-11-20", "VAT 20000: 160"],
  ["FR", "FR 32 123456789", 799, "2026-11-20", "VAT (reverse charge) 0: 0"],
  ["FR", "DE123456789", 799, "2026-11-20", "VAT 20000: 160"],
  ["GR", "EL123456789", 1000, "2026-11-20", "VAT (reverse charge) 0: 0"],
  // The prefix of Greece is EL alone.
  ["GR", "GR123456789", 1000, "2026-11-20", "VAT 24000: 240"],
  // A business number is no VAT number where there is no VAT.
  ["CA-QC", "CA123456789", 1799, "2026-11-20", "GST 5000: 90, QST 9975: 179"],
  ["US-OR", "US123456789", 1599, "2026-11-20", ""],
  ["FI", null, 1001, "2026-11-20", "VAT 25500: 255"],
  ["EE", null, 1000, "2025-06-30", "VAT 22000: 220"],
  ["EE", null, 1000, "2025-07-01", "VAT 24000: 240"],
  ["US-OR", "12-3456789", 1599, "2026-11-20", ""],
  ["CH", null, 1599, "2026-11-20", ""],
  ["GB", null, 1599, "2026-11-20", ""],
])("%s, business number %s: taxes on %i on %s are %s", (place, businessNumber, subtotal, today, expected) => {
  const [country = "", province = null] = place.split("-");
  const registered = sellerOf({ DEMONSTRATION: "true" });
  expect(inWords(taxesOf(registered, { country, province, businessNumber }, subtotal, today))).toBe(expected);
});

const inWords = (taxes: Tax[]) =>
  taxes.map(({ name, rateThousandths, amount }) => `${name} ${rateThousandths}: ${amount}`).join(", ");

test.each<[seller: string, registrations: string, place: string, businessNumber: string | null, taxes: string]>([
  ["CA", "none", "CA-QC", null, ""],
  ["CA", "none", "FR", null, ""],
  ["CA", "none", "FR", "FR12345678901", ""],
  ["CA", "CA:123456789RT0001", "CA-QC", null, "GST 5000: 50"],
  ["CA", "CA:123456789RT0001", "CA-ON", null, "HST 13000: 130"],
  ["CA", "CA-QC:1234567890TQ0001", "CA-QC", null, "QST 9975: 100"],
  ["CA", "CA:123456789RT0001", "FR", null, ""],
  // A provider in France.
  ["FR", "FR:FR12345678901", "FR", null, "VAT 20000: 200"],
  ["FR", "FR:FR12345678901", "FR", "FR40303265045", "VAT 20000: 200"],
  ["FR", "FR:FR12345678901", "DE", "DE123456789", "VAT (reverse charge) 0: 0"],
  ["FR", "FR:FR12345678901 EU-OSS:FR12345678901", "DE", null, "VAT 19000: 190"],
  // Below the threshold of the one-stop shop.
  ["FR", "FR:FR12345678901", "DE", null, "VAT 20000: 200"],
  ["FR", "FR:FR12345678901", "CA-QC", null, ""],
])(
  "a seller in %s registered as %s charges a customer in %s (%s): %s",
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
])("%j is refused", (settings, words) => {
  expect(() => sellerOf({ DEMONSTRATION: "", ...settings })).toThrow(words);
});

test("a deployment without a seller is refused, but for a demonstration", () => {
  const SELLER = { SELLER_NAME: "A", SELLER_ADDRESS: "B", SELLER_COUNTRY: "CA", TAX_REGISTRATIONS: "none" };
  expect(() => checkSeller({ DEMONSTRATION: "", ...SELLER })).not.toThrow();
  expect(() => checkSeller({ DEMONSTRATION: "true" })).not.toThrow();
  for (const name of Object.keys(SELLER)) {
    expect(() => checkSeller({ DEMONSTRATION: "", ...SELLER, [name]: "" })).toThrow(`set ${name}`);
  }
});
