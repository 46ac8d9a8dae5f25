import type { Plan } from "../../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../../shared/pages/formats.ts";
import type { Language } from "../../../shared/platform/language.ts";
import type { HomeTexts } from "../pages/home-texts.ts";
import { planTexts } from "../pages/plan-texts.ts";
import { displayed, extensionPrice, priceFrom, type ShownOffer } from "../shown-prices.ts";

interface OfferOverviewProps {
  offer: ShownOffer;
  currency: string;
  language: Language;
  texts: HomeTexts;
}

/** Links to the product lines and the domain prices, each with what it costs at least and how that is paid. */
export function OfferOverview({ offer, currency, language, texts }: OfferOverviewProps) {
  const [extension] = displayed(offer.pricing).first;
  return (
    <nav class="tiles" aria-label={texts.lines}>
      {offer.lines.map(({ id, name }) => {
        const [plan, ...others] = offer.plans.filter(({ line }) => line === id);
        return (
          <a class="tile" href={`#${id}`}>
            <span class="strong">{name}</span>{" "}
            {plan && <LowestPrice plans={[plan, ...others]} currency={currency} language={language} />}
          </a>
        );
      })}
      {extension && (
        <a class="tile" href="#domains">
          <span class="strong">{texts.domains.title}</span>{" "}
          <span class="muted small">
            {texts.domains.priceOf(
              extension.tld,
              extensionPrice(extension.register, currency, language, texts.domains.free),
            )}
          </span>
        </a>
      )}
    </nav>
  );
}

function LowestPrice(props: { plans: [Plan, ...Plan[]]; currency: string; language: Language }) {
  const texts = planTexts[props.language];
  const { amount, monthly, cycle } = priceFrom(...props.plans);
  const words = [formatMoney(amount, props.currency, props.language), ...(monthly ? [texts.perMonth] : [])].join(" ");
  return (
    <span class="muted small">
      {texts.from} {words}, {texts.paid(texts.cycles[cycle])}
    </span>
  );
}
