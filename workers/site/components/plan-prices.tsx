import type { FirstYearDiscount, Plan, Price } from "../../../shared/catalogue-contract/answers.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { formatDate, formatMoney } from "../../../shared/pages/formats.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { planTexts } from "../pages/plan-texts.ts";
import type { PriceFormat } from "../shown-prices.ts";

/** Maximum number of amount columns that fit next to the billing cycle on a phone. */
const COMPACT_COLUMNS = 3;

/** Renders a plan's price for each billing cycle. Columns that would be empty, such as the set-up fee, are omitted. */
export function PlanPrices({ plan: { prices }, currency, language }: PriceFormat & { plan: Plan }) {
  const texts = planTexts[language];
  const words = texts.prices;
  const money = (amount: number | null) => (amount === null ? "–" : formatMoney(amount, currency, language));
  const columns: { label: string; cell: (price: Price) => string }[] = [
    { label: words.amount, cell: ({ amount }) => money(amount) },
    { label: words.monthly, cell: ({ monthly_equivalent }) => money(monthly_equivalent) },
  ];
  const hasDiscount = prices.some(({ first_year_amount }) => first_year_amount !== null);
  if (hasDiscount) columns.push({ label: words.firstYear, cell: ({ first_year_amount }) => money(first_year_amount) });
  if (prices.some(({ setup_fee }) => setup_fee > 0)) {
    columns.push({ label: words.setupFee, cell: ({ setup_fee }) => (setup_fee > 0 ? money(setup_fee) : words.none) });
  }
  return (
    <>
      <DataTable
        compact={columns.length <= COMPACT_COLUMNS}
        caption={words.title}
        columns={[{ label: words.cycle }, ...columns.map(({ label }) => ({ label, amount: true }))]}
        rows={prices.map((price) => ({
          key: price.billing_cycle,
          cells: [capitalized(texts.cycles[price.billing_cycle]), ...columns.map(({ cell }) => cell(price))],
        }))}
      />
      {hasDiscount && <p class="muted small">{words.afterFirstYear}</p>}
    </>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Renders a plan's first-year discount with its billing cycles, if there is one. */
export function DiscountChip({ discount, language }: { discount: FirstYearDiscount | null; language: Language }) {
  if (!discount) return null;
  return (
    <p class="chips">
      <span class="chip">{discountText(discount, language)}</span>
    </p>
  );
}

function discountText({ percent, billing_cycles, ends_on }: FirstYearDiscount, language: Language): string {
  const texts = planTexts[language];
  const cycles = new Intl.ListFormat(language, { type: "disjunction" }).format(
    billing_cycles.map((cycle) => texts.cycles[cycle]),
  );
  const offer = texts.discount(percent, cycles);
  return ends_on ? `${offer} · ${texts.until(formatDate(ends_on, language))}` : offer;
}
