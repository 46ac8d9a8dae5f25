import type {
  DomainPricingAnswer,
  ExtensionPrices,
  Plan,
  ProductLine,
} from "../../../shared/catalogue-contract/answers.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { formatMoney } from "../../../shared/pages/formats.ts";
import { homeTexts } from "../pages/home-texts.ts";
import { planTexts } from "../pages/plan-texts.ts";
import { displayed, extensionPrice, type PriceFormat, priceFrom, type ShownOffer } from "../shown-prices.ts";
import { PlanTable } from "./plan-table.tsx";

/** All that is sold: an overview with the lowest prices, and every price. `offer` is null while the catalogue does not answer. */
export function CatalogueSection({ offer, ...format }: PriceFormat & { offer: ShownOffer | null }) {
  const texts = homeTexts[format.language];
  return (
    <section class="section stack" aria-labelledby="sold">
      <div class="stack tight">
        <h2 id="sold">{texts.sold}</h2>
        {offer && <p class="muted">{texts.inCurrency(format.currency)}</p>}
      </div>
      {offer ? (
        <>
          <OfferOverview offer={offer} {...format} />
          {offer.lines.map((line) => (
            <ProductLineCard line={line} plans={offer.plans.filter((plan) => plan.line === line.id)} {...format} />
          ))}
          <DomainPricesCard pricing={offer.pricing} {...format} />
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

/** Links to the product lines and the domain prices, each with what it costs at least and how that is paid. */
function OfferOverview({ offer, ...format }: PriceFormat & { offer: ShownOffer }) {
  const texts = homeTexts[format.language];
  const [extension] = displayed(offer.pricing).first;
  return (
    <nav class="tiles" aria-label={texts.lines}>
      {offer.lines.map(({ id, name }) => {
        const [plan, ...others] = offer.plans.filter(({ line }) => line === id);
        return (
          <a class="tile" href={`#${id}`}>
            <span class="strong">{name}</span> {plan && <LowestPrice plans={[plan, ...others]} {...format} />}
          </a>
        );
      })}
      {extension && (
        <a class="tile" href="#domains">
          <span class="strong">{texts.domains.title}</span>{" "}
          <span class="muted small">
            {texts.domains.priceOf(extension.tld, extensionPrice(extension.register, format))}
          </span>
        </a>
      )}
    </nav>
  );
}

function LowestPrice({ plans, currency, language }: PriceFormat & { plans: [Plan, ...Plan[]] }) {
  const texts = planTexts[language];
  const { amount, monthly, cycle } = priceFrom(...plans);
  const words = [formatMoney(amount, currency, language), ...(monthly ? [texts.perMonth] : [])].join(" ");
  return (
    <span class="muted small">
      {texts.from} {words}, {texts.paid(texts.cycles[cycle])}
    </span>
  );
}

/** A product line with its plans; its anchors are the targets of the catalogue's `page_url` links. */
function ProductLineCard({ line, plans, ...format }: PriceFormat & { line: ProductLine; plans: Plan[] }) {
  return (
    <section class="card stack" id={line.id} aria-labelledby={`${line.id}-name`}>
      <div class="stack tight">
        <h3 id={`${line.id}-name`}>{line.name}</h3>
        <p class="muted">{line.description}</p>
      </div>
      <PlanTable caption={line.name} plans={plans} {...format} />
    </section>
  );
}

/** Prices by extension: the first ones visible, the others collapsed. */
function DomainPricesCard({ pricing, ...format }: PriceFormat & { pricing: DomainPricingAnswer }) {
  const texts = homeTexts[format.language].domains;
  const { first, others } = displayed(pricing);
  const table = (caption: string, extensions: ExtensionPrices[]) => (
    <DataTable
      compact
      caption={caption}
      columns={[
        { label: texts.extension },
        { label: texts.register, amount: true },
        { label: texts.transfer, amount: true },
        { label: texts.renew, amount: true },
      ]}
      rows={extensions.map(({ tld, register, transfer, renew }) => ({
        key: tld,
        cells: [tld, ...[register, transfer, renew].map((amount) => extensionPrice(amount, format))],
      }))}
    />
  );
  return (
    <section class="card stack" id="domains" aria-labelledby="domains-name">
      <div class="stack tight">
        <h3 id="domains-name">{texts.title}</h3>
        <p class="muted">{texts.text}</p>
      </div>
      {table(texts.title, first)}
      {others.length > 0 && (
        <details>
          <summary>{texts.more(others.length)}</summary>
          {table(texts.more(others.length), others)}
        </details>
      )}
    </section>
  );
}
