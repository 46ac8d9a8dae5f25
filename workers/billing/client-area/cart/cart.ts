import { stopAt } from "../answers.tsx";
import type { ClientAreaForm, SignedInRequest } from "../area-request.ts";
import { orderDomain, showDomainCart } from "./domain-cart.tsx";
import { showNothing } from "./nothing-to-order.tsx";
import { hasReadableAmount } from "./order-form.tsx";
import { orderPlan, showPlanCart } from "./plan-cart.tsx";

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
