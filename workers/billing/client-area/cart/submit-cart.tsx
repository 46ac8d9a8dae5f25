import type { Child } from "hono/jsx";
import type { ActionResult } from "../../../../shared/billing-contract/client-area.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { AREA_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { type AreaAction, act, stopFor, type Unexplained } from "../actions/act.ts";
import { stopAt } from "../answers.tsx";
import { areaLink, type ClientAreaForm, here, mayDo, PATHS } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { invoicesPage, pay } from "../pages/invoices/invoices.tsx";
import { askedIn } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { PAYS, showCart } from "./checkout.tsx";
import { orderDomain } from "./domain-cart.tsx";
import { showNothing } from "./nothing-to-order.tsx";
import { hasReadableAmount, referenceOf } from "./order-form.tsx";
import { keyFor, type Order, type OrderOutcome, type OrderPlaced, type SendOrder } from "./order-outcome.ts";
import { orderPlan } from "./plan-cart.tsx";

/**
 * Handles `POST /client-area/cart`. It orders the items in the URL, and pays if the button requests it. Each order has
 * a separate idempotency key. All orders after the first are previewed before the first is placed. If a later order
 * fails, the placed ones remain and are shown. Sending the form again does not repeat them.
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
  // The order that already exists may come from an earlier submission of this form. If so, its key returns that order.
  return preview.ok || preview.problem.code === "already_requested" ? ok(null) : preview;
}

type NotPlaced = Exclude<OrderOutcome, OrderPlaced>;

function isNotPlaced(outcome: OrderOutcome): outcome is NotPlaced {
  return !("page" in outcome);
}

/** Returns the page for a problem that the cart does not explain. */
function stopped(request: ClientAreaForm, outcome: Response | { problem: Unexplained }): Promise<Response> | Response {
  return outcome instanceof Response ? outcome : stopFor(request, outcome.problem);
}

/** Returns the cart page with all reasons for the refusal. Adds an error if the terms are not accepted. */
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

/** Seconds until the customer may retry the plan, if the failure states no time. */
const LATER_S = 60;

/**
 * Returns the page for a form whose domain was ordered but whose plan was not. The page offers the plan for that
 * domain's site, or asks the customer to wait.
 */
function showRest(request: ClientAreaForm, outcome: NotPlaced): Promise<Response> | Response {
  const { visit, form } = request;
  const domain = visit.url.searchParams.get("domain") ?? "";
  const url = new URL(visit.url);
  for (const name of ["domain", "type", "years"]) url.searchParams.delete(name);
  url.searchParams.set("site", domain);
  const rest = new URLSearchParams(form);
  rest.delete("expected");
  const texts = cartTexts[visit.language];
  const name = <a href={areaLink(visit, `${PATHS.domains}/${domain}`)}>{texts.toYours}</a>;
  const ofRest = { ...request, form: rest, visit: { ...visit, url } };
  if ("errors" in outcome) {
    const done = (
      <p class="note ok" role="status">
        {texts.isOrdered(domain)} {name}
      </p>
    );
    return showRefused(ofRest, [outcome], done);
  }
  if (outcome instanceof Response) return outcome;
  const { problem } = outcome;
  const isUnknown = problem.code === "billing_unavailable" && !problem.isUndone;
  const children = (
    <p class="links">
      {name} <a href={areaLink(visit, PATHS.services)}>{areaTexts[visit.language].services}</a>{" "}
      <a href={here({ ...visit, url })}>{texts.planAlone}</a>
    </p>
  );
  const retryAfter = "retryAfter" in problem ? problem.retryAfter : LATER_S;
  return stopAt(request, isUnknown ? "planUnknown" : "planNotOrdered", { retryAfter, children });
}

/**
 * Pays the invoices or redirects to them. Redirects to the ordered item if nothing is due or the login cannot see
 * invoices.
 */
function goOn(request: ClientAreaForm, placed: OrderPlaced[]): Promise<Response> | Response {
  const { form, payment, visit } = request;
  const invoices = placed.flatMap(({ value }) => (value && "invoice" in value && value.invoice?.id) || []);
  if (invoices.length === 0 || !mayDo(request, "invoices"))
    return seeOther(areaLink(visit, placed[0]?.page ?? AREA_PATH));
  const paysNow = form.get(PAYS.name) === PAYS.value && payment.kind !== "manual";
  return paysNow ? pay(request, invoices) : seeOther(invoicesPage(visit, invoices));
}
