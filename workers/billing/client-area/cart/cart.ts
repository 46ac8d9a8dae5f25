import { stopAt } from "../answers.tsx";
import type { ClientAreaForm, OwnRequest } from "../area-request.ts";
import { orderDomain, showDomainCart } from "./domain-cart.tsx";
import { hasReadableAmount, showNothing } from "./order-parts.tsx";
import { orderPlan, showPlanCart } from "./plan-cart.tsx";

/** `GET /client-area/cart`: where the catalogue's links lead, with a plan or a name. */
export function showCart(own: OwnRequest): Promise<Response> {
  const { searchParams } = own.visit.url;
  if (searchParams.has("plan")) return showPlanCart(own);
  return searchParams.has("domain") ? showDomainCart(own) : showNothing(own, null);
}

/** `POST /client-area/cart`: orders what the address says. */
export function order(own: ClientAreaForm): Promise<Response> {
  // A guard that cannot be read would guard nothing.
  if (!hasReadableAmount(own.form)) return stopAt(own, "unreadableForm");
  const { searchParams } = own.visit.url;
  if (searchParams.has("plan")) return orderPlan(own);
  return searchParams.has("domain") ? orderDomain(own) : showNothing(own, null);
}
