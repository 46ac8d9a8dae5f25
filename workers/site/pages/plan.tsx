import type { PlanAnswer, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import { DiscountChip, PlanPrices } from "../components/plan-prices.tsx";
import { SitePage } from "../components/site-page.tsx";
import { currencyOf, pageMaxAge, type SitePageRequest } from "../page-request.ts";
import { failurePage } from "./failure.tsx";
import { planTexts } from "./plan-texts.ts";

/**
 * Handles `/plans/{id}`. It shows a plan's prices per billing cycle, its features and its order link. Returns `null` if
 * the plan is not sold.
 */
export async function plan(request: SitePageRequest, id: string): Promise<Response | null> {
  const { context, visit, requestId } = request;
  const { theme, catalogue } = context;
  const asked = currencyOf(visit);
  const question = { requestId, origin: visit.url.origin, language: visit.language };
  const read = (currency: Currency | undefined) =>
    Promise.all([catalogue.plan(id, { ...question, currency }), catalogue.index({ ...question, currency })]);
  let [found, index] = await read(asked);
  // The currency in an old link may no longer be sold.
  if (found === "not_sold") [found, index] = await read(undefined);
  if (found === "not_found") return null;
  if (found === null || found === "not_sold") return failurePage("unavailable", theme, visit);
  const shown = found.value.plan;
  const line = index?.value.product_lines.find((one) => one.id === shown.line) ?? null;
  const { currency } = found.value;
  const offered = index?.value.currencies ?? [];
  return pageResponse(<PlanPage request={request} plan={shown} line={line} currency={currency} offered={offered} />, {
    theme,
    visit,
    maxAge: pageMaxAge([found, index]),
  });
}

interface PlanPageProps {
  request: SitePageRequest;
  plan: PlanAnswer["plan"];
  /** The plan's product line; `null` if it could not be read. */
  line: ProductLine | null;
  currency: Currency;
  offered: Currency[];
}

function PlanPage({ request, plan, line, currency, offered }: PlanPageProps) {
  const { visit } = request;
  const { language } = visit;
  const texts = planTexts[language];
  return (
    <SitePage
      request={request}
      path={`/plans/${encodeURIComponent(plan.id)}`}
      title={plan.name}
      description={plan.description}
      width="wide"
    >
      <div class="stack loose">
        <header class="stack tight">
          {line && (
            <p class="links muted">
              <a href={line.page_url}>{line.name}</a>
            </p>
          )}
          <h1>{plan.name}</h1>
          <p class="lead">{plan.description}</p>
        </header>
        <section class="card stack" aria-labelledby="prices">
          <div class="with-action">
            <div class="stack tight">
              <h2 id="prices">{texts.prices.title}</h2>
              <p class="muted">{texts.taxes}</p>
            </div>
            <CurrencyChoice visit={visit} offered={offered} current={currency} label={texts.currency} />
          </div>
          <DiscountChip discount={plan.first_year_discount} language={language} />
          <PlanPrices plan={plan} currency={currency} language={language} />
          <p class="buttons">
            <a class="button primary" href={plan.order_url}>
              {texts.order}
              <span class="only-heard"> {plan.name}</span>
            </a>
          </p>
        </section>
        <section class="card stack" aria-labelledby="features">
          <h2 id="features">{texts.features}</h2>
          <ul class="stack tight marks">
            {plan.features.map((feature) => (
              <li>{feature}</li>
            ))}
          </ul>
        </section>
        <Specifications specifications={plan.specifications} language={language} />
      </div>
    </SitePage>
  );
}

function Specifications(props: Pick<PlanAnswer["plan"], "specifications"> & Pick<Visit, "language">) {
  const { specifications, language } = props;
  const texts = planTexts[language];
  if (specifications.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="specifications">
      <h2 id="specifications">{texts.specifications}</h2>
      <div class="pair specifications">
        {[...Map.groupBy(specifications, ({ group }) => group)].map(([group, rows]) => (
          <div class="stack tight">
            <h3>{group}</h3>
            <DataTable
              even
              caption={group}
              columns={[{ label: texts.specification }, { label: texts.value }]}
              rows={rows.map(({ name, value }) => ({ key: name, cells: [name, value] }))}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
