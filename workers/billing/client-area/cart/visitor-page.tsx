import type { Child } from "hono/jsx";
import type { Catalogue } from "../../../../shared/billing-contract/catalogue.ts";
import { CurrencyChoice } from "../../../../shared/pages/currency-choice.tsx";
import { Layout } from "../../../../shared/pages/layout.tsx";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { show } from "../answers.tsx";
import { areaLink, here, SIGN_IN_PATH } from "../area-paths.ts";
import type { AreaRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { cartTexts } from "./cart-texts.ts";
import { type NothingLink, NothingToOrder } from "./nothing-to-order.tsx";
import { visitorTexts } from "./visitor-texts.ts";

/** The cart before the sign-in, in the price list of the link. */
export interface VisitorCart {
  request: AreaRequest;
  currency: Currency;
  catalogue: Catalogue;
}

/** Order links are not for search engines. */
const HEADERS = { "X-Robots-Tag": "noindex" };

/** A page of the cart before the sign-in. */
export function showVisitor({ request }: VisitorCart, title: string, content: Child, status = 200): Promise<Response> {
  const { theme, visit } = request;
  const signIn = <a href={signInLink(visit)}>{areaTexts[visit.language].signIn}</a>;
  const page = (
    <Layout theme={theme} visit={visit} title={title} width="wide" person={<span>{signIn}</span>}>
      <div class="stack loose">
        <h1>{title}</h1>
        {content}
        <p class="small muted">{areaTexts[visit.language].demonstration}</p>
      </div>
    </Layout>
  );
  return show(request, page, { status, headers: HEADERS });
}

/** The sign-in that leads back to this cart. */
function signInLink(visit: Visit): string {
  return areaLink(visit, SIGN_IN_PATH, { next: here(visit) });
}

/** The cart without anything to order. @param why null: it is just empty */
export function visitorNothing(
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
export function VisitorCurrency({ cart: { request, currency } }: { cart: VisitorCart }) {
  const texts = visitorTexts[request.visit.language];
  return (
    <div class="stack tight">
      <CurrencyChoice visit={request.visit} current={currency} label={texts.currency} />
      <p class="small muted">{texts.currencyNote}</p>
    </div>
  );
}

/** Links to sign in, which leads back to the same cart, and to open an account. */
export function SignInToOrder({ cart: { request } }: { cart: VisitorCart }) {
  const { visit, theme, signUpUrl } = request;
  const texts = visitorTexts[visit.language];
  return (
    <section class="card stack" aria-labelledby="order">
      <h2 id="order">{texts.orderTitle}</h2>
      <p>{texts.next}</p>
      <p class="muted">{signUpUrl === null ? texts.askUs(theme.brand.name) : texts.newCustomer}</p>
      <div class="buttons">
        {signUpUrl !== null && (
          <a class="button" href={signUpUrl}>
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
