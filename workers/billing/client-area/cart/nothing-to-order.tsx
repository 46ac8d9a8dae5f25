import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { show } from "../answers.tsx";
import { areaLink } from "../area-paths.ts";
import type { SignedInRequest } from "../area-request.ts";
import { AreaPage } from "../components/area-page.tsx";
import { cartTexts } from "./cart-texts.ts";

/** A link to what can be ordered instead. */
export interface NothingLink {
  path: string;
  parameters?: Record<string, string>;
  label: string;
}

interface NothingToOrderProps {
  visit: Visit;
  /** Price list of the links. */
  currency: Currency;
  /** Null: the cart is just empty. */
  why: string | null;
  link?: NothingLink | null;
}

/** Why nothing can be ordered, and how to find something. */
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

/** The cart of a signed-in customer without anything to order. @param why null: it is just empty */
export function showNothing(
  request: SignedInRequest,
  why: string | null,
  { status = why === null ? 200 : 422, link = null }: { status?: number; link?: NothingLink | null } = {},
): Promise<Response> {
  const texts = cartTexts[request.visit.language];
  const page = (
    <AreaPage request={request} title={why === null ? texts.empty : texts.title}>
      <NothingToOrder visit={request.visit} currency={request.account.currency} why={why} link={link} />
    </AreaPage>
  );
  return show(request, page, { status });
}
