import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import { domainTexts } from "../pages/domain-texts.ts";
import type { ShownOffer } from "../shown-prices.ts";

interface DomainSearchProps {
  visit: Visit;
  offer: ShownOffer | null;
  /** The searched domain. */
  name?: string;
  /** Whether the page has another main action. */
  leadsOn?: boolean;
}

/** Renders the search field for a domain. The form opens the results page. */
export function DomainSearch({ visit, offer, name = "", leadsOn = false }: DomainSearchProps) {
  const texts = domainTexts[visit.language];
  const currency = visit.url.searchParams.get("currency");
  return (
    <search>
      <form class="find" action="/">
        {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
        {currency !== null && <input type="hidden" name="currency" value={currency} />}
        <label class="only-heard" for="asked-name">
          {texts.name}
        </label>
        <input
          id="asked-name"
          name="domain"
          value={name}
          placeholder={texts.example(offer?.pricing.domains[0]?.tld ?? ".com")}
          required
          maxlength={254}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <button class={leadsOn ? "button" : "button primary"} type="submit">
          {texts.send}
        </button>
      </form>
    </search>
  );
}

/** Returns the link to the results for a domain. Each visit is counted against the visitor's limit of domain checks. */
export function searchLink(visit: Visit, name: string, further: Record<string, string> = {}): string {
  const query = new URLSearchParams({ domain: name, ...further });
  const currency = visit.url.searchParams.get("currency");
  if (currency !== null) query.set("currency", currency);
  return linkTo(visit, `/?${query}`);
}

/**
 * Extracts the domain from a visitor's text. Surrounding spaces, a scheme, path or port, the part of an e-mail address
 * before the `@`, and `www.` are removed. The rest is not validated and can be empty.
 */
export function writtenName(text: string): string {
  const host = text
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "")
    .replace(/[/?#\\].*$/su, "")
    .replace(/^.*@/su, "")
    .replace(/:\d*$/, "")
    .trim();
  // `www.com` is a domain, so its `www.` must stay.
  return /^www\.[^.]+\../i.test(host) ? host.slice("www.".length) : host;
}
