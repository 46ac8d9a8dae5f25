import { parseDomainName } from "../../../../shared/availability/parse-domain.ts";
import { toMajorUnits } from "../../../../shared/money.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { priceOf } from "../../orders/domain-order-case.ts";
import { extensionOf } from "../../orders/extension-prices.ts";
import { ruleOf } from "../../registries/registry-rules.ts";
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
  const order = prices && (await namedOrderOf(to));
  if (!order || tld === null) return visitorNothing(cart, texts.badDomain);
  const obstacle = obstacleWords(order, language);
  if (obstacle) return visitorNothing(cart, obstacle.why, texts.title, obstacle.link);
  const { domain, type, years } = order;
  const moneyOf = (amount: number) => formatMoney(toMajorUnits(amount), currency, language);
  const rule = ruleOf(tld).residence?.rule;
  const content = (
    <>
      <div class="card stack">
        <VisitorCurrency cart={cart} />
        <Facts
          facts={[
            [texts[type], type === "transfer" ? texts.addsYear : texts.yearsOf(years)],
            [texts.price, <strong>{moneyOf(priceOf(prices, order))}</strong>],
            [texts.renewal, moneyOf(prices.renew)],
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
        <p class="small muted">
          {order.availability === "unknown"
            ? words.notAsked
            : (to.hasRegistrar ? texts.atPayment : texts.noRegistry)[type]}
        </p>
      </div>
      <SignInToOrder cart={cart} />
    </>
  );
  return showVisitor(cart, texts.titles[type](order.shown), content);
}
