import { expect, test } from "vitest";
import { taxesOf } from "../../../workers/billing/engine/invoices/taxes.ts";

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
  const taxes = taxesOf({ country, province, businessNumber }, subtotal, today);
  const lines = taxes.map(({ name, rateThousandths, amount }) => `${name} ${rateThousandths}: ${amount}`);
  expect(lines.join(", ")).toBe(expected);
});
