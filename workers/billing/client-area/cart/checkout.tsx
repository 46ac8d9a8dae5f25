import type { Child } from "hono/jsx";
import type { ActionResult } from "../../../../shared/billing-contract/client-area.ts";
import { type ActionRequired, ok } from "../../../../shared/billing-contract/result.ts";
import { areaLayoutTexts } from "../../../../shared/pages/area-layout.tsx";
import { ErrorSummary, FieldError, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { AREA_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { checkoutAmount } from "../../engine/payments/payment-settings.ts";
import type { CheckoutQuote } from "../../engine/payments/quote-checkout.ts";
import { type AreaAction, act, stopFor, type Unexplained } from "../actions/act.ts";
import { failed, isRefusal, show, stopAt } from "../answers.tsx";
import {
  actorQuery,
  areaLink,
  type ClientAreaForm,
  here,
  mayDo,
  PATHS,
  type SignedInRequest,
} from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { AreaForm, AreaPerson, moneyOf } from "../components/area-page.tsx";
import { SaveCard } from "../pages/invoices/invoice-page.tsx";
import { invoiceTexts } from "../pages/invoices/invoice-texts.ts";
import { invoicesPage, pay } from "../pages/invoices/invoices.tsx";
import { askedIn } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { CheckoutPage, OrderStep, Step } from "./checkout-page.tsx";
import { domainToOrder, orderDomain } from "./domain-cart.tsx";
import { showNothing } from "./nothing-to-order.tsx";
import {
  hasReadableAmount,
  keyFor,
  type Order,
  type OrderOutcome,
  type OrderPlaced,
  type OrderToMake,
  referenceOf,
  type SendOrder,
  type SentOrder,
} from "./order-form.tsx";
import { orderPlan, planToOrder } from "./plan-cart.tsx";

/** The button that pays at once what is ordered; without it the invoice comes first. */
const PAYS = { name: "pay", value: "now" };

/** `GET /client-area/cart`: the target of the catalogue's order links, with a domain, a plan, or a domain and the plan of its site. */
export async function showCart(request: SignedInRequest, sent?: SentOrder, done?: Child): Promise<Response> {
  const { domain, plan } = askedIn(request.visit);
  const orders: OrderToMake[] = [];
  for (const read of [domain !== null && domainToOrder, plan !== null && planToOrder]) {
    const order = read && (await read(request, sent));
    if (order instanceof Response) return order;
    if (order) orders.push(order);
  }
  if (orders.length === 0) return showNothing(request, null);
  const subtotals = orders.map(({ amount }) => amount);
  const quoted = await request.engine.quoteCheckout(actorQuery(request, "orders"), subtotals);
  if (quoted.ok) return showOrders(request, { orders, checkout: quoted.value, sent, done });
  const { problem } = quoted;
  // A quote of taxes and credit is refused for nothing but the actor.
  if (isRefusal(problem)) return stopAt(request, "internalError");
  return failed(request, { ok: false, problem });
}

interface OrdersShown {
  orders: OrderToMake[];
  checkout: CheckoutQuote;
  sent: SentOrder | undefined;
  /** What an earlier sending has done already. */
  done: Child;
}

function showOrders(request: SignedInRequest, { orders, checkout, sent, done }: OrdersShown): Promise<Response> {
  const { visit, payment, account, signedIn, accounts } = request;
  const texts = cartTexts[visit.language];
  const items = orders.map(({ item }) => item);
  const errors = sent?.errors ?? orders.flatMap((order) => order.errors);
  const credit = mayDo(request, "invoices") ? Math.min(checkout.credit, checkout.total) : 0;
  const due = checkout.total - credit;
  const missing = orders.flatMap((order) => order.missing);
  const linked = visit.url.searchParams.get("currency");
  const page = (
    <CheckoutPage
      request={request}
      person={<AreaPerson request={request} />}
      items={items}
      currency={account.currency}
      sums={{ taxes: checkout.taxes, credit, due }}
      above={
        <>
          {done}
          <ErrorSummary title={sent && texts.notOrdered} errors={errors} />
          {linked !== null && linked !== account.currency && (
            <p class="note">{texts.otherCurrency(account.currency)}</p>
          )}
        </>
      }
    >
      <AreaForm
        request={request}
        class="steps"
        path={PATHS.cart}
        parameters={Object.assign({}, ...orders.map(({ address }) => address))}
        novalidate
      >
        <input type="hidden" name="reference" value={referenceOf(request, sent?.form)} />
        {orders.map(({ amount }) => (
          <input type="hidden" name="expected" value={String(amount)} />
        ))}
        <OrderStep visit={visit} items={items} />
        <Step id="who" title={texts.who}>
          <p>
            {texts.signedIn} <bdi translate="no">{signedIn.email}</bdi> · <strong>{account.name}</strong> ({account.id})
          </p>
          {accounts.length > 1 && (
            <p class="links">
              <a href={areaLink(visit, AREA_PATH)}>{areaLayoutTexts[visit.language].changeAccount}</a>
            </p>
          )}
        </Step>
        <Step id="pay" title={texts.pay}>
          {missing[0] ? (
            <Missing request={request} missing={missing[0]} />
          ) : (
            <TermsAndPayment request={request} orders={orders} checkout={checkout} due={due} errors={errors} />
          )}
        </Step>
      </AreaForm>
    </CheckoutPage>
  );
  return show(request, page, { status: sent?.status ?? 200, formsLeadTo: payment.checkoutOrigin });
}

interface TermsAndPaymentProps {
  request: SignedInRequest;
  orders: OrderToMake[];
  checkout: CheckoutQuote;
  due: number;
  errors: FormError[];
}

function TermsAndPayment({ request, orders, checkout, due, errors }: TermsAndPaymentProps) {
  const { language } = request.visit;
  const texts = cartTexts[language];
  const isAtStripe = request.payment.kind === "stripe";
  const byCard = isAtStripe ? checkoutAmount(checkout.total, checkout.credit) : due;
  const paysHere =
    mayDo(request, "invoices") && request.payment.kind !== "manual" && byCard !== null && checkout.total > 0;
  const words = isAtStripe ? texts.toPayment : texts.payNow;
  // A registry's terms come with the provider's: those of the first order are all there are.
  const terms = orders[0]?.terms;
  const isByCard = paysHere && isAtStripe && byCard > 0;
  const notes = new Set([...orders.map(({ note }) => note), ...(isByCard ? [invoiceTexts[language].atStripe] : [])]);
  return (
    <>
      <fieldset class="stack tight">
        <legend>{texts.termsTitle}</legend>
        <ul class="stack tight">
          {terms?.items.map(({ title: label, url }) => (
            <li>
              <a href={url}>{typeset(label, language)}</a>
            </li>
          ))}
        </ul>
        <Tick id="terms" name="terms" value={terms?.version ?? ""} label={texts.accept} />
        <FieldError field="terms" errors={errors} />
      </fieldset>
      {isByCard && !checkout.hasCard && <SaveCard language={language} />}
      <div class="buttons">
        {paysHere ? (
          <button class="button primary whole" type="submit" {...PAYS}>
            {byCard === 0 ? invoiceTexts[language].payByCredit : words(moneyOf(request, byCard))}
          </button>
        ) : (
          <button class="button primary whole" type="submit">
            {texts.orderFor(moneyOf(request, due))}
          </button>
        )}
      </div>
      {[...notes].map((note) => (
        <p class="small muted">{note}</p>
      ))}
    </>
  );
}

function Missing({ request, missing }: { request: SignedInRequest; missing: ActionRequired }) {
  const { visit } = request;
  return (
    <>
      <p>{typeset(missing.message, visit.language)}</p>
      <p>
        <a class="button primary" href={areaLink(visit, PATHS.details, { next: here(visit) })}>
          {areaTexts[visit.language].details}
        </a>
      </p>
    </>
  );
}

/**
 * `POST /client-area/cart`: orders what the address asks for, and pays where the button says so. Two orders are two actions, each with its own
 * key: all but the first are judged before it is placed. What was placed all the same stands and is said, and a repeated form does not repeat it.
 */
export async function submitCart(request: ClientAreaForm): Promise<Response> {
  const { form, visit } = request;
  // An unreadable amount would leave the price unchecked.
  if (!hasReadableAmount(form)) return stopAt(request, "unreadableForm");
  const { domain, plan } = askedIn(visit);
  const orders: Order[] = [...(domain === null ? [] : [orderDomain]), ...(plan === null ? [] : [orderPlan])];
  if (orders.length === 0) return showNothing(request, null);
  const judge = (order: Order, at: number) => order(request, (action) => judged(request, action), at);
  const reference = referenceOf(request, form);
  const make: SendOrder = async (action) => act(request, action, await keyFor(reference, action));

  const others = await Promise.all(orders.slice(1).map((order, at) => judge(order, at + 1)));
  const refused = others.find(isNotPlaced);
  if (refused && !("errors" in refused)) return stopped(request, refused);
  if (refused) return showRefused(request, [...(await Promise.all(orders.slice(0, 1).map(judge))), refused]);

  const placed: OrderPlaced[] = [];
  for (const [at, order] of orders.entries()) {
    const outcome = await order(request, make, at);
    if (!isNotPlaced(outcome)) placed.push(outcome);
    else if (placed.length > 0) return showRest(request, outcome);
    else return "errors" in outcome ? showRefused(request, [outcome]) : stopped(request, outcome);
  }
  return goOn(request, placed);
}

async function judged(request: ClientAreaForm, action: AreaAction): Promise<ActionResult<null>> {
  const preview = await request.actions.preview({ ...action, accountId: request.account.id });
  // What is on order already may be this very form, sent before: making it tells.
  return preview.ok || preview.problem.code === "already_requested" ? ok(null) : preview;
}

type NotPlaced = Exclude<OrderOutcome, OrderPlaced>;

function isNotPlaced(outcome: OrderOutcome): outcome is NotPlaced {
  return !("page" in outcome);
}

/** The page of a problem that the cart does not explain. */
function stopped(request: ClientAreaForm, outcome: Response | { problem: Unexplained }): Promise<Response> | Response {
  return outcome instanceof Response ? outcome : stopFor(request, outcome.problem);
}

/** The cart again, with everything that its orders are refused for, and the terms where they are not accepted. */
function showRefused(request: ClientAreaForm, outcomes: OrderOutcome[], done?: Child): Promise<Response> {
  const { form, visit } = request;
  const refused = outcomes.flatMap((outcome) => ("errors" in outcome ? [outcome] : []));
  const errors = refused.flatMap((outcome) => outcome.errors);
  const accept = { field: "terms", text: cartTexts[visit.language].acceptFirst };
  const distinct = [
    ...errors.filter(({ field }) => field !== "terms"),
    ...(form.has("terms") && !errors.some(({ field }) => field === "terms") ? [] : [accept]),
  ];
  const status = Math.max(...refused.map((outcome) => outcome.status));
  return showCart(request, { form, errors: distinct, status }, done);
}

/** The domain is ordered and the plan is not: the plan alone, for the site of that name. */
function showRest(request: ClientAreaForm, outcome: NotPlaced): Promise<Response> | Response {
  const { visit, form } = request;
  const domain = visit.url.searchParams.get("domain") ?? "";
  const url = new URL(visit.url);
  for (const name of ["domain", "type", "years"]) url.searchParams.delete(name);
  url.searchParams.set("site", domain);
  const rest = new URLSearchParams(form);
  rest.delete("expected");
  const texts = cartTexts[visit.language];
  const done = (
    <p class="note ok" role="status">
      {texts.isOrdered(domain)} <a href={areaLink(visit, `${PATHS.domains}/${domain}`)}>{texts.toYours}</a>
    </p>
  );
  const ofRest = { ...request, form: rest, visit: { ...visit, url } };
  return "errors" in outcome ? showRefused(ofRest, [outcome], done) : stopped(ofRest, outcome);
}

/** Pays, or leads to the invoice; where nothing is due or the login may not see invoices, to what was ordered. */
function goOn(request: ClientAreaForm, placed: OrderPlaced[]): Promise<Response> | Response {
  const { form, payment, visit } = request;
  const invoices = placed.flatMap(({ value }) => (value && "invoice" in value && value.invoice?.id) || []);
  if (invoices.length === 0 || !mayDo(request, "invoices"))
    return seeOther(areaLink(visit, placed[0]?.page ?? AREA_PATH));
  const paysNow = form.get(PAYS.name) === PAYS.value && payment.kind !== "manual";
  return paysNow ? pay(request, invoices) : seeOther(invoicesPage(visit, invoices));
}
