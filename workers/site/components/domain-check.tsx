import type { Problem } from "../../../shared/api/definition/problems.ts";
import type { DomainCheckAnswer } from "../../../shared/catalogue-contract/domain-check-answer.ts";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import { type HomeTexts, homeTexts } from "../pages/home-texts.ts";
import { displayed, extensionPrice, type PriceFormat, type ShownOffer } from "../shown-prices.ts";

/** A name that a visitor checked, and the catalogue's answer; null if it did not answer. */
export interface AskedName {
  name: string;
  outcome: { check: DomainCheckAnswer } | { refusal: Problem } | null;
}

interface DomainCheckProps {
  /** Null before a check. */
  asked: AskedName | null;
  offer: ShownOffer | null;
  visit: Visit;
  currency: Currency;
}

const EXTENSIONS_IN_BRIEF = 4;

/** The check of a domain name with its result; before one, what the most usual extensions cost. */
export function DomainCheck({ asked, offer, visit, currency }: DomainCheckProps) {
  const texts = homeTexts[visit.language].domains;
  const format = { currency, language: visit.language };
  return (
    <div class="card stack" id="check">
      <DomainCheckForm asked={asked} visit={visit} currency={currency} />
      {!asked && offer && (
        <p class="small muted brief">
          {texts.firstYear}{" "}
          {displayed(offer.pricing)
            .first.slice(0, EXTENSIONS_IN_BRIEF)
            .map(({ tld, register }) => (
              <>
                <span>{`${tld} ${extensionPrice(register, format)} ·`}</span>{" "}
              </>
            ))}
          <a href="#domains">{texts.all(offer.pricing.domains.length)}</a>
        </p>
      )}
      {asked && <DomainCheckResult asked={asked} {...format} />}
    </div>
  );
}

function DomainCheckForm({ asked, visit, currency }: Omit<DomainCheckProps, "offer">) {
  const texts = homeTexts[visit.language].domains;
  // The result has a link to order, which is then the page's way forward.
  const leadsOn = asked?.outcome != null && "check" in asked.outcome && asked.outcome.check.order_url !== null;
  return (
    <form class="field" action="/#check">
      {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
      {visit.url.searchParams.has("currency") && <input type="hidden" name="currency" value={currency} />}
      <label for="asked-name">{texts.check}</label>
      <div class="entry">
        <input
          id="asked-name"
          name="domain"
          value={asked?.name ?? ""}
          required
          maxlength={254}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="asked-name-hint"
        />
        <button class={leadsOn ? "button" : "button primary"} type="submit">
          {texts.send}
        </button>
      </div>
      <p class="hint" id="asked-name-hint">
        {texts.hint}
      </p>
    </form>
  );
}

/**
 * The domain name in what a visitor typed or pasted: without surrounding spaces, scheme, path, port, the part of an e-mail
 * address before the `@`, and `www.`. The rest is not validated, and can be empty.
 */
export function writtenName(text: string): string {
  const host = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "")
    .replace(/[/?#\\].*$/su, "")
    .replace(/^.*@/su, "")
    .replace(/:\d*$/, "")
    .trim();
  // `www.com` is a name of its own.
  return /^www\.[^.]+\../i.test(host) ? host.slice("www.".length) : host;
}

function DomainCheckResult({ asked: { outcome }, ...format }: PriceFormat & { asked: AskedName }) {
  const texts = homeTexts[format.language].domains;
  if (!outcome || "refusal" in outcome) {
    const { title, text } = refusalWords(outcome?.refusal, texts.refusals);
    return (
      <div class="note stack tight">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    );
  }
  const { check } = outcome;
  const { status, unicode_domain: name, order_url: orderUrl } = check;
  const price = (amount: number) => extensionPrice(amount, format);
  return (
    <div class="note stack tight">
      <h2>{texts.answers[status](name)}</h2>
      {status === "available" && <p>{texts.prices(price(check.register), price(check.renew))}</p>}
      {status === "taken" && <p>{texts.transferPrice(price(check.transfer))}</p>}
      <p>{check.note}</p>
      {check.simulated && <p class="muted small">{texts.simulated}</p>}
      {orderUrl && (
        <p class="buttons">
          <a class="button primary" href={orderUrl}>
            {linkText(check, texts)}
          </a>
        </p>
      )}
    </div>
  );
}

/** For an unknown name the link leads to the cart's own search. */
function linkText({ status, unicode_domain: name }: DomainCheckAnswer, texts: HomeTexts["domains"]): string {
  if (status === "unknown") return texts.searchInCart;
  return status === "available" ? texts.registerName(name) : texts.transferName(name);
}

function refusalWords(refusal: Problem | undefined, texts: HomeTexts["domains"]["refusals"]) {
  if (refusal?.code === "invalid_parameter") {
    return { title: texts.invalid, text: texts.invalidText(refusal.errors?.[0]?.message ?? "") };
  }
  if (refusal?.code === "not_found") return { title: texts.notSold, text: texts.notSoldText };
  if (refusal?.code === "rate_limited") {
    return { title: texts.tooMany, text: texts.tooManyText(Math.ceil((refusal.retry_after ?? 0) / 60)) };
  }
  return { title: texts.failed, text: texts.failedText };
}
