import { expect, test } from "vitest";
import { taxesOf } from "../../../workers/billing/engine/invoices/taxes.ts";

/** Computed by hand. Amounts in cents. */
test.each<[string, string | null, string | null, number, string, [string, number, number][]]>([
  // 1799 × 5 % = 89.95; × 9.975 % = 179.450…
  [
    "CA",
    "QC",
    null,
    1799,
    "2026-11-20",
    [
      ["GST", 5000, 90],
      ["QST", 9975, 179],
    ],
  ],
  // 1599 × 5 % = 79.95; × 9.975 % = 159.500…
  [
    "CA",
    "QC",
    null,
    1599,
    "2026-11-20",
    [
      ["GST", 5000, 80],
      ["QST", 9975, 160],
    ],
  ],
  // 150 × 13 % = 19.5, half up
  ["CA", "ON", null, 150, "2026-11-20", [["HST", 13_000, 20]]],
  ["CA", "NB", null, 1000, "2026-11-20", [["HST", 15_000, 150]]],
  ["CA", "NS", null, 1000, "2025-03-31", [["HST", 15_000, 150]]],
  ["CA", "NS", null, 1000, "2025-04-01", [["HST", 14_000, 140]]],
  ["CA", "AB", null, 1010, "2026-11-20", [["GST", 5000, 51]]],
  ["CA", null, null, 1010, "2026-11-20", [["GST", 5000, 51]]],
  ["FR", null, null, 799, "2026-11-20", [["VAT", 20_000, 160]]],
  // A SIREN is no VAT number.
  ["FR", null, "123456789", 799, "2026-11-20", [["VAT", 20_000, 160]]],
  ["FR", null, "FR 32 123456789", 799, "2026-11-20", [["VAT (reverse charge)", 0, 0]]],
  ["FR", null, "DE123456789", 799, "2026-11-20", [["VAT", 20_000, 160]]],
  ["GR", null, "EL123456789", 1000, "2026-11-20", [["VAT (reverse charge)", 0, 0]]],
  ["FI", null, null, 1001, "2026-11-20", [["VAT", 25_500, 255]]],
  ["EE", null, null, 1000, "2025-06-30", [["VAT", 22_000, 220]]],
  ["EE", null, null, 1000, "2025-07-01", [["VAT", 24_000, 240]]],
  ["US", "OR", "12-3456789", 1599, "2026-11-20", []],
  ["CH", null, null, 1599, "2026-11-20", []],
  ["GB", null, null, 1599, "2026-11-20", []],
])("%s %s %s: taxes on %i on %s", (country, province, businessNumber, subtotal, today, expected) => {
  const taxes = taxesOf({ country, province, businessNumber }, subtotal, today);
  expect(taxes.map(({ name, rateThousandths, amount }) => [name, rateThousandths, amount])).toEqual(expected);
});
