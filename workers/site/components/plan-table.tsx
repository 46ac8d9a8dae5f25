// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table laid out as blocks.
import type { Plan, Price } from "../../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../../shared/pages/formats.ts";
import { planTexts } from "../pages/plan-texts.ts";
import type { PriceFormat } from "../shown-prices.ts";
import { DiscountChip } from "./plan-prices.tsx";

interface PlanTableProps extends PriceFormat {
  caption: string;
  plans: Plan[];
}

/** So many billing cycles fit side by side on a wide screen. */
const MAX_COLUMNS = 4;

/** Plans with the price of every billing cycle, a column for each; on a small screen, or with many cycles, one block per plan. */
export function PlanTable({ caption, plans, ...format }: PlanTableProps) {
  const texts = planTexts[format.language];
  const byLength = plans.flatMap(({ prices }) => prices).sort((one, other) => (one.months ?? 0) - (other.months ?? 0));
  const cycles = [...new Set(byLength.map(({ billing_cycle }) => billing_cycle))];
  return (
    <table class={cycles.length > MAX_COLUMNS ? "plans many" : "plans"} role="table">
      <caption class="only-heard">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {texts.plan}
          </th>
          {cycles.map((cycle) => (
            <th role="columnheader" scope="col" class="amount">
              {texts.terms[cycle]}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span class="only-heard">{texts.order}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {plans.map((plan) => (
          <tr role="row" id={plan.id}>
            <th role="rowheader" scope="row">
              <a href={plan.page_url}>{plan.name}</a>
              <p class="muted small">{plan.description}</p>
              <DiscountChip discount={plan.first_year_discount} language={format.language} />
            </th>
            {cycles.map((cycle) => {
              const price = plan.prices.find(({ billing_cycle }) => billing_cycle === cycle);
              return (
                <td role="cell" data-label={texts.terms[cycle]} class={price ? "amount" : "amount absent"}>
                  {price ? <CyclePrice price={price} {...format} /> : "–"}
                </td>
              );
            })}
            <td role="cell" class="order">
              <a class="button" href={plan.order_url}>
                {texts.order}
                <span class="only-heard"> {plan.name}</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a billing cycle costs, and what that is a month, for the first year and to set up, where it differs. */
function CyclePrice({ price, currency, language }: PriceFormat & { price: Price }) {
  const texts = planTexts[language];
  const money = (amount: number) => formatMoney(amount, currency, language);
  const { amount, monthly_equivalent: month, first_year_amount: firstYear, setup_fee: setupFee } = price;
  return (
    <div>
      <span class="strong">{money(amount)}</span>
      {month !== null && month !== amount && <span class="muted small"> {texts.aMonth(money(month))}</span>}
      {firstYear !== null && <span class="small"> {texts.firstYear(money(firstYear))}</span>}
      {setupFee > 0 && <span class="muted small"> {texts.setupFee(money(setupFee))}</span>}
    </div>
  );
}
