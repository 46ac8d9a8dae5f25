import type { Visit } from "../../../shared/pages/visit.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import type { HomeTexts } from "../pages/home-texts.ts";
import type { ShownOffer } from "../shown-prices.ts";
import { DomainPricesCard } from "./domain-prices-card.tsx";
import { OfferOverview } from "./offer-overview.tsx";
import { ProductLineCard } from "./product-line-card.tsx";

interface CatalogueSectionProps {
  /** Null while the catalogue does not answer. */
  offer: ShownOffer | null;
  currency: Currency;
  visit: Visit;
  texts: HomeTexts;
}

/** All that is sold: an overview with the lowest prices, and every price. */
export function CatalogueSection({ offer, currency, visit, texts }: CatalogueSectionProps) {
  const shared = { currency, language: visit.language };
  return (
    <section class="section stack" aria-labelledby="sold">
      <div class="stack tight">
        <h2 id="sold">{texts.sold}</h2>
        {offer && <p class="muted">{texts.inCurrency(currency)}</p>}
      </div>
      {offer ? (
        <>
          <OfferOverview offer={offer} texts={texts} {...shared} />
          {offer.lines.map((line) => (
            <ProductLineCard line={line} plans={offer.plans.filter((plan) => plan.line === line.id)} {...shared} />
          ))}
          <DomainPricesCard pricing={offer.pricing} texts={texts.domains} {...shared} />
        </>
      ) : (
        <div class="card stack tight">
          <h3>{texts.unavailable.title}</h3>
          <p class="muted">{texts.unavailable.text}</p>
        </div>
      )}
    </section>
  );
}
