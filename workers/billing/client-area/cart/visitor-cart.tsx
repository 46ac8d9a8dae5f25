import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { Catalogue, CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import { extensionOf, parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { TRANSFER_TERM, TRANSFER_TERM_WORDS } from "../../../../shared/domain-names/registration-terms.ts";
import { NOT_ORDERABLE } from "../../../../shared/ordering/domain-orders.ts";
import { ruleOf } from "../../../../shared/ordering/registries/registrant-rules.ts";
import { CurrencyChoice } from "../../../../shared/pages/currency-choice.tsx";
import { TOKEN_FIELD } from "../../../../shared/pages/form.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { AREA_PATH, areaPageIn, signInForArea } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "../../../../shared/platform/money.ts";
import { domainOrderPrice, renewalOf } from "../../engine/pricing/domain-prices.ts";
import { firstPayment } from "../../engine/pricing/plan-prices.ts";
import { show, stopAt, stopUncounted } from "../answers.tsx";
import { type AreaRequest, areaLink, here, PATHS } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { EmailField, STEP_FIELD, visitorTexts } from "../visitors/step-fields.tsx";
import { askedIn, type CartOrder, cartOrderOf, orderIn } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { discountOf, domainItem, planItem } from "./checkout-items.tsx";
import { type CheckoutItem, CheckoutPage, type CheckoutSums, OrderStep, Step, TermsList } from "./checkout-page.tsx";
import { type NothingLink, NothingToOrder, obstacleWords } from "./nothing-to-order.tsx";
import { planOrderOf } from "./plan-cart.tsx";

/** The cart of a visitor who has not signed in. Prices are in the currency of the link. */
interface VisitorCart {
  request: AreaRequest;
  currency: Currency;
  catalogue: Catalogue;
  orderOf: (request: AreaRequest) => Promise<CartOrder | null>;
}

/** Handles `GET /client-area/cart` for a visitor who has not signed in. It shows the price and the next step. */
export async function showVisitorCart(request: AreaRequest): Promise<Response> {
  const uncounted = await stopUncounted(request, "tooManyCarts");
  if (uncounted) return uncounted;
  const cart = await readCart(request, cartOrderOf);
  if (cart instanceof Response) return cart;
  const items = await itemsOf(cart);
  if (items instanceof Response) return items;
  return items.length > 0
    ? showItems(cart, items)
    : visitorNothing(cart, null, cartTexts[request.visit.language].empty);
}

/**
 * Reads the catalogue in the currency of the link.
 * @param orderOf returns the domain order that the URL describes
 */
async function readCart(request: AreaRequest, orderOf: VisitorCart["orderOf"]): Promise<VisitorCart | Response> {
  const { visit, engine } = request;
  const asked = visit.url.searchParams.get("currency");
  const currency = CURRENCIES.find((known) => known === asked) ?? DEFAULT_CURRENCY;
  const catalogue = await engine.readCatalogue(request, { currency, language: visit.language });
  if (catalogue.ok) return { request, currency, catalogue: catalogue.value, orderOf };
  const { problem } = catalogue;
  return stopAt(request, "unavailable", "retryAfter" in problem ? { retryAfter: problem.retryAfter } : {});
}

async function itemsOf(cart: VisitorCart): Promise<CheckoutItem[] | Response> {
  const { domain, plan } = askedIn(cart.request.visit);
  const items: CheckoutItem[] = [];
  for (const read of [domain !== null && visitorDomain, plan !== null && visitorPlan]) {
    const item = read && (await read(cart));
    if (item instanceof Response) return item;
    if (item) items.push(item);
  }
  return items;
}

/**
 * Renders a sign-up step as the second step of the checkout. Returns `null` if the sign-up does not lead to an order.
 * This page does not check the domain's availability: the cart has checked it, and the order checks it again.
 */
export async function inCheckout(request: AreaRequest, step: Child): Promise<JSX.Element | null> {
  const { visit } = request;
  const goal = areaPageIn(visit.url.searchParams.get("to"));
  const url = new URL(goal ?? AREA_PATH, visit.url);
  if (url.pathname !== PATHS.cart) return null;
  const unasked = async ({ visit }: AreaRequest) => {
    const order = orderIn(visit);
    return order && { ...order, availability: "unknown" as const, retryAfter: null };
  };
  const cart = await readCart({ ...request, visit: { ...visit, url } }, unasked);
  const items = cart instanceof Response ? cart : await itemsOf(cart);
  if (cart instanceof Response || items instanceof Response || items.length === 0) return null;
  const texts = cartTexts[visit.language];
  return (
    <CheckoutPage request={cart.request} person={null} items={items} currency={cart.currency} sums={untaxed(items)}>
      <div class="steps">
        <Step id="what" title={texts.what}>
          <p>{items.map(({ lines }) => lines[0]?.label).join(" · ")}</p>
          <p class="links">
            <a href={linkTo(visit, url.pathname + url.search)}>{texts.change}</a>
          </p>
        </Step>
        <Step id="who" title={texts.who}>
          {step}
        </Step>
        <Step id="pay" title={texts.pay}>
          <p class="muted">{texts.visitor.next}</p>
        </Step>
      </div>
    </CheckoutPage>
  );
}

function untaxed(items: CheckoutItem[]): CheckoutSums {
  return {
    taxes: null,
    credit: 0,
    due: items.flatMap(({ lines }) => lines).reduce((sum, { amount }) => sum + amount, 0),
  };
}

async function showItems(cart: VisitorCart, items: CheckoutItem[]): Promise<Response> {
  const { request, currency, catalogue } = cart;
  const terms = await request.engine.readTerms(request, tldIn(request.visit));
  if (!terms.ok) return stopAt(request, "unavailable", { retryAfter: terms.problem.retryAfter });
  const { visit, visitor, theme, mailsCodes } = request;
  const texts = cartTexts[visit.language];
  const words = texts.visitor;
  const hasSignUp = theme.brand.signUp === null && mailsCodes;
  const page = (
    <CheckoutPage
      request={request}
      person={<SignInButton visit={visit} />}
      items={items}
      currency={currency}
      sums={untaxed(items)}
    >
      <div class="steps">
        <OrderStep visit={visit} items={items}>
          <CurrencyChoice
            visit={visit}
            offered={catalogue.currencies ?? CURRENCIES}
            current={currency}
            label={words.currency}
          />
          <p class="small muted">{words.currencyNote}</p>
        </OrderStep>
        <Step
          id="who"
          title={texts.who}
          beside={
            hasSignUp && (
              <p class="small muted">
                {words.haveAccount} <SignInLink visit={visit} look="button" />
              </p>
            )
          }
        >
          {hasSignUp ? (
            <form class="stack" method="post" action={areaLink(visit, PATHS.signUp, { to: here(visit) })} novalidate>
              <p class="muted">{words.newCustomer}</p>
              <input type="hidden" name={TOKEN_FIELD} value={visitor?.formToken ?? ""} />
              <input type="hidden" name={STEP_FIELD} value="email" />
              <EmailField label={visitorTexts[visit.language].email} email="" errors={[]} />
              <div class="buttons">
                <button class="button primary" type="submit">
                  {visitorTexts[visit.language].sendCode}
                </button>
              </div>
            </form>
          ) : (
            <>
              <p class="muted">{theme.brand.signUp === null ? words.askUs(theme.brand.name) : words.newElsewhere}</p>
              <div class="buttons">
                {theme.brand.signUp !== null && (
                  <a class="button" href={theme.brand.signUp}>
                    {words.createAccount}
                  </a>
                )}
                <SignInLink visit={visit} look="button primary" />
              </div>
            </>
          )}
        </Step>
        <Step id="pay" title={texts.pay}>
          <TermsList terms={terms.value} language={visit.language} />
          <p class="muted">{words.next}</p>
        </Step>
      </div>
    </CheckoutPage>
  );
  return show(request, page);
}

function SignInLink({ visit, look }: { visit: Visit; look: string }) {
  return (
    <a class={look} href={signInForArea(visit, here(visit))}>
      {cartTexts[visit.language].visitor.signIn}
    </a>
  );
}

/** Renders the sign-in button. The sign-in returns the customer to this cart. */
function SignInButton({ visit }: { visit: Visit }) {
  return (
    <a class="button" href={signInForArea(visit, here(visit))}>
      {areaTexts[visit.language].signIn}
    </a>
  );
}

/**
 * Returns the cart page of a visitor who has nothing to order.
 * @param why the reason; `null` if the cart is simply empty
 */
function visitorNothing(
  { request, currency }: VisitorCart,
  why: string | null,
  title = cartTexts[request.visit.language].cart,
  link: NothingLink | null = null,
): Promise<Response> {
  const { theme, visit, payment } = request;
  const on = link && { ...link, parameters: { ...link.parameters, currency } };
  const page = (
    <Layout theme={theme} visit={visit} title={title} width="wide" person={<SignInButton visit={visit} />}>
      <div class="stack loose">
        <h1>{title}</h1>
        <NothingToOrder visit={visit} currency={currency} why={why} link={on} />
        {payment.isDemonstration && <p class="small muted">{areaTexts[visit.language].demonstration}</p>}
      </div>
    </Layout>
  );
  return show(request, page, { status: why === null ? 200 : 422 });
}

async function visitorPlan(cart: VisitorCart): Promise<CheckoutItem | Response> {
  const { request, currency, catalogue } = cart;
  const { visit } = request;
  const texts = cartTexts[visit.language];
  const plan = catalogue.plans.find(({ id }) => id === visit.url.searchParams.get("plan"));
  if (!plan) return visitorNothing(cart, texts.badPlan);
  const cycle = planOrderOf(visit, plan)?.billingCycle;
  const price = cycle && paymentsOf(plan, cycle, request.today());
  if (!price) return visitorNothing(cart, texts.badCycle);
  const named = visit.url.searchParams.get("site")?.trim();
  const parsed = named ? parseDomainName(named) : null;
  const site = parsed && (
    <p>
      {texts.domainName} ·{" "}
      {"refused" in parsed ? typeset(parsed.refused, visit.language) : <bdi translate="no">{parsed.unicode}</bdi>}
    </p>
  );
  return planItem({ request, plan, price, currency, site });
}

/** Returns the first and the recurring payment, as in a quote; `null` if the plan is not sold in this billing cycle. */
function paymentsOf(plan: CataloguePlan, billingCycle: BillingCycle, today: string) {
  const price = plan.prices.find((sold) => sold.billingCycle === billingCycle);
  if (!price) return null;
  const { amount: renewal, setupFee } = price;
  const discount = discountOf(plan, billingCycle);
  const first = firstPayment({ price: renewal, setupFee, cycle: billingCycle, discount }, today);
  return { billingCycle, setupFee, renewal, discount: first.discount, firstPayment: first.amount };
}

/** Returns the extension of the domain in the cart's URL; `null` if the URL has no valid domain. */
function tldIn({ url }: Visit): string | null {
  const parsed = parseDomainName((url.searchParams.get("domain") ?? "").trim());
  return "ascii" in parsed ? extensionOf(parsed.ascii) : null;
}

/**
 * Returns the domain as a checkout item, priced in the currency of the link. Returns a page with the reason if the
 * domain cannot be ordered now.
 */
async function visitorDomain(cart: VisitorCart): Promise<CheckoutItem | Response> {
  const { request, currency, catalogue } = cart;
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const words = cartTexts[language].visitor;
  const tld = tldIn(visit);
  const prices = catalogue.extensions.find((sold) => sold.tld === tld);
  const order = prices && (await cart.orderOf(request));
  if (!order || tld === null) return visitorNothing(cart, texts.badDomain);
  const obstacle = obstacleWords(order, language);
  if (obstacle) return visitorNothing(cart, obstacle.why, texts.cart, obstacle.link);
  if (!request.registrar) return visitorNothing(cart, typeset(NOT_ORDERABLE.reason, language));
  const { type, years, availability } = order;
  const renewal = renewalOf(tld, prices);
  const rule = ruleOf(tld).residence?.rule;
  return domainItem({
    ...{ request, order, currency },
    price: { amount: domainOrderPrice(prices, order), renewal: renewal.price, renewalYears: renewal.years },
    children: (
      <>
        {type === "transfer" && <p>{typeset(TRANSFER_TERM_WORDS[TRANSFER_TERM.of(tld)], language)}</p>}
        {years > 1 && <p class="small muted">{words.yearsNote}</p>}
        {rule && <p>{typeset(rule, language)}</p>}
        <p class="small muted">{availability === "unknown" ? words.notAsked : texts.atPayment[type]}</p>
      </>
    ),
  });
}
