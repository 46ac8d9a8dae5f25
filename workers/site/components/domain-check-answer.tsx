import type { Language } from "../../../shared/platform/language.ts";
import type { ApiRefusal, CheckedName } from "../catalogue-answers.ts";
import { extensionPrice } from "../featured-plans.ts";
import type { HomeTexts } from "../pages/home-texts.ts";

/** A name that a visitor asked about, and what the catalogue said; null when it did not answer. */
export interface AskedName {
  name: string;
  outcome: { check: CheckedName } | { refusal: ApiRefusal } | null;
}

interface DomainCheckAnswerProps {
  asked: AskedName;
  currency: string;
  language: Language;
  texts: HomeTexts["domains"];
}

/** What came of a domain check, and where to go from there. */
export function DomainCheckAnswer({ asked: { outcome }, currency, language, texts }: DomainCheckAnswerProps) {
  if (!outcome || "refusal" in outcome) {
    const { title, text } = refusalWords(outcome?.refusal, texts.refusals);
    return (
      <div class="note stack tight">
        <h4>{title}</h4>
        <p>{text}</p>
      </div>
    );
  }
  const { check } = outcome;
  const { status, unicode_domain: name, order_url: orderUrl } = check;
  const price = (amount: number) => extensionPrice(amount, currency, language, texts.free);
  return (
    <div class="note stack tight">
      <h4>{texts.answers[status](name)}</h4>
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

/** With no clear answer the link leads to the cart's own search. */
function linkText({ status, unicode_domain: name }: CheckedName, texts: HomeTexts["domains"]): string {
  if (status === "unknown") return texts.searchInCart;
  return status === "available" ? texts.registerName(name) : texts.transferName(name);
}

function refusalWords(refusal: ApiRefusal | undefined, texts: HomeTexts["domains"]["refusals"]) {
  switch (refusal?.code) {
    case "invalid_parameter":
      return { title: texts.invalid, text: texts.invalidText(refusal.errors?.[0]?.message ?? "") };
    case "not_found":
      return { title: texts.notSold, text: texts.notSoldText };
    case "rate_limited":
      return { title: texts.tooMany, text: texts.tooManyText(Math.ceil((refusal.retry_after ?? 0) / 60)) };
    default:
      return { title: texts.failed, text: texts.failedText };
  }
}
