import type { Visit } from "../../../shared/pages/visit.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import type { HomeTexts } from "../pages/home-texts.ts";

interface DomainCheckFormProps {
  /** The name of the last check; empty before one. */
  name: string;
  visit: Visit;
  currency: Currency;
  texts: HomeTexts["domains"];
  /** The result of the last check has an order link, which is then the primary button. */
  leadsOn: boolean;
}

/** The form of a domain check; the same page shows the result. */
export function DomainCheckForm({ name, visit, currency, texts, leadsOn }: DomainCheckFormProps) {
  return (
    <form class="field" action="/#domains">
      {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
      {visit.url.searchParams.has("currency") && <input type="hidden" name="currency" value={currency} />}
      <label for="asked-name">{texts.check}</label>
      <div class="entry">
        <input
          id="asked-name"
          name="domain"
          value={name}
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
