import type { Problem } from "../../../shared/api/definition/problems.ts";
import type { DomainSearchAnswer, FoundDomain } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import { REGISTRATION_YEARS, SHOWN_TERMS } from "../../../shared/domain-names/registration-terms.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { formatMoney } from "../../../shared/pages/formats.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import { DomainSearch, searchLink } from "../components/domain-search.tsx";
import { FirstBill, priceOf, yearsOf } from "../components/first-bill.tsx";
import { CHIPS, type OfferedName, Offers } from "../components/offered-names.tsx";
import { SitePage } from "../components/site-page.tsx";
import { currencyOf, type SitePageRequest } from "../page-request.ts";
import { readOffer, type ShopReading } from "../read-offer.ts";
import { extensionPrice, type PriceFormat } from "../shown-prices.ts";
import { type DomainTexts, domainTexts } from "./domain-texts.ts";
import { planTexts } from "./plan-texts.ts";

/** The result of a search in the catalogue; `null` if the catalogue did not respond. */
type CheckResult = { found: DomainSearchAnswer; left: number } | { refusal: Problem } | null;

/** Maximum number of other extensions for the same label. Each uses one of the visitor's domain checks. */
const MAX_ELSEWHERE = 4;

/**
 * Minimum number of checks to leave to the visitor. If fewer would remain, the page does not check other extensions.
 */
const KEPT_CHECKS = 10;

/**
 * Handles `/?domain=`. It shows the availability and price of a domain, and of the same label under other extensions.
 * The page is hidden from search engines.
 */
export async function search(request: SitePageRequest, name: string): Promise<Response> {
  const { context, visit, visitor, requestId } = request;
  const { theme, catalogue } = context;
  const shop = await readOffer(request);
  const question = { requestId, origin: visit.url.origin, language: visit.language, currency: currencyOf(visit) };
  const { asked, elsewhere } = namesFor(visit, name, shop.offer);
  const alternatives = String(visit.url.searchParams.has("alternatives"));
  const outcome = await catalogue.searchDomains({ ...asked, alternatives }, visitor, question);
  const domains = elsewhere.map((unchecked) => unchecked.unicode_domain).join();
  const mayCheck = outcome && "found" in outcome && outcome.left - elsewhere.length >= KEPT_CHECKS;
  const checked = mayCheck && domains !== "" ? await catalogue.searchDomains({ domains }, visitor, question) : null;
  const others = checked && "found" in checked ? checked.found.results : elsewhere;
  return pageResponse(<SearchPage request={request} name={name} shop={shop} outcome={outcome} others={others} />, {
    ...{ theme, visit },
    headers: { "X-Robots-Tag": "noindex" },
  });
}

/**
 * Returns the domain to check, and the same label under other extensions, which are not checked yet. A label without an
 * extension gets the first extension that is sold. There are no other extensions if the visitor chose years or
 * requested similar domains.
 */
function namesFor({ url }: Visit, name: string, offer: ShopReading["offer"]) {
  const sold = offer?.pricing.domains ?? [];
  const own = sold
    .filter(({ tld }) => name.toLowerCase().endsWith(tld))
    .sort((one, other) => other.tld.length - one.tld.length)[0];
  const label = own === undefined ? name : name.slice(0, -own.tld.length);
  const first = own ?? sold[0];
  // For any other text, the catalogue explains the error. `domains` is a list, so a comma in the text would silently
  // split it.
  if (label.includes(".") || first === undefined) {
    const asked: Record<string, string> = name.includes(",") ? { name } : { domains: name };
    return { asked, elsewhere: [] };
  }
  const isAlone = url.searchParams.has("years") || url.searchParams.has("alternatives");
  const others = isAlone ? [] : sold.filter((extension) => extension !== first).slice(0, MAX_ELSEWHERE);
  const elsewhere = others.map(
    ({ tld, register, renew }): OfferedName => ({
      ...{ unicode_domain: label + tld, status: "unknown", register, renew, order_url: null },
      years_sold: [...REGISTRATION_YEARS.of(tld)],
    }),
  );
  return { asked: { name: label, tld: first.tld }, elsewhere };
}

interface SearchPageProps {
  request: SitePageRequest;
  name: string;
  shop: ShopReading;
  outcome: CheckResult;
  /** The same label under other extensions. */
  others: OfferedName[];
}

