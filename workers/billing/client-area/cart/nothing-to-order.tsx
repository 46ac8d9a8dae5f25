import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { areaLink } from "../area-paths.ts";
import { cartTexts } from "./cart-texts.ts";

/** Where one can go on instead. */
export interface NothingLink {
  path: string;
  parameters?: Record<string, string>;
  label: string;
}

interface NothingToOrderProps {
  visit: Visit;
  /** The price list that the links go on with. */
  currency: Currency;
  /** Why nothing can be ordered; null: the cart is just empty. */
  why: string | null;
  link?: NothingLink | null;
}

/** What the cart shows where it has nothing that could be ordered: why, and how to find something. */
export function NothingToOrder({ visit, currency, why, link = null }: NothingToOrderProps) {
  const { language } = visit;
  const texts = cartTexts[language];
  return (
    <>
      {why !== null && (
        <div class="error-summary" role="alert">
          <p>{why}</p>
        </div>
      )}
      {link && (
        <p class="links">
          <a href={areaLink(visit, link.path, link.parameters)}>{link.label}</a>
        </p>
      )}
      <div class="card stack">
        <p>{texts.emptyLead}</p>
        <p class="links">
          <a href={`/?currency=${currency}&lang=${language}`}>{texts.plans}</a>
        </p>
        <form method="get" action="/" class="field">
          <input type="hidden" name="lang" value={language} />
          <input type="hidden" name="currency" value={currency} />
          <label for="domain">{texts.domainName}</label>
          <div class="entry">
            <input id="domain" name="domain" required maxlength={254} autocapitalize="none" spellcheck={false} />
            <button class="button primary" type="submit">
              {texts.check}
            </button>
          </div>
        </form>
      </div>
    </>
  );
}
