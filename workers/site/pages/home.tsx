import { CopiedLine } from "../../../shared/pages/code-block.tsx";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { typeset } from "../../../shared/pages/french-typography.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { linkTo, visitWithout } from "../../../shared/pages/visit.ts";
import { takesChanges } from "../api-clients.ts";
import { DomainSearch, writtenName } from "../components/domain-search.tsx";
import { HostingSection } from "../components/hosting-section.tsx";
import { DiscoveryHead, SitePage } from "../components/site-page.tsx";
import { DISCOVERY_LINKS } from "../discovery/discovery-links.ts";
import type { SitePageRequest } from "../page-request.ts";
import { readOffer, type ShopReading } from "../read-offer.ts";
import { extensionPrice, type PriceFormat, type ShownOffer } from "../shown-prices.ts";
import { domainTexts } from "./domain-texts.ts";
import { homeTexts } from "./home-texts.ts";
import { planTexts } from "./plan-texts.ts";
import { search } from "./search.tsx";

/**
 * Handles `/`. It shows the domain search, the hosting plans and the assistants. With `?domain=`, it shows the results
 * for a domain.
 */
export async function home(request: SitePageRequest): Promise<Response> {
  const { context, requestId } = request;
  const visit = visitWithout(request.visit, "domain");
  const shown = { ...request, visit };
  const { searchParams } = request.visit.url;
  const name = writtenName(searchParams.get("domain") ?? "");
  if (name !== "") return search(shown, name);
  const question = { requestId, origin: visit.url.origin, language: visit.language };
  const [shop, scopes] = await Promise.all([readOffer(shown), context.account.scopes(question)]);
  return pageResponse(<HomePage request={shown} shop={shop} acts={takesChanges(scopes) === true} />, {
    ...{ theme: context.theme, visit, maxAge: shop.maxAge },
    headers: { ...DISCOVERY_LINKS, ...(searchParams.has("domain") && { "X-Robots-Tag": "noindex" }) },
  });
}

interface HomePageProps {
  request: SitePageRequest;
  shop: ShopReading;
  /** Whether the provider is known to accept orders and changes on accounts. */
  acts: boolean;
}

function HomePage({ request, shop: { offer, currency }, acts }: HomePageProps) {
  const { context, visit } = request;
  const texts = homeTexts[visit.language];
  const { find } = domainTexts[visit.language];
  const format = { currency, language: visit.language };
  const offered = offer?.currencies ?? [];
  return (
    <SitePage
      request={request}
      path="/"
      title={find}
      head={<DiscoveryHead />}
      description={texts.description(context.theme.brand.name)}
      width="wide"
      choices={
        <CurrencyChoice visit={visit} offered={offered} current={currency} label={planTexts[visit.language].currency} />
      }
    >
      <div class="hero">
        <h1>{find}</h1>
        <p class="lead">{texts.lead}</p>
        <DomainSearch visit={visit} offer={offer} />
        {offer && <UsualExtensions request={request} offer={offer} {...format} />}
      </div>
      <Facts request={request} />
      <HostingSection request={request} offer={offer} currency={currency} heading="h2" />
      <AskYourAssistant request={request} offer={offer} acts={acts} {...format} />
    </SitePage>
  );
}

/** Maximum number of extensions with prices below the search. */
const MAX_USUAL = 5;

function UsualExtensions({ request, offer, ...format }: PriceFormat & { request: SitePageRequest; offer: ShownOffer }) {
  const texts = domainTexts[format.language];
  const { domains } = offer.pricing;
  return (
    <>
      <ul class="extensions" aria-label={homeTexts[format.language].usual}>
        {domains.slice(0, MAX_USUAL).map(({ tld, register, renew }) => (
          <li>
            <strong>{tld}</strong> <span>{extensionPrice(register, format)}</span>{" "}
            <span class="faint small">{texts.thenAYear(extensionPrice(renew, format))}</span>
          </li>
        ))}
      </ul>
      <p class="links">
        <a href={linkTo(request.visit, "/domains")}>{texts.all(domains.length)}</a>
      </p>
    </>
  );
}

/** Renders the provider's facts about itself. */
function Facts({ request: { context, visit } }: { request: SitePageRequest }) {
  const { facts } = context.shop;
  if (facts.length === 0) return null;
  return (
    <ul class="trust" aria-label={homeTexts[visit.language].facts(context.theme.brand.name)}>
      {facts.map(({ fact, details }) => (
        <li>
          <strong>{typeset(fact, visit.language)}</strong>
          <p class="muted small">{typeset(details, visit.language)}</p>
        </li>
      ))}
    </ul>
  );
}

interface AskYourAssistantProps extends PriceFormat {
  request: SitePageRequest;
  offer: ShownOffer | null;
  acts: boolean;
}

/** Renders the account's and the catalogue's URLs for assistants and programs, with an example conversation. */
function AskYourAssistant({ request, offer, acts, ...format }: AskYourAssistantProps) {
  const { visit, addresses } = request;
  const texts = homeTexts[visit.language].assistant;
  const [extension] = offer?.pricing.domains ?? [];
  return (
    <section class="section ask" aria-labelledby="assistant">
      <div class="stack">
        <h2 id="assistant">{texts.title}</h2>
        <p class="lead">{acts ? texts.text : texts.textReading}</p>
        <div class="stack tight">
          <h3>{texts.account}</h3>
          <CopiedLine language={visit.language}>{addresses.accountMcp}</CopiedLine>
          <p class="links">
            <a href={linkTo(visit, "/developers/mcp?server=account")}>{texts.how}</a>
            <a href={addresses.auth + linkTo(visit, "/connected-assistants")}>{texts.manage}</a>
          </p>
        </div>
        <div class="stack tight">
          <h3>{texts.catalogue}</h3>
          <CopiedLine language={visit.language}>{addresses.catalogueMcp}</CopiedLine>
          <p class="links">
            <a href={linkTo(visit, "/developers/mcp")}>
              {texts.how}
              <span class="only-heard"> {texts.catalogue}</span>
            </a>
          </p>
        </div>
      </div>
      {acts && extension && (
        <figure class="stack" aria-label={texts.example}>
          <p class="bubble own">{texts.question(`atelier-nord${extension.tld}`)}</p>
          <div class="bubble stack tight">
            <p>{texts.answer(extensionPrice(extension.register, format), extensionPrice(extension.renew, format))}</p>
            <p class="note">
              <strong>
                {texts.invoice} · {extensionPrice(extension.register, format)}
              </strong>
              <br />
              <span class="faint small">{texts.onlyYou}</span>
            </p>
          </div>
        </figure>
      )}
    </section>
  );
}
