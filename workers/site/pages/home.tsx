import { Layout } from "../../../shared/pages/layout.tsx";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Theme } from "../../../shared/pages/theme.ts";
import { linkTo, type Visit, visitWithout } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { type Currency, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";
import { takesChanges } from "../api-clients.ts";
import { CatalogueSection, type ShownOffer } from "../components/catalogue-section.tsx";
import { DiscoveryHead } from "../components/discovery-head.tsx";
import { type AskedName, writtenName } from "../components/domain-check.tsx";
import { DISCOVERY_LINKS } from "../discovery/discovery-links.ts";
import { currencyOf, pageMaxAge, type SitePageRequest } from "../page-request.ts";
import { homeTexts } from "./home-texts.ts";

interface HomePageProps {
  theme: Theme;
  visit: Visit;
  addresses: Addresses;
  currency: Currency;
  offer: ShownOffer | null;
  asked: AskedName | null;
  /** The provider is known to take orders and changes on accounts. */
  takesChanges: boolean;
}

/** `/`: what this is, where everything is, what is sold, and whether the name of `?domain=` can be registered. */
export async function home(request: SitePageRequest): Promise<Response> {
  const { context, visit: came, addresses, visitor, requestId } = request;
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
      theme={theme}
      visit={visit}
      addresses={addresses}
      currency={currency}
      offer={offer}
      asked={asked}
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

function HomePage({ theme, visit, addresses, currency, offer, asked, takesChanges }: HomePageProps) {
  const texts = homeTexts[visit.language];
  const { assistant, application, account } = texts;
  return (
    <Layout
      theme={theme}
      visit={visit}
      title={theme.brand.name}
      head={<DiscoveryHead />}
      description={texts.lead}
      width="wide"
    >
      <div class="stack loose">
        <header class="stack tight hero">
          <h1>{texts.title(theme.brand.name)}</h1>
          <p class="lead">{texts.lead}</p>
        </header>
        <div class="pair">
          <section class="card stack" aria-labelledby="assistant">
            <h2 id="assistant">{assistant.title}</h2>
            <p class="muted">{assistant.text}</p>
            <code class="address">{addresses.catalogueMcp}</code>
            <p class="links">
              <a href={linkTo(visit, "/developers#mcp")}>{assistant.how}</a>
            </p>
          </section>
          <section class="card stack" aria-labelledby="application">
            <h2 id="application">{application.title}</h2>
            <p class="muted">{application.text}</p>
            <code class="address">{addresses.catalogue}</code>
            <p class="links">
              <a href={linkTo(visit, "/developers")}>{application.documentation}</a>
              <a href={`${addresses.catalogue}/openapi.json`}>{application.openApi}</a>
              <a href="/llms.txt">{application.llms}</a>
              <a href={`${addresses.catalogue}/status`}>{application.status}</a>
            </p>
          </section>
        </div>
        <section class="card stack" aria-labelledby="account">
          <h2 id="account">{account.title}</h2>
          <p class="muted">{takesChanges ? account.text : account.textReading}</p>
          <code class="address">{addresses.accountMcp}</code>
          <p class="links">
            <a href={linkTo(visit, "/developers#assistants")}>{account.how}</a>
            <a href={addresses.auth + linkTo(visit, "/connected-assistants")}>{account.manage}</a>
          </p>
        </section>
      </div>
      <CatalogueSection offer={offer} asked={asked} currency={currency} visit={visit} texts={texts} />
    </Layout>
  );
}
