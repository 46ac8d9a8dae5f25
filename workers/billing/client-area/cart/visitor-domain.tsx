import { brokenNameRule } from "../../../../shared/domain-names/name-rules.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import {
  TRANSFER_TERM,
  TRANSFER_TERM_WORDS,
  takesNewNames,
} from "../../../../shared/domain-names/registration-terms.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { toMajorUnits } from "../../../../shared/platform/money.ts";
import { NOT_ORDERABLE } from "../../engine/orders/domain-order-rules.ts";
import { domainOrderPrice, extensionOf, renewalOf } from "../../engine/pricing/extension-prices.ts";
import { ruleOf } from "../../engine/registries/registry-rules.ts";
import { cartOrderOf } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { obstacleWords } from "./not-orderable.ts";
import { DomainSummary } from "./summaries.tsx";
import { SignInToOrder, showVisitor, type VisitorCart, VisitorCurrency, visitorNothing } from "./visitor-page.tsx";
import { visitorTexts } from "./visitor-texts.ts";

/** The cart with a domain, in the price list of the link; or why it cannot be ordered now. */
export async function visitorDomain(cart: VisitorCart): Promise<Response> {
  const { request, currency, catalogue } = cart;
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const words = visitorTexts[language];
  const parsed = parseDomainName((visit.url.searchParams.get("domain") ?? "").trim());
  const tld = "ascii" in parsed ? extensionOf(parsed.ascii) : null;
  const prices = catalogue.extensions.find((sold) => sold.tld === tld);
  const order = prices && (await cartOrderOf(request, request.visitorAvailabilityOf));
  if (!order || tld === null) return visitorNothing(cart, texts.badDomain);
  const broken = brokenNameRule(order.shown, tld);
  if (broken) return visitorNothing(cart, typeset(broken, language));
  if (order.type === "register" && !takesNewNames(tld)) {
    return visitorNothing(cart, texts.notRegistrable.unavailable(order.shown));
  }
  if (!request.hasRegistrar) return visitorNothing(cart, typeset(NOT_ORDERABLE.reason, language));
  const obstacle = obstacleWords(order, language);
  if (obstacle) return visitorNothing(cart, obstacle.why, texts.title, obstacle.link);
  const { type, years, availability } = order;
  const renewal = renewalOf(tld, prices);
  const content = (
    <>
      <DomainSummary
        visit={visit}
        order={order}
        price={{ amount: domainOrderPrice(prices, order), renewal: renewal.price, renewalYears: renewal.years }}
        moneyOf={(amount) => formatMoney(toMajorUnits(amount), currency, language)}
        transferTerm={type === "transfer" ? typeset(TRANSFER_TERM_WORDS[TRANSFER_TERM.of(tld)], language) : null}
        residence={ruleOf(tld).residence?.rule}
        kept={{ currency }}
        termNote={years > 1 && <p class="small muted">{words.yearsNote}</p>}
        note={availability === "unknown" ? words.notAsked : texts.atPayment[type]}
      >
        <VisitorCurrency cart={cart} />
      </DomainSummary>
      <SignInToOrder cart={cart} />
    </>
  );
  return showVisitor(cart, texts.titles[type](order.shown), content);
}
