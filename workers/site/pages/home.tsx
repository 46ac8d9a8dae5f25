import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { FilledText } from "../../../shared/pages/filled-text.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { linkTo, visitWithout } from "../../../shared/pages/visit.ts";
import { type Currency, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";
import { takesChanges } from "../api-clients.ts";
import { CatalogueSection } from "../components/catalogue-section.tsx";
import { type AskedName, DomainCheck, writtenName } from "../components/domain-check.tsx";
import { DiscoveryHead, SitePage } from "../components/site-page.tsx";
import { DISCOVERY_LINKS } from "../discovery/discovery-links.ts";
import { currencyOf, pageMaxAge, type SitePageRequest } from "../page-request.ts";
import type { ShownOffer } from "../shown-prices.ts";
import { homeTexts } from "./home-texts.ts";

interface HomePageProps {
  /** Without the name that was looked for. */
  request: SitePageRequest;
  currency: Currency;
  offer: ShownOffer | null;
  asked: AskedName | null;
  /** A name was looked for, if only an empty one. */
  isAsked: boolean;
  /** The provider is known to take orders and changes on accounts. */
  takesChanges: boolean;
}

/** `/`: whether the name of `?domain=` can be registered, what is sold and for how much, how to order it, and how to connect an assistant. */
export async function home(request: SitePageRequest): Promise<Response> {
  const { context, visit: came, visitor, requestId } = request;
  const { theme, catalogue, account } = context;
  const visit = visitWithout(came, "domain");
  const { searchParams } = came.url;
  const name = writtenName(searchParams.get("domain") ?? "");
  const question = { requestId, origin: visit.url.origin, language: visit.language };
  const readIn = (currency: Currency | undefined) => {
    const priced = { ...question, currency };
    return Promise.all([
      catalogue.indexIn(priced),
      catalogue.plans(priced),
      catalogue.domainPricing(priced),
      name === "" ? null : catalogue.checkDomain(name, visitor, priced).then((outcome) => ({ name, outcome })),
    ]);
  };
  const wanted = currencyOf(came);
  const [read, scopes] = await Promise.all([readIn(wanted), account.scopes(question)]);
  let [found, plans, pricing, asked] = read;
  // The currency of an old link may not be sold in any more.
  if (found === "not_sold") [found, plans, pricing, asked] = await readIn(undefined);
  const index = typeof found === "string" ? null : found;
  const offer =
    index && plans && pricing
      ? {
          lines: index.value.product_lines,
          plans: plans.value.plans,
          pricing: pricing.value,
          currencies: index.value.currencies,
        }
      : null;
  const checked = asked?.outcome && "check" in asked.outcome ? asked.outcome.check.currency : undefined;
  const currency = index?.value.currency ?? checked ?? wanted ?? DEFAULT_CURRENCY;
  return pageResponse(
    <HomePage
      request={{ ...request, visit }}
      currency={currency}
      offer={offer}
      asked={asked}
      isAsked={searchParams.has("domain")}
      takesChanges={takesChanges(scopes) === true}
    />,
    {
      theme,
      visit,
      maxAge: asked ? 0 : pageMaxAge([index, plans, pricing]),
      headers: { ...DISCOVERY_LINKS, ...(searchParams.has("domain") && NOT_TO_BE_FOUND) },
    },
  );
}

/** Check results are not for search engines. */
const NOT_TO_BE_FOUND = { "X-Robots-Tag": "noindex" };

function HomePage({ request, currency, offer, asked, isAsked, takesChanges }: HomePageProps) {
  const { context, visit } = request;
  const { brand } = context.theme;
  const texts = homeTexts[visit.language];
  return (
    <SitePage
      request={request}
      path={isAsked ? null : "/"}
      title={texts.title}
      head={<DiscoveryHead />}
      description={texts.lead(brand.name)}
      width="wide"
    >
      <div class="stack hero">
        <div class="with-action">
          <div class="stack tight">
            <h1>{texts.title}</h1>
            <p class="lead">
              <FilledText text={texts.lead("{brand}")} fill={{ brand: <bdi>{brand.name}</bdi> }} />
            </p>
          </div>
          {offer && (
            <CurrencyChoice visit={visit} offered={offer.currencies} current={currency} label={texts.currency} />
          )}
        </div>
        <DomainCheck asked={asked} offer={offer} visit={visit} currency={currency} />
      </div>
      <CatalogueSection offer={offer} currency={currency} language={visit.language} />
      <HowToOrder request={request} />
      <WaysToConnect request={request} takesChanges={takesChanges} />
    </SitePage>
  );
}

function HowToOrder({ request }: Pick<HomePageProps, "request">) {
  const { context, visit, addresses } = request;
  const { signUp } = context.theme.brand;
  const texts = homeTexts[visit.language].ordering;
  return (
    <section class="section stack" aria-labelledby="ordering">
      <h2 id="ordering">{texts.title}</h2>
      <ol class="card steps">
        {Object.values(texts.steps).map(({ title, text }) => (
          <li>
            <h3>{title}</h3>
            <p class="muted">{text}</p>
          </li>
        ))}
      </ol>
      <p class="links">
        <a href={addresses.clientArea}>{texts.clientArea}</a>
        {signUp !== null && <a href={signUp}>{texts.signUp}</a>}
      </p>
    </section>
  );
}

/** Where an assistant or a program finds the catalogue, and a customer's assistant the account. */
function WaysToConnect({ request, takesChanges }: Pick<HomePageProps, "request" | "takesChanges">) {
  const { visit, addresses } = request;
  const { connecting, assistant, application, account } = homeTexts[visit.language];
  return (
    <section class="section stack" aria-labelledby="connecting">
      <div class="stack tight">
        <h2 id="connecting">{connecting.title}</h2>
        <p class="muted">{connecting.text}</p>
      </div>
      <div class="pair">
        <section class="card stack" aria-labelledby="assistant">
          <h3 id="assistant">{assistant.title}</h3>
          <p class="muted">{assistant.text}</p>
          <code class="address">{addresses.catalogueMcp}</code>
          <p class="links">
            <a href={linkTo(visit, "/developers/mcp#add-catalogue")}>{assistant.how}</a>
          </p>
        </section>
        <section class="card stack" aria-labelledby="account">
          <h3 id="account">{account.title}</h3>
          <p class="muted">{takesChanges ? account.text : account.textReading}</p>
          <code class="address">{addresses.accountMcp}</code>
          <p class="links">
            <a href={linkTo(visit, "/developers/mcp#add-account")}>{account.how}</a>
            <a href={addresses.auth + linkTo(visit, "/connected-assistants")}>{account.manage}</a>
          </p>
        </section>
      </div>
      <section class="card stack" aria-labelledby="application">
        <h3 id="application">{application.title}</h3>
        <p class="muted">{application.text}</p>
        <code class="address">{addresses.catalogue}</code>
        <p class="links">
          <a href={linkTo(visit, "/developers")}>{application.documentation}</a>
          <a href={`${addresses.catalogue}/openapi.json`}>{application.openApi}</a>
          <a href="/llms.txt">{application.llms}</a>
          <a href={`${addresses.catalogue}/status`}>{application.status}</a>
        </p>
      </section>
    </section>
  );
}
