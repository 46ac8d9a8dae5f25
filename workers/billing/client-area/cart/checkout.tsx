import type { Child } from "hono/jsx";
import type { ActionRequired } from "../../../../shared/billing-contract/result.ts";
import { areaLayoutTexts } from "../../../../shared/pages/area-layout.tsx";
import { ErrorSummary, FieldError, type FormError } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { AREA_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { Tick } from "../../../../shared/pages/tick.tsx";
import { checkoutAmount } from "../../engine/payments/payment-settings.ts";
import type { CheckoutQuote } from "../../engine/payments/quote-checkout.ts";
import { failed, isRefusal, show, stopAt } from "../answers.tsx";
import { actorQuery, areaLink, here, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { AreaForm, AreaPerson, moneyOf } from "../components/area-page.tsx";
import { SaveCard } from "../pages/invoices/invoice-page.tsx";
import { Party } from "../pages/invoices/invoice-parties.tsx";
import { invoiceTexts } from "../pages/invoices/invoice-texts.ts";
import { askedIn } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { CheckoutPage, OrderStep, Step, TermsList } from "./checkout-page.tsx";
import { domainToOrder } from "./domain-cart.tsx";
import { showNothing } from "./nothing-to-order.tsx";
import { type OrderToMake, referenceOf, type SentOrder } from "./order-form.tsx";
import { planToOrder } from "./plan-cart.tsx";

/**
 * The name and value of the button that orders and pays immediately. Any other button only places the orders, and the
 * customer pays the invoices later.
 */
export const PAYS = { name: "pay", value: "now" };

/**
 * Handles `GET /client-area/cart`, the target of the catalogue's order links. A link contains a domain, a plan, or
 * both. With both, the domain is the plan's site.
 */
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
  // A quote for taxes and credit can fail, but the engine never refuses it.
  if (isRefusal(problem)) return stopAt(request, "internalError");
  return failed(request, { ok: false, problem });
}

interface OrdersShown {
  orders: OrderToMake[];
  checkout: CheckoutQuote;
  sent: SentOrder | undefined;
  /** A note about orders that an earlier submission has already placed. */
  done: Child;
}

function showOrders(request: SignedInRequest, { orders, checkout, sent, done }: OrdersShown): Promise<Response> {
  const { visit, payment, account, signedIn, accounts } = request;
  const texts = cartTexts[visit.language];
  const items = orders.map(({ item }) => item);
  const errors = sent?.errors ?? orders.flatMap((order) => order.errors);
  const { buyer } = checkout;
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
          <p translate="no">
            <Party
              party={buyer}
              numbers={buyer.numbers.map(({ number }) => `${invoiceTexts[visit.language].taxNumber} ${number}`)}
              language={visit.language}
            />
          </p>
          {items.map(({ title }, at) => {
            const unfit = orders[at]?.unfit;
            return unfit && <p class="note">{texts.unfit(title, unfit)}</p>;
          })}
          {mayDo(request, "profile") && (
            <p class="links">
              <a href={areaLink(visit, PATHS.details, { next: here(visit) })}>{texts.changeDetails}</a>
            </p>
          )}
          {accounts.length > 1 && (
            <p class="links">
              <a href={`${areaLink(visit, AREA_PATH)}#account`}>{areaLayoutTexts[visit.language].changeAccount}</a>
            </p>
          )}
        </Step>
        <Step id="pay" title={texts.pay}>
          {missing[0] ? (
            <Missing request={request} missing={missing[0]} />
          ) : (
            <TermsAndPayment
              {...{ request, orders, checkout, due, errors }}
              accepted={sent?.form.get("terms") ?? null}
            />
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
  /** The version of the terms that the customer accepted in a refused form. */
  accepted: string | null;
}

function TermsAndPayment({ request, orders, checkout, due, errors, accepted }: TermsAndPaymentProps) {
  const { language } = request.visit;
  const texts = cartTexts[language];
  const isAtStripe = request.payment.kind === "stripe";
  const byCard = isAtStripe ? checkoutAmount(checkout.total, checkout.credit) : due;
  const paysHere =
    mayDo(request, "invoices") && request.payment.kind !== "manual" && byCard !== null && checkout.total > 0;
  const words = isAtStripe ? texts.toPayment : texts.payNow;
  // The terms of a domain order include the provider's terms, so the terms of the first order are complete.
  const terms = orders[0]?.terms;
  const isByCard = paysHere && isAtStripe && byCard > 0;
  const notes = new Set([...orders.map(({ note }) => note), ...(isByCard ? [invoiceTexts[language].atStripe] : [])]);
  return (
    <>
      <fieldset class="stack tight">
        <legend>{texts.termsTitle}</legend>
        {terms && <TermsList terms={terms} language={language} />}
        <Tick
          id="terms"
          name="terms"
          value={terms?.version ?? ""}
          label={texts.accept}
          isTicked={accepted !== null && accepted === terms?.version}
        />
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
