// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table laid out as blocks.
import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { ComparisonAnswer, Plan, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { pageResponse, seeOther } from "../../../shared/pages/page-response.ts";
import { samePage, type Visit } from "../../../shared/pages/visit.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import { CycleSwitch, cycleOf, LineChoice, lineOf, orderLink, PlanPrice } from "../components/plan-cards.tsx";
import { SitePage } from "../components/site-page.tsx";
import type { SitePageRequest } from "../page-request.ts";
import { readOffer } from "../read-offer.ts";
import type { ShownOffer } from "../shown-prices.ts";
import { failurePage } from "./failure.tsx";
import { planTexts } from "./plan-texts.ts";

/** The API's maximum number of plans for one comparison. */
const MAX_PLANS = 10;

/**
 * Handles `/compare`. It shows the plans of a product line (`?line=`) side by side, from `GET /compare` of the API. A
 * line with only one plan is not shown.
 */
export async function compare(request: SitePageRequest): Promise<Response> {
  const { context, visit, requestId } = request;
  const { theme, catalogue } = context;
  const { offer: sold, currency, maxAge } = await readOffer(request);
  if (!sold) return failurePage("unavailable", theme, visit);
  const isAlone = ({ line }: Plan) => sold.plans.filter((plan) => plan.line === line).length === 1;
  const offer = { ...sold, plans: sold.plans.filter((plan) => !isAlone(plan)) };
  const line = lineOf(visit, offer);
  const asked = visit.url.searchParams.get("line");
  if (!line || sold.plans.some((plan) => plan.line === asked && isAlone(plan))) {
    return seeOther(`/plans${visit.url.search}`);
  }
  const plans = offer.plans.filter((plan) => plan.line === line.id).slice(0, MAX_PLANS);
  const ids = plans.map(({ id }) => id);
  const question = { requestId, origin: visit.url.origin, language: visit.language, currency };
  const compared = await catalogue.compare(ids, question);
  if (!compared) return failurePage("unavailable", theme, visit);
  return pageResponse(<ComparePage {...{ request, offer, line, plans, currency }} rows={compared.value.rows} />, {
    theme,
    visit,
    maxAge: Math.min(maxAge, compared.maxAge),
  });
}

interface ComparePageProps {
  request: SitePageRequest;
  offer: ShownOffer;
  line: ProductLine;
  plans: Plan[];
  currency: Currency;
  rows: ComparisonAnswer["rows"];
}

function ComparePage({ request, offer, line, plans, currency, rows }: ComparePageProps) {
  const { visit } = request;
  const texts = planTexts[visit.language];
  return (
    <SitePage
      request={request}
      path="/compare"
      title={texts.compareLine(line.name)}
      description={line.description}
      width="wide"
      choices={<CurrencyChoice visit={visit} offered={offer.currencies} current={currency} label={texts.currency} />}
    >
      <div class="stack loose">
        <div class="with-action low">
          <div class="stack tight">
            <h1>{texts.compareLine(line.name)}</h1>
            <p class="muted">{texts.lead}</p>
          </div>
          <CycleSwitch visit={visit} plans={plans} />
        </div>
        <LineChoice visit={visit} offer={offer} chosen={line} />
        <ShownPlans request={request} plans={plans} />
        <Comparison
          {...{ request, plans, currency, rows }}
          cycle={cycleOf(visit, plans)}
          title={texts.compareLine(line.name)}
        />
      </div>
    </SitePage>
  );
}

/** Returns the two plans that a phone shows side by side: those that the URL names, or the first two. */
function shownPlans({ url }: Visit, plans: Plan[]): Plan[] {
  const asked = (url.searchParams.get("show") ?? "").split(",");
  const shown = plans.filter(({ id }) => asked.includes(id));
  return shown.length === 2 ? shown : plans.slice(0, 2);
}

/** Renders the choice of the two plans that a phone shows. The link of another plan replaces the first of the two. */
function ShownPlans({ request: { visit }, plans }: Pick<ComparePageProps, "request" | "plans">) {
  const shown = shownPlans(visit, plans);
  if (plans.length < 3) return null;
  return (
    <nav class="chips line-choice on-phone" aria-label={planTexts[visit.language].show}>
      {plans.map(({ id, name }) => (
        <a
          class="chip"
          href={samePage(visit, { show: [shown.at(-1)?.id, id].join(",") })}
          aria-current={shown.some((plan) => plan.id === id) ? "true" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

interface ComparisonProps extends Pick<ComparePageProps, "request" | "plans" | "currency" | "rows"> {
  cycle: BillingCycle | undefined;
  title: string;
}

/**
 * Renders a column per plan and a row per specification. A checkbox hides the rows with equal values, which are grey.
 */
function Comparison({ request, plans, currency, rows, cycle, title }: ComparisonProps) {
  const { visit } = request;
  const texts = planTexts[visit.language];
  const shown = shownPlans(visit, plans);
  const featured = request.context.shop.featured?.plan;
  const looks = plans.map(
    (plan) =>
      [shown.includes(plan) ? "" : "on-desktop", plan.id === featured ? "featured" : ""].join(" ").trim() || undefined,
  );
  return (
    <div class="comparison">
      <table role="table">
        <caption class="only-heard">{title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell">
              <label class="only-differences">
                <input type="checkbox" />
                {texts.onlyDifferences}
              </label>
            </td>
            {plans.map((plan, at) => (
              <th role="columnheader" scope="col" class={looks[at]}>
                <a href={plan.page_url}>{plan.name}</a>
                <PlanPrice plan={plan} cycle={cycle} currency={currency} language={visit.language} />
                <a
                  class={plan.id === featured ? "button primary whole" : "button whole"}
                  href={orderLink(request, plan, cycle)}
                >
                  {texts.order}
                  <span class="only-heard"> {plan.name}</span>
                </a>
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => (
          <tbody role="rowgroup">
            <tr role="row" class="group">
              <th role="rowheader" scope="row" colspan={plans.length + 1}>
                {group}
              </th>
            </tr>
            {own.map(({ name, values, differs }) => (
              <tr role="row" class={differs ? "differs" : undefined}>
                <th role="rowheader" scope="row">
                  {name}
                </th>
                {values.map((value, at) => (
                  <td role="cell" class={looks[at]}>
                    {value ?? texts.notIncluded}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
