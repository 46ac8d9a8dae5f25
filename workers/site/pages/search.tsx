import type { Problem } from "../../../shared/api/definition/problems.ts";
import type { ExtensionPrices } from "../../../shared/catalogue-contract/answers.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import { CurrencyChoice } from "../../../shared/pages/currency-choice.tsx";
import { DataTable } from "../../../shared/pages/data-table.tsx";
import { formatMoney } from "../../../shared/pages/formats.ts";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import { DomainSearch, searchLink } from "../components/domain-search.tsx";
import { SitePage } from "../components/site-page.tsx";
import { currencyOf, type SitePageRequest } from "../page-request.ts";
import { readOffer, type ShopReading } from "../read-offer.ts";
import { extensionPrice, type PriceFormat, priceFrom } from "../shown-prices.ts";
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
  const others = offer?.pricing.domains.filter(({ tld }) => tld !== check?.tld).slice(0, MAX_ELSEWHERE) ?? [];
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
            <Bill request={request} check={check} offer={offer} {...format} />
            <Elsewhere visit={visit} check={check} others={others} {...format} />
          </>
        ) : (
          <Refused refusal={outcome && "refusal" in outcome ? outcome.refusal : undefined} texts={texts.refusals} />
        )}
      </div>
    </SitePage>
  );
}

/** Extensions that the same name is shown with. */
const MAX_ELSEWHERE = 5;

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
    <nav class="years" aria-label={texts.registerFor}>
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
  );
}

/** The years that the address asks for, else the fewest that are sold. */
function yearsOf({ url }: Visit, { years_sold: sold }: DomainCheckAnswer): number {
  const asked = Number(url.searchParams.get("years"));
  return sold.includes(asked) ? asked : (sold[0] ?? 1);
}

function priceOf({ register, renew }: DomainCheckAnswer, years: number): number {
  return register + (years - 1) * renew;
}

interface BillProps extends PriceFormat, Pick<SearchPageProps, "request"> {
  check: DomainCheckAnswer;
  offer: ShopReading["offer"];
}

/** What the order costs first, the way to it, and plans to go with it; nothing where nothing can be ordered. */
function Bill({ request, check, offer, ...format }: BillProps) {
  const { visit } = request;
  const texts = domainTexts[visit.language];
  const { status, unicode_domain: name, order_url: order } = check;
  if (order === null) return null;
  if (status !== "available") {
    return (
      <aside class="card stack">
        <a class="button primary" href={order}>
          {status === "taken" ? texts.transferName(name) : texts.searchInCart}
        </a>
      </aside>
    );
  }
  const years = yearsOf(visit, check);
  const price = extensionPrice(priceOf(check, years), format);
  return (
    <aside class="card stack">
      <h2>{texts.bill.title}</h2>
      <dl class="sums">
        <div>
          <dt>{texts.bill.line(name, texts.years(years))}</dt>
          <dd>{price}</dd>
        </div>
        <div class="total">
          <dt>{texts.bill.total}</dt>
          <dd>{price}</dd>
        </div>
        <div class="muted small">
          <dt>{texts.bill.later}</dt>
          <dd>{extensionPrice(check.renew, format)}</dd>
        </div>
      </dl>
      <div class="buttons">
        <a class="button primary whole" href={withParameter(order, "years", String(years))}>
          {texts.continueWith(price)}
        </a>
      </div>
      <p class="faint small">{texts.bill.tax}</p>
      <Hosting check={check} offer={offer} {...format} />
    </aside>
  );
}

/** Of the first product line. */
const MAX_PLANS = 3;

/** Plans whose site the name can be. */
function Hosting({ check, offer, ...format }: PriceFormat & Pick<BillProps, "check" | "offer">) {
  const texts = domainTexts[format.language].host;
  const line = offer?.lines[0]?.id;
  const plans = offer?.plans.filter((plan) => plan.line === line).slice(0, MAX_PLANS) ?? [];
  if (plans.length === 0) return null;
  return (
    <section class="stack tight" aria-labelledby="hosting">
      <h3 id="hosting">{texts.title(check.unicode_domain)}</h3>
      <ul class="stack tight">
        {plans.map((plan) => {
          const { amount, monthly } = priceFrom(plan);
          return (
            <li class="with">
              <a href={withParameter(plan.order_url, "domain", check.domain)}>{plan.name}</a>
              <span class="muted small">
                {planTexts[format.language].from} {extensionPrice(amount, format)}
                {monthly && ` ${planTexts[format.language].every.monthly}`}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="faint small">{texts.text}</p>
    </section>
  );
}

/** An address of the cart with one more parameter; carts that do not know it leave it alone. */
function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

/** From so many times the first price on, the renewal is pointed out. */
const STEEP = 3;

interface ElsewhereProps extends PriceFormat {
  visit: Visit;
  check: DomainCheckAnswer;
  others: ExtensionPrices[];
}

/** The same label in other extensions, with their prices and a link that checks it. */
function Elsewhere({ visit, check, others, ...format }: ElsewhereProps) {
  const texts = domainTexts[visit.language].elsewhere;
  const label = check.unicode_domain.slice(0, -check.tld.length);
  if (others.length === 0) return null;
  return (
    <section class="stack tight" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{texts.title}</h2>
      <div class="card flush">
        <DataTable
          caption={texts.title}
          columns={[
            { label: texts.name },
            { label: texts.firstYear, amount: true },
            { label: texts.renewsAt, amount: true },
            { label: texts.action, amount: true, whole: true },
          ]}
          rows={others.map(({ tld, register, renew }) => ({
            key: tld,
            cells: [
              <>
                <bdi>{label + tld}</bdi>
                {renew >= STEEP * register && register > 0 && (
                  <p class="faint small">{texts.steep(Math.round(renew / register))}</p>
                )}
              </>,
              <strong>{extensionPrice(register, format)}</strong>,
              extensionPrice(renew, format),
              <a class="button" href={searchLink(visit, label + tld)} rel="nofollow">
                {texts.action}
                <span class="only-heard"> {label + tld}</span>
              </a>,
            ],
          }))}
        />
      </div>
    </section>
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
