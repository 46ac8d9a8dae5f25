import type { Catalogue } from "../../../../shared/billing-contract/catalogue.ts";
import { log } from "../../../../shared/platform/log.ts";
import { CURRENCIES, type Currency } from "../../../../shared/platform/money.ts";
import { stopAt } from "../answers.tsx";
import type { AreaRequest } from "../area-request.ts";
import { cartTexts } from "./cart-texts.ts";
import { visitorDomain } from "./visitor-domain.tsx";
import { visitorNothing } from "./visitor-page.tsx";
import { visitorPlan } from "./visitor-plan.tsx";

/** The cart of somebody who has not signed in, in the price list of the link. */
export interface VisitorCart {
  to: AreaRequest;
  currency: Currency;
  catalogue: Catalogue;
}

/** `GET /client-area/cart` before the sign-in: what the link is about and what it costs, and how to go on. */
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
