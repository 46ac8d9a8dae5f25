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
export function showCart(request: SignedInRequest): Promise<Response> {
  const { searchParams } = request.visit.url;
  if (searchParams.has("plan")) return showPlanCart(request);
  return searchParams.has("domain") ? showDomainCart(request) : showNothing(request, null);
}

/** `POST /client-area/cart`: orders what the address describes. */
export function submitCart(request: ClientAreaForm): Promise<Response> {
  // An unreadable amount would leave the price unchecked.
  if (!hasReadableAmount(request.form)) return stopAt(request, "unreadableForm");
  const { searchParams } = request.visit.url;
  if (searchParams.has("plan")) return orderPlan(request);
  return searchParams.has("domain") ? orderDomain(request) : showNothing(request, null);
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
  const currency = CURRENCIES.find((known) => known === searchParams.get("currency")) ?? "USD";
  const catalogue = await engine.readCatalogue({ currency, language: visit.language }, request.requestId);
  if (!catalogue.ok) return stopAt(request, "unavailable", { retryAfter: catalogue.problem.retryAfter });
  const cart: VisitorCart = { request, currency, catalogue: catalogue.value };
  if (searchParams.has("plan")) return visitorPlan(cart);
  return searchParams.has("domain") ? visitorDomain(cart) : visitorNothing(cart, null, cartTexts[visit.language].empty);
}
