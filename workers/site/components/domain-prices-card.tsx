import type { DomainPricingAnswer, ExtensionPrices } from "../../../shared/catalogue-contract/answers.ts";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import type { Language } from "../../../shared/platform/language.ts";
import type { HomeTexts } from "../pages/home-texts.ts";
import { displayed, extensionPrice } from "../shown-prices.ts";

interface DomainPricesCardProps {
  pricing: DomainPricingAnswer;
  currency: string;
  language: Language;
  texts: HomeTexts["domains"];
}

/** Prices by extension: the first ones visible, the others collapsed. */
export function DomainPricesCard({ pricing, currency, language, texts }: DomainPricesCardProps) {
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
        cells: [
          tld,
          ...[register, transfer, renew].map((amount) => extensionPrice(amount, currency, language, texts.free)),
        ],
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