function SearchPage({ request, name, shop: { offer, currency: read }, outcome, others }: SearchPageProps) {
  const { visit } = request;
  const found = outcome && "found" in outcome ? outcome.found : null;
  const check = found?.results[0];
  const texts = domainTexts[visit.language];
  const currency = found?.currency ?? read;
  const format = { currency, language: visit.language };
  const offered = offer?.currencies ?? [];
  const refusal = outcome && "refusal" in outcome ? outcome.refusal : undefined;
  const elsewhere = <Offers {...{ visit, ...format, id: "elsewhere", title: texts.elsewhere.title }} names={others} />;
  return (
    <SitePage
      request={request}
      path={null}
      title={check ? texts.answers[check.status](check.unicode_domain) : texts.title}
      width="wide"
      choices={
        <CurrencyChoice visit={visit} offered={offered} current={currency} label={planTexts[visit.language].currency} />
      }
    >
      <div class="hero low">
        <DomainSearch visit={visit} offer={offer} name={name} leadsOn={check?.order_url != null} />
      </div>
      <div class="beside">
        {found && check ? (
          <>
            <Found visit={visit} check={check} simulated={found.simulated} {...format} />
            <FirstBill request={request} check={check} offer={offer} {...format} />
            <Close {...{ visit, check, found, ...format }} />
            {elsewhere}
          </>
        ) : (
          <>
            <Refused refusal={refusal} texts={texts.refusals} />
            {refusal?.code === "rate_limited" && elsewhere}
          </>
        )}
      </div>
    </SitePage>
  );
}

interface FoundProps extends PriceFormat {
  visit: Visit;
  check: FoundDomain;
  simulated: boolean;
}

/** Renders the result, with the years for which the domain can be registered. */
function Found({ visit, check, simulated, ...format }: FoundProps) {
  const texts = domainTexts[visit.language];
  const { status, unicode_domain: name, note } = check;
  return (
    <section class={status === "available" ? "card found" : "card"} aria-labelledby="answer">
      <p class={`chip ${CHIPS[status]}`}>{texts.statuses[status]}</p>
      <h1 id="answer">
        <span class="only-heard">{texts.answers[status](name)}</span>
        <bdi aria-hidden="true">{name}</bdi>
      </h1>
      {status === "available" && <Years visit={visit} check={check} {...format} />}
      <p class="muted small">
        {status === "available" && `${texts.renewsAt(extensionPrice(check.renew, format))} `}
        {note}
        {simulated && ` ${texts.simulated}`}
      </p>
    </section>
  );
}

function Years({ visit, check, currency, language }: PriceFormat & { visit: Visit; check: FoundDomain }) {
  const texts = domainTexts[visit.language];
  const chosen = yearsOf(visit, check);
  return (
    <>
      <p class="small strong" id="register-for">
        {texts.registerFor}
      </p>
      <nav class="years" aria-labelledby="register-for">
        {check.years_sold
          .filter((years) => SHOWN_TERMS.includes(years))
          .map((years) => (
            <a
              href={searchLink(visit, check.unicode_domain, { years: String(years) })}
              rel="nofollow"
              aria-current={years === chosen ? "true" : undefined}
            >
              <strong>{texts.years(years)}</strong>{" "}
              <span class="small">{formatMoney(priceOf(check, years), currency, language)}</span>
            </a>
          ))}
      </nav>
    </>
  );
}

interface CloseProps extends PriceFormat {
  visit: Visit;
  check: FoundDomain;
  found: DomainSearchAnswer;
}

/**
 * Renders free domains that are similar to an unavailable one, or a link to them. Each uses one of the visitor's
 * checks.
 */
function Close({ visit, check: { status, unicode_domain: name }, found, ...format }: CloseProps) {
  const { alternatives, alternatives_unknown: notKnown } = found;
  const { near } = domainTexts[visit.language];
  if (status !== "taken" && status !== "unavailable") return null;
  if (alternatives.length > 0)
    return <Offers {...{ visit, ...format, id: "near", title: near.title }} names={alternatives} />;
  return visit.url.searchParams.has("alternatives") ? (
    <p class="muted">{notKnown > 0 ? near.notKnown : near.none}</p>
  ) : (
    <p>
      <a class="button" href={searchLink(visit, name, { alternatives: "true" })} rel="nofollow">
        {near.show}
      </a>{" "}
      <span class="muted small">{near.counts}</span>
    </p>
  );
}

/** Renders the reason why nothing was checked. */
function Refused({ refusal, texts }: { refusal: Problem | undefined; texts: DomainTexts["refusals"] }) {
  const { title, text } = refusalWords(refusal, texts);
  return (
    <div class="card stack tight">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  );
}

function refusalWords(refusal: Problem | undefined, texts: DomainTexts["refusals"]) {
  if (refusal?.code === "invalid_parameter") {
    return { title: texts.invalid, text: texts.invalidText(refusal.errors?.[0]?.message ?? "") };
  }
  if (refusal?.code === "not_found") return { title: texts.notSold, text: texts.notSoldText };
  if (refusal?.code === "rate_limited") {
    return { title: texts.tooMany, text: texts.tooManyText(Math.ceil((refusal.retry_after ?? 0) / 60)) };
  }
  return { title: texts.failed, text: texts.failedText };
}
