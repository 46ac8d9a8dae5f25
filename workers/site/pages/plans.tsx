import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { HostingSection } from "../components/hosting-section.tsx";
import { SitePage } from "../components/site-page.tsx";
import type { SitePageRequest } from "../page-request.ts";
import { readOffer } from "../read-offer.ts";
import { failurePage } from "./failure.tsx";
import { planTexts } from "./plan-texts.ts";

/** Handles `/plans`. It shows the plans of a product line (`?line=`) with a billing cycle (`?cycle=`). */
export async function plans(request: SitePageRequest): Promise<Response> {
  const { context, visit } = request;
  const { theme } = context;
  const { offer, currency, maxAge } = await readOffer(request);
  if (!offer) return failurePage("unavailable", theme, visit);
  const texts = planTexts[visit.language];
  const page = (
    <SitePage
      request={request}
      path="/plans"
      title={texts.title}
      description={texts.description(theme.brand.name)}
      width="wide"
      choices={<CurrencyChoice visit={visit} offered={offer.currencies} current={currency} label={texts.currency} />}
    >
      <HostingSection request={request} offer={offer} currency={currency} heading="h1" />
    </SitePage>
  );
  return pageResponse(page, { theme, visit, maxAge });
}
