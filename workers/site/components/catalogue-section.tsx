import type { DomainPricingAnswer, Plan, ProductLine } from "../../../shared/catalogue-contract/answers.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import type { HomeTexts } from "../pages/home-texts.ts";
import { type AskedName, DomainCheckForm, DomainCheckResult } from "./domain-check.tsx";
import { DomainPricesCard } from "./domain-prices-card.tsx";
import { ProductLineCard } from "./product-line-card.tsx";

/** The product lines, plans and domain prices in one currency and language. */
export interface ShownOffer {
  lines: ProductLine[];
  plans: Plan[];
  pricing: DomainPricingAnswer;
  currencies: Currency[];
}

interface CatalogueSectionProps {
  /** Null while the catalogue does not answer. */
  offer: ShownOffer | null;
  /** Null without a domain check. */
  asked: AskedName | null;
  currency: Currency;
  visit: Visit;
  texts: HomeTexts;
}

export function CatalogueSection({ offer, asked, currency, visit, texts }: CatalogueSectionProps) {
  const shared = { currency, language: visit.language };
  const answer = asked && <DomainCheckResult asked={asked} texts={texts.domains} {...shared} />;
  return (
    <section class="section stack" aria-labelledby="sold">
      <div class="with-action">
        <div class="stack tight">
          <h2 id="sold">{texts.sold}</h2>
          <p class="muted">{texts.taxes}</p>
        </div>
        {offer && <CurrencyChoice visit={visit} offered={offer.currencies} current={currency} label={texts.currency} />}
      </div>
      {offer ? (
        <>
          <nav class="links" aria-label={texts.lines}>
            {[...offer.lines, { id: "domains", name: texts.domains.title }].map(({ id, name }) => (
              <a href={`#${id}`}>{name}</a>
            ))}
          </nav>
          {offer.lines.map((line) => (
            <ProductLineCard line={line} plans={offer.plans.filter((plan) => plan.line === line.id)} {...shared} />
          ))}
          <DomainPricesCard pricing={offer.pricing} texts={texts.domains} {...shared}>
            <DomainCheckForm
              name={asked?.name ?? ""}
              visit={visit}
              currency={currency}
              texts={texts.domains}
              leadsOn={asked?.outcome != null && "check" in asked.outcome && asked.outcome.check.order_url !== null}
            />
            {answer}
          </DomainPricesCard>
        </>
      ) : (
        <div class="card stack tight">
          <h3>{texts.unavailable.title}</h3>
          <p class="muted">{texts.unavailable.text}</p>
          {answer}
        </div>
      )}
    </section>
  );
}
