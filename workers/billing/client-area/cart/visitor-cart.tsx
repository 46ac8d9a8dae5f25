import type { Child } from "hono/jsx";
import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Catalogue, CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import { extensionOf, parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { TRANSFER_TERM, TRANSFER_TERM_WORDS } from "../../../../shared/domain-names/registration-terms.ts";
import { NOT_ORDERABLE } from "../../../../shared/ordering/domain-orders.ts";
import { ruleOf } from "../../../../shared/ordering/registries/registrant-rules.ts";
import { CurrencyChoice } from "../../../../shared/pages/currency-choice.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { signInForArea } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "../../../../shared/platform/money.ts";
import { domainOrderPrice, renewalOf } from "../../engine/pricing/domain-prices.ts";
import { firstPayment } from "../../engine/pricing/plan-prices.ts";
import { show, stopAt } from "../answers.tsx";
import { type AreaRequest, areaLink, here, PATHS } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { cartOrderOf } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { type NothingLink, NothingToOrder, obstacleWords } from "./nothing-to-order.tsx";
import { planOrderOf } from "./plan-cart.tsx";
import { DomainSummary, PlanSummary } from "./summaries.tsx";

/** The cart before the sign-in, in the price list of the link. */
export interface VisitorCart {
  request: AreaRequest;
  currency: Currency;
  catalogue: Catalogue;
}

/** `GET /client-area/cart` before the sign-in: the price, and how to go on. */
export async function showVisitorCart(request: AreaRequest): Promise<Response> {
  const { visit, engine } = request;
  const { searchParams } = visit.url;
  const counted = await request.countCartView(request.httpRequest);
  if (counted.outcome === "refused") return stopAt(request, "tooManyCarts", { retryAfter: counted.rate.resetSeconds });
  if (counted.outcome === "not_counted") {
    log("address_limit_failed", { request_id: request.requestId, cause: counted.cause });
    return stopAt(request, "unavailable", { retryAfter: 5 });
  }
  const currency = CURRENCIES.find((known) => known === searchParams.get("currency")) ?? DEFAULT_CURRENCY;
  const catalogue = await engine.readCatalogue(request, { currency, language: visit.language });
  if (!catalogue.ok) {
    const { problem } = catalogue;
    return stopAt(request, "unavailable", "retryAfter" in problem ? { retryAfter: problem.retryAfter } : {});
  }
  const cart: VisitorCart = { request, currency, catalogue: catalogue.value };
  if (searchParams.has("plan")) return visitorPlan(cart);
  return searchParams.has("domain") ? visitorDomain(cart) : visitorNothing(cart, null, cartTexts[visit.language].empty);
}

function showVisitor({ request }: VisitorCart, title: string, content: Child, status = 200): Promise<Response> {
  const { theme, visit, payment } = request;
  const signIn = (
    <a class="button" href={signInLink(visit)}>
      {areaTexts[visit.language].signIn}
    </a>
  );
  const page = (
    <Layout theme={theme} visit={visit} title={title} width="wide" person={signIn}>
      <div class="stack loose">
        <h1>{title}</h1>
        {content}
        {payment.isDemonstration && <p class="small muted">{areaTexts[visit.language].demonstration}</p>}
      </div>
    </Layout>
  );
  return show(request, page, { status });
}

/** The sign-in that leads back to this cart. */
function signInLink(visit: Visit): string {
  return signInForArea(visit, here(visit));
}

/** The cart without anything to order. @param why null: it is just empty */
function visitorNothing(
  cart: VisitorCart,
  why: string | null,
  title = cartTexts[cart.request.visit.language].title,
  link: NothingLink | null = null,
): Promise<Response> {
  const { request, currency } = cart;
  const on = link && { ...link, parameters: { ...link.parameters, currency } };
  const content = <NothingToOrder visit={request.visit} currency={currency} why={why} link={on} />;
  return showVisitor(cart, title, content, why === null ? 200 : 422);
}

/** The choice of the price list, with a note that an account has its own. */
function VisitorCurrency({ cart: { request, currency, catalogue } }: { cart: VisitorCart }) {
  const texts = cartTexts[request.visit.language].visitor;
  return (
    <div class="stack tight">
      <CurrencyChoice
        visit={request.visit}
        offered={catalogue.currencies ?? CURRENCIES}
        current={currency}
        label={texts.currency}
      />
      <p class="small muted">{texts.currencyNote}</p>
    </div>
  );
}

/** Links to sign in, which leads back to the same cart, and to open an account. */
function SignInToOrder({ cart: { request } }: { cart: VisitorCart }) {
  const { visit, theme, mailsCodes } = request;
  const { name } = theme.brand;
  const ownSignUp = mailsCodes ? areaLink(visit, PATHS.signUp, { to: here(visit) }) : null;
  const signUp = theme.brand.signUp ?? ownSignUp;
  const texts = cartTexts[visit.language].visitor;
  return (
    <section class="card stack" aria-labelledby="order">
      <h2 id="order">{texts.orderTitle}</h2>
      <p>{texts.next}</p>
      <p class="muted">{signUp === null ? texts.askUs(name) : texts.newCustomer}</p>
      <div class="buttons">
        {signUp !== null && (
          <a class="button" href={signUp}>
            {texts.createAccount}
          </a>
        )}
        <a class="button primary" href={signInLink(visit)}>
          {texts.signIn}
        </a>
      </div>
    </section>
  );
}

function visitorPlan(cart: VisitorCart): Promise<Response> {
  const { request, currency, catalogue } = cart;
  const { visit } = request;
  const texts = cartTexts[visit.language];
  const plan = catalogue.plans.find(({ id }) => id === visit.url.searchParams.get("plan"));
  if (!plan) return visitorNothing(cart, texts.badPlan);
  const cycle = planOrderOf(visit, plan)?.billingCycle;
  const price = cycle && paymentsOf(plan, cycle, request.today());
  if (!price) return visitorNothing(cart, texts.badCycle);
  const domain = visit.url.searchParams.get("domain");
  const site = domain?.trim() ? parseDomainName(domain.trim()) : null;
  const content = (
    <>
      <PlanSummary
        visit={visit}
        plan={plan}
        price={price}
        currency={currency}
        kept={{ currency, ...(domain !== null && { domain }) }}
        site={
          site && ("refused" in site ? typeset(site.refused, visit.language) : <bdi translate="no">{site.unicode}</bdi>)
        }
      >
        <VisitorCurrency cart={cart} />
      </PlanSummary>
      <section class="card stack" aria-labelledby="features">
        <h2 id="features">{cartTexts[visit.language].visitor.features}</h2>
        <ul class="stack tight marks">
          {plan.features.map((feature) => (
            <li>{feature}</li>
          ))}
        </ul>
      </section>
      <SignInToOrder cart={cart} />
    </>
  );
  return showVisitor(cart, plan.name, content);
}

/** First and recurring payment, as in a quote; null if the plan is not sold with the cycle. */
function paymentsOf({ prices, firstYearDiscount }: CataloguePlan, billingCycle: BillingCycle, today: string) {
  const price = prices.find((sold) => sold.billingCycle === billingCycle);
  if (!price) return null;
  const { amount: renewal, setupFee } = price;
  const discount = firstYearDiscount?.billingCycles.includes(billingCycle) ? firstYearDiscount : null;
  const first = firstPayment({ price: renewal, setupFee, cycle: billingCycle, discount }, today);
  return { billingCycle, setupFee, renewal, discount: first.discount, firstPayment: first.amount };
}

/** The cart with a domain, in the price list of the link; or why it cannot be ordered now. */
async function visitorDomain(cart: VisitorCart): Promise<Response> {
  const { request, currency, catalogue } = cart;
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const words = cartTexts[language].visitor;
  const parsed = parseDomainName((visit.url.searchParams.get("domain") ?? "").trim());
  const tld = "ascii" in parsed ? extensionOf(parsed.ascii) : null;
  const prices = catalogue.extensions.find((sold) => sold.tld === tld);
  const order = prices && (await cartOrderOf(request));
  if (!order || tld === null) return visitorNothing(cart, texts.badDomain);
  const obstacle = obstacleWords(order, language);
  if (obstacle) return visitorNothing(cart, obstacle.why, texts.title, obstacle.link);
  if (!request.registrar) return visitorNothing(cart, typeset(NOT_ORDERABLE.reason, language));
  const { type, years, availability } = order;
  const renewal = renewalOf(tld, prices);
  const content = (
    <>
      <DomainSummary
        visit={visit}
        order={order}
        price={{ amount: domainOrderPrice(prices, order), renewal: renewal.price, renewalYears: renewal.years }}
        currency={currency}
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
