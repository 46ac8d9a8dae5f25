import type { Problem } from "../../../shared/api/definition/problems.ts";
import type { DomainSearchAnswer, FoundDomain } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import { SHOWN_TERMS } from "../../../shared/domain-names/registration-terms.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { formatMoney } from "../../../shared/pages/formats.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import { DomainSearch, searchLink } from "../components/domain-search.tsx";
import { FirstBill, priceOf, yearsOf } from "../components/first-bill.tsx";
import { SitePage } from "../components/site-page.tsx";
import { currencyOf, type SitePageRequest } from "../page-request.ts";
import { readOffer, type ShopReading } from "../read-offer.ts";
import { extensionPrice, type PriceFormat } from "../shown-prices.ts";
import { type DomainTexts, domainTexts } from "./domain-texts.ts";
import { planTexts } from "./plan-texts.ts";

/** The catalogue's answer to a search; null if it did not answer. */
type CheckResult = { found: DomainSearchAnswer } | { refusal: Problem } | null;

/** Extensions that the same name is looked for under, besides its own: each is a check of the visitor's. */
const MAX_ELSEWHERE = 4;

/** `/?domain=`: whether a name can be registered, what it costs, and the same name elsewhere. Not for search engines. */
export async function search(request: SitePageRequest, name: string): Promise<Response> {
  const { context, visit, visitor, requestId } = request;
  const { theme, catalogue } = context;
  const shop = await readOffer(request);
  const outcome = await catalogue.searchDomains(namesFor(visit, name, shop.offer), visitor, {
    ...{ requestId, origin: visit.url.origin, language: visit.language, currency: currencyOf(visit) },
  });
  return pageResponse(<SearchPage request={request} name={name} shop={shop} outcome={outcome} />, {
    ...{ theme, visit },
    headers: { "X-Robots-Tag": "noindex" },
  });
}

/**
 * What the catalogue is asked: the name, or the label under the extension that is sold first, and the same under others. The name
 * alone once its years are chosen, or where names close to it are asked for.
 */
function namesFor({ url }: Visit, name: string, offer: ShopReading["offer"]): Record<string, string> {
  const sold = offer?.pricing.domains.map(({ tld }) => tld) ?? [];
  const own = sold.filter((tld) => name.toLowerCase().endsWith(tld)).sort((one, other) => other.length - one.length)[0];
  const label = own === undefined ? name : name.slice(0, -own.length);
  // What else it may be, the catalogue says. `domains` is a list, in which a comma would be no mistake.
  if (label.includes(".") || sold.length === 0) return name.includes(",") ? { name } : { domains: name };
  const extensions = [...new Set([...(own === undefined ? [] : [own]), ...sold])];
  const isAlone = url.searchParams.has("years") || url.searchParams.has("alternatives");
  return {
    name: label,
    tld: extensions.slice(0, isAlone ? 1 : 1 + MAX_ELSEWHERE).join(),
    alternatives: String(url.searchParams.has("alternatives")),
  };
}

interface SearchPageProps {
  request: SitePageRequest;
  name: string;
  shop: ShopReading;
  outcome: CheckResult;
}

function SearchPage({ request, name, shop: { offer, currency: read }, outcome }: SearchPageProps) {
  const { visit } = request;
  const found = outcome && "found" in outcome ? outcome.found : null;
  const [check, ...elsewhere] = found?.results ?? [];
  const texts = domainTexts[visit.language];
  const currency = found?.currency ?? read;
  const format = { currency, language: visit.language };
  const offered = offer?.currencies ?? [];
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
            <Offers {...{ visit, ...format, id: "elsewhere", title: texts.elsewhere.title }} names={elsewhere} />
          </>
        ) : (
          <Refused refusal={outcome && "refusal" in outcome ? outcome.refusal : undefined} texts={texts.refusals} />
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

/** The answer, and for how many years the name can be registered. */
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

const CHIPS: Record<FoundDomain["status"], string> = {
  available: "ok",
  taken: "",
  unavailable: "",
  unknown: "waits",
};

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

/** From so many times the first price on, the renewal is pointed out. */
const STEEP = 3;

interface CloseProps extends PriceFormat {
  visit: Visit;
  check: FoundDomain;
  found: DomainSearchAnswer;
}

/** Free names close to one that cannot be registered, or the way to them: each is a check of the visitor's. */
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

interface OffersProps extends PriceFormat {
  visit: Visit;
  id: string;
  title: string;
  names: FoundDomain[];
}

/** Names with their state and prices, each with its way on. */
function Offers({ visit, id, title, names, ...format }: OffersProps) {
  const { elsewhere: texts, statuses, years: forYears } = domainTexts[visit.language];
  if (names.length === 0) return null;
  return (
    <section class="stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="card flush">
        <DataTable
          caption={title}
          columns={[
            { label: texts.name },
            { label: texts.now },
            { label: texts.firstBill, amount: true },
            { label: texts.renewsAt, amount: true },
            { label: texts.action, amount: true, whole: true, heard: true },
          ]}
          rows={names.map((found) => {
            const { unicode_domain: name, status, register, renew } = found;
            const years = found.years_sold[0] ?? 1;
            const isSold = status === "available" || status === "unknown";
            return {
              key: name,
              cells: [
                <>
                  <bdi>{name}</bdi>
                  {isSold && renew >= STEEP * register && register > 0 && (
                    <p class="faint small">{texts.steep(Math.round(renew / register))}</p>
                  )}
                </>,
                <span class={`chip ${CHIPS[status]}`}>{statuses[status]}</span>,
                isSold ? (
                  <>
                    <strong>{extensionPrice(priceOf(found, years), format)}</strong>
                    {years > 1 && <p class="faint small">{forYears(years)}</p>}
                  </>
                ) : (
                  "–"
                ),
                isSold ? extensionPrice(renew, format) : "–",
                <WayOn visit={visit} found={found} />,
              ],
            };
          })}
        />
      </div>
    </section>
  );
}

/** The cart for a free name, a transfer of a taken one, another check of one that is not known. */
function WayOn({
  visit,
  found: { unicode_domain: name, status, order_url: order },
}: {
  visit: Visit;
  found: FoundDomain;
}) {
  const texts = domainTexts[visit.language].elsewhere;
  const heard = <span class="only-heard"> {name}</span>;
  if (status === "unknown") {
    return (
      <a class="button" href={searchLink(visit, name)} rel="nofollow">
        {texts.check}
        {heard}
      </a>
    );
  }
  if (order === null) return null;
  return (
    <a class={status === "available" ? "button" : undefined} href={order}>
      {status === "available" ? texts.choose : texts.transfer}
      {heard}
    </a>
  );
}

/** Why nothing was checked. */
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
