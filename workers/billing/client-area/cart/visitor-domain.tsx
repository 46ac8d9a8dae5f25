import { brokenNameRule } from "../../../../shared/domain-names/name-rules.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { TRANSFER_TERM, TRANSFER_TERM_WORDS, takesNewNames } from "../../../../shared/domain-names/terms.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { toMajorUnits } from "../../../../shared/platform/money.ts";
import { extensionOf, renewalOf } from "../../engine/catalogue/extension-prices.ts";
import { NOT_ORDERABLE, priceOf } from "../../engine/orders/domain-order-rules.ts";
import { ruleOf } from "../../engine/registries/registry-rules.ts";
import { Facts } from "../components/facts.tsx";
import { cartTexts } from "./cart-texts.ts";
import { namedOrderOf } from "./domain-cart.tsx";
import { obstacleWords } from "./not-orderable.ts";
import { TermChoice } from "./order-parts.tsx";
import type { VisitorCart } from "./visitor-cart.tsx";
import { SignInToOrder, showVisitor, VisitorCurrency, visitorNothing } from "./visitor-page.tsx";
import { visitorTexts } from "./visitor-texts.ts";

/** A name from a link, with what it costs by the price list of the link; or why it cannot be ordered now. */
export async function visitorDomain(cart: VisitorCart): Promise<Response> {
  const { to, currency, catalogue } = cart;
  const { visit } = to;
  const { language } = visit;
  const texts = cartTexts[language];
  const words = visitorTexts[language];
  const parsed = parseDomainName((visit.url.searchParams.get("domain") ?? "").trim());
  const tld = "ascii" in parsed ? extensionOf(parsed.ascii) : null;
  const prices = catalogue.extensions.find((sold) => sold.tld === tld);
  const order = prices && (await namedOrderOf(to, to.visitorAvailabilityOf));
  if (!order || tld === null) return visitorNothing(cart, texts.badDomain);
  const broken = brokenNameRule(order.shown, tld);
  if (broken) return visitorNothing(cart, typeset(broken, language));
  if (order.type === "register" && !takesNewNames(tld)) {
    return visitorNothing(cart, texts.notRegistrable.unavailable(order.shown));
  }
  if (!to.hasRegistrar) return visitorNothing(cart, typeset(NOT_ORDERABLE.reason, language));
  const obstacle = obstacleWords(order, language);
  if (obstacle) return visitorNothing(cart, obstacle.why, texts.title, obstacle.link);
  const { domain, type, years } = order;
  const renewal = renewalOf(tld, prices);
  const moneyOf = (amount: number) => formatMoney(toMajorUnits(amount), currency, language);
  const rule = ruleOf(tld).residence?.rule;
  const content = (
    <>
      <div class="card stack">
        <VisitorCurrency cart={cart} />
        <Facts
          facts={[
            [texts[type], type === "transfer" ? transferTerm(tld, language) : texts.yearsOf(years)],
            [texts.price, <strong>{moneyOf(priceOf(prices, order))}</strong>],
            [texts.renewal(renewal.years), moneyOf(renewal.price)],
            ...(rule ? [[texts.registrant, typeset(rule, language)] as [string, string]] : []),
          ]}
        />
        {type === "register" && (
          <>
            <TermChoice
              visit={visit}
              label={texts.years}
              name="years"
              options={order.yearsSold.map((sold) => ({ value: String(sold), label: texts.yearsOf(sold) }))}
              chosen={String(years)}
              kept={{ domain, type, currency }}
            />
            {years > 1 && <p class="small muted">{words.yearsNote}</p>}
          </>
        )}
        <p class="small muted">{order.availability === "unknown" ? words.notAsked : texts.atPayment[type]}</p>
      </div>
      <SignInToOrder cart={cart} />
    </>
  );
  return showVisitor(cart, texts.titles[type](order.shown), content);
}

function transferTerm(tld: string, language: Language): string {
  return typeset(TRANSFER_TERM_WORDS[TRANSFER_TERM.of(tld)], language);
}
