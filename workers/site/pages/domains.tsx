import { TRANSFER_TERM } from "../../../shared/domain-names/registration-terms.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { pageResponse, seeOther } from "../../../shared/pages/page-response.ts";
import { DomainSearch, writtenName } from "../components/domain-search.tsx";
import { SitePage } from "../components/site-page.tsx";
import type { SitePageRequest } from "../page-request.ts";
import { readOffer } from "../read-offer.ts";
import { extensionPrice } from "../shown-prices.ts";
import { domainTexts } from "./domain-texts.ts";
import { failurePage } from "./failure.tsx";
import { planTexts } from "./plan-texts.ts";

/**
 * Handles `/domains`. It shows the domain search and the prices of every extension. With `?domain=`, it redirects to
 * the results.
 */
export async function domains(request: SitePageRequest): Promise<Response> {
  const { context, visit } = request;
  const { search, searchParams } = visit.url;
  if (writtenName(searchParams.get("domain") ?? "") !== "") return seeOther(`/${search}`);
  const { theme } = context;
  const { offer, currency, maxAge } = await readOffer(request);
  if (!offer) return failurePage("unavailable", theme, visit);
  const texts = domainTexts[visit.language];
  const format = { currency, language: visit.language };
  const page = (
    <SitePage
      request={request}
      path="/domains"
      title={texts.title}
      description={texts.lead}
      width="wide"
      choices={
        <CurrencyChoice
          visit={visit}
          offered={offer.currencies}
          current={currency}
          label={planTexts[visit.language].currency}
        />
      }
    >
      <div class="hero low stack">
        <div class="stack tight">
          <h1>{texts.title}</h1>
          <p class="lead">{texts.lead}</p>
        </div>
        <DomainSearch visit={visit} offer={offer} />
      </div>
      <div class="card flush">
        <DataTable
          compact
          caption={texts.title}
          columns={[
            { label: texts.extension },
            { label: texts.register, amount: true },
            { label: texts.renew, amount: true },
            { label: texts.transfer, amount: true },
          ]}
          rows={offer.pricing.domains.map(({ tld, register, renew, transfer }) => ({
            key: tld,
            cells: [
              tld,
              ...[register, renew].map((amount) => extensionPrice(amount, format)),
              TRANSFER_TERM.of(tld) === "two_years"
                ? `${extensionPrice(transfer, format)} (${texts.years(2)})`
                : extensionPrice(transfer, format),
            ],
          }))}
        />
      </div>
    </SitePage>
  );
  return pageResponse(page, { theme, visit, maxAge });
}
