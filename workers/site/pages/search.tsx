import type { Problem } from "../../../shared/api/definition/problems.ts";
import type { ExtensionPrices } from "../../../shared/catalogue-contract/answers.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { formatMoney } from "../../../shared/pages/formats.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { DomainSearch, searchLink } from "../components/domain-search.tsx";
import { FirstBill, priceOf, yearsOf } from "../components/first-bill.tsx";
import { SitePage } from "../components/site-page.tsx";
import { currencyOf, type SitePageRequest } from "../page-request.ts";
import { readOffer, type ShopReading } from "../read-offer.ts";
import { extensionPrice, type PriceFormat } from "../shown-prices.ts";
import { type DomainTexts, domainTexts } from "./domain-texts.ts";
import { planTexts } from "./plan-texts.ts";

/** The catalogue's answer to a check; null if it did not answer. */
type CheckResult = { check: DomainCheckAnswer } | { refusal: Problem } | null;

/** `/?domain=`: whether a name can be registered, what it costs, and the same name elsewhere. Not for search engines. */
export async function search(request: SitePageRequest, name: string): Promise<Response> {
  const { context, visit, visitor, requestId } = request;
  const { theme, catalogue } = context;
  const check = (currency: string | undefined) =>
    catalogue.checkDomain(name, visitor, {
      ...{ requestId, origin: visit.url.origin, language: visit.language, currency },
    });
  const [shop, outcome] = await Promise.all([readOffer(request), check(currencyOf(visit))]);
  return pageResponse(<SearchPage request={request} name={name} shop={shop} outcome={outcome} />, {
    ...{ theme, visit },
    headers: { "X-Robots-Tag": "noindex" },
  });
}

interface SearchPageProps {
  request: SitePageRequest;
  name: string;
  shop: ShopReading;
  outcome: CheckResult;
}

function SearchPage({ request, name, shop: { offer, currency: read }, outcome }: SearchPageProps) {
  const { visit } = request;
  const check = outcome && "check" in outcome ? outcome.check : null;
  const texts = domainTexts[visit.language];
  const currency = check?.currency ?? read;
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
        {check ? (
          <>
            <Found visit={visit} check={check} />
            <FirstBill request={request} check={check} offer={offer} {...format} />
            <Alternatives visit={visit} check={check} offer={offer} {...format} />
          </>
        ) : (
          <Refused refusal={outcome && "refusal" in outcome ? outcome.refusal : undefined} texts={texts.refusals} />
        )}
      </div>
    </SitePage>
  );
}

/** The answer, and for how many years the name can be registered. */
function Found({ visit, check }: { visit: Visit; check: DomainCheckAnswer }) {
  const texts = domainTexts[visit.language];
  const { status, unicode_domain: name, note, simulated } = check;
  const format = { currency: check.currency, language: visit.language };
  return (
    <section class={status === "available" ? "card found" : "card"} aria-labelledby="answer">
      <p class={`chip ${CHIPS[status]}`}>{texts.statuses[status]}</p>
      <h1 id="answer">
        <span class="only-heard">{texts.answers[status](name)}</span>
        <bdi aria-hidden="true">{name}</bdi>
      </h1>
      {status === "available" && <Years visit={visit} check={check} />}
      <p class="muted small">
        {status === "available" && `${texts.renewsAt(extensionPrice(check.renew, format))} `}
        {status === "taken" && `${texts.transferPrice(extensionPrice(check.transfer, format))} `}
        {note}
        {simulated && ` ${texts.simulated}`}
      </p>
    </section>
  );
}

const CHIPS: Record<DomainCheckAnswer["status"], string> = {
  available: "ok",
  taken: "",
  unavailable: "",
  unknown: "waits",
};

/** So many terms stand side by side; the cart has all of them. */
const SHOWN_YEARS = [1, 2, 3, 5];

function Years({ visit, check }: { visit: Visit; check: DomainCheckAnswer }) {
  const texts = domainTexts[visit.language];
  const chosen = yearsOf(visit, check);
  return (
    <>
      <p class="small strong" id="register-for">
        {texts.registerFor}
      </p>
      <nav class="years" aria-labelledby="register-for">
        {check.years_sold
          .filter((years) => SHOWN_YEARS.includes(years))
          .map((years) => (
            <a
              href={searchLink(visit, check.unicode_domain, { years: String(years) })}
              rel="nofollow"
              aria-current={years === chosen ? "true" : undefined}
            >
              <strong>{texts.years(years)}</strong>{" "}
              <span class="small">{formatMoney(priceOf(check, years), check.currency, visit.language)}</span>
            </a>
          ))}
      </nav>
    </>
  );
}

/** From so many times the first price on, the renewal is pointed out. */
const STEEP = 3;

/** Extensions that the same name is shown with. */
const MAX_ELSEWHERE = 5;

type AlternativesProps = PriceFormat & { visit: Visit; check: DomainCheckAnswer; offer: ShopReading["offer"] };

/** Names close to one that cannot be registered, and the same label in other extensions. */
function Alternatives({ visit, check, offer, ...format }: AlternativesProps) {
  const { elsewhere, near } = domainTexts[visit.language];
  const { tld, register, renew, status } = check;
  const label = check.unicode_domain.slice(0, -tld.length);
  const others = offer?.pricing.domains.filter((sold) => sold.tld !== tld).slice(0, MAX_ELSEWHERE) ?? [];
  const variants = status === "taken" || status === "unavailable" ? variantsOf(label, visit.language) : [];
  return (
    <>
      <Offers
        {...{ visit, ...format, id: "elsewhere", title: elsewhere.title }}
        names={others.map((sold) => ({ name: label + sold.tld, register: sold.register, renew: sold.renew }))}
      />
      <Offers
        {...{ visit, ...format, id: "near", title: near }}
        names={variants.map((variant) => ({ name: variant + tld, register, renew }))}
      />
    </>
  );
}

interface OffersProps extends PriceFormat {
  visit: Visit;
  id: string;
  title: string;
  names: (Pick<ExtensionPrices, "register" | "renew"> & { name: string })[];
}

/** Names that nobody has asked the registry about, with their prices and a link that checks one. */
function Offers({ visit, id, title, names, ...format }: OffersProps) {
  const texts = domainTexts[visit.language].elsewhere;
  if (names.length === 0) return null;
  return (
    <section class="stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="card flush">
        <DataTable
          caption={title}
          columns={[
            { label: texts.name },
            { label: texts.firstYear, amount: true },
            { label: texts.renewsAt, amount: true },
            { label: texts.action, amount: true, whole: true },
          ]}
          rows={names.map(({ name, register, renew }) => ({
            key: name,
            cells: [
              <>
                <bdi>{name}</bdi>
                {renew >= STEEP * register && register > 0 && (
                  <p class="faint small">{texts.steep(Math.round(renew / register))}</p>
                )}
              </>,
              <strong>{extensionPrice(register, format)}</strong>,
              extensionPrice(renew, format),
              <a class="button" href={searchLink(visit, name)} rel="nofollow">
                {texts.action}
                <span class="only-heard"> {name}</span>
              </a>,
            ],
          }))}
        />
      </div>
    </section>
  );
}

/** The longest label that a domain name can have (RFC 1035 §2.3.4). */
const MAX_LABEL = 63;
const MAX_VARIANTS = 3;

/** Labels close to one that cannot be registered. */
function variantsOf(label: string, language: Language): string[] {
  const all = [label.replaceAll("-", ""), ...Object.values(domainTexts[language].variants(label))];
  return all.filter((variant) => variant !== label && variant.length <= MAX_LABEL).slice(0, MAX_VARIANTS);
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
