import { log } from "../../../../shared/platform/log.ts";
import { CURRENCIES } from "../../../../shared/platform/money.ts";
import { stopAt } from "../answers.tsx";
import type { AreaRequest, ClientAreaForm, SignedInRequest } from "../area-request.ts";
import { cartTexts } from "./cart-texts.ts";
import { orderDomain, showDomainCart } from "./domain-cart.tsx";
import { showNothing } from "./nothing-to-order.tsx";
import { hasReadableAmount } from "./order-form.tsx";
import { orderPlan, showPlanCart } from "./plan-cart.tsx";
import { visitorDomain } from "./visitor-domain.tsx";
import { type VisitorCart, visitorNothing } from "./visitor-page.tsx";
import { visitorPlan } from "./visitor-plan.tsx";

/** `GET /client-area/cart`: the target of the catalogue's order links, with a plan or a domain. */
export function showCart(own: SignedInRequest): Promise<Response> {
  const { searchParams } = own.visit.url;
  if (searchParams.has("plan")) return showPlanCart(own);
  return searchParams.has("domain") ? showDomainCart(own) : showNothing(own, null);
}

/** `POST /client-area/cart`: orders what the address describes. */
export function order(own: ClientAreaForm): Promise<Response> {
  // An unreadable amount would leave the price unchecked.
  if (!hasReadableAmount(own.form)) return stopAt(own, "unreadableForm");
  const { searchParams } = own.visit.url;
  if (searchParams.has("plan")) return orderPlan(own);
  return searchParams.has("domain") ? orderDomain(own) : showNothing(own, null);
}

/** `GET /client-area/cart` before the sign-in: the price, and how to go on. */
export async function showVisitorCart(to: AreaRequest): Promise<Response> {
  const { visit, engine, request } = to;
  const { searchParams } = visit.url;
  const counted = await to.countCartView(request);
  if (counted.outcome === "refused") return stopAt(to, "tooManyCarts", { retryAfter: counted.rate.resetSeconds });
  if (counted.outcome === "not_counted") {
    log("address_limit_failed", { request_id: to.requestId, cause: counted.cause });
    return stopAt(to, "unavailable", { retryAfter: 5 });
  }
  const currency = CURRENCIES.find((known) => known === searchParams.get("currency")) ?? "USD";
  const catalogue = await engine.readCatalogue({ currency, language: visit.language }, to.requestId);
  if (!catalogue.ok) return stopAt(to, "unavailable", { retryAfter: catalogue.problem.retryAfter });
  const cart: VisitorCart = { to, currency, catalogue: catalogue.value };
  if (searchParams.has("plan")) return visitorPlan(cart);
  return searchParams.has("domain") ? visitorDomain(cart) : visitorNothing(cart, null, cartTexts[visit.language].empty);
}
