import { BILLING_CYCLES, type BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import type { PlanOrderRequest } from "../../../../shared/billing-contract/plan-orders.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { Field, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { explained, isExplained } from "../actions/act.ts";
import { errorsOf } from "../actions/refusal-errors.ts";
import { failed } from "../answers.tsx";
import { actorQuery, type ClientAreaForm, PATHS, type SignedInRequest } from "../area-request.ts";
import { askedIn } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { planItem } from "./checkout-items.tsx";
import { showNothing } from "./nothing-to-order.tsx";
import { agreedIn, type OrderToMake, refusedQuote, type SentOrder } from "./order-form.tsx";
import type { OrderOutcome, SendOrder } from "./order-outcome.ts";

/**
 * Reads the plan that the cart's URL requests. If the plan is ordered with a domain, that domain is its site. Returns a
 * page if the plan cannot be ordered.
 */
export async function planToOrder(request: SignedInRequest, sent?: SentOrder): Promise<OrderToMake | Response> {
  const { visit } = request;
  const { language } = visit;
  const { searchParams } = visit.url;
  const texts = cartTexts[language];
  const catalogue = await request.engine.readCatalogue(request, { currency: request.account.currency, language });
  if (!catalogue.ok) return failed(request, catalogue);
  const plan = catalogue.value.plans.find(({ id }) => id === searchParams.get("plan"));
  if (!plan) return showNothing(request, texts.badPlan);
  const order = planOrderOf(visit, plan);
  if (!order) return showNothing(request, texts.badCycle);

  const quoted = await request.engine.quotePlanOrder(actorQuery(request, "orders"), order);
  if (!quoted.ok) return refusedQuote(request, quoted.problem);
  const quote = quoted.value;
  const together = askedIn(visit).domain;
  const site = sent?.form.get("site") ?? searchParams.get("site") ?? "";
  const errors = sent?.errors ?? (await errorsOfSite(request, order, together ?? site));
  return {
    item: planItem({
      ...{ request, plan, currency: request.account.currency },
      price: { ...quote, firstPayment: quote.firstPayment.amount, renewal: quote.renewal.amount },
      site: together === null ? <SiteField request={request} site={site} errors={errors} /> : null,
    }),
    address: { plan: plan.id, cycle: quote.billingCycle },
    amount: quote.firstPayment.amount,
    ...{ terms: quote.terms, missing: quote.missing, unfit: null, errors },
    note: texts.orderNote,
  };
}

function SiteField({ request, site, errors }: { request: SignedInRequest; site: string; errors: FormError[] }) {
  const texts = cartTexts[request.visit.language];
  return (
    <Field id="site" label={texts.site} hint={texts.siteHint} errors={errors}>
      <input
        id="site"
        name="site"
        value={site}
        maxlength={254}
        autocapitalize="none"
        spellcheck={false}
        {...fieldState("site", errors, "site-hint")}
      />
    </Field>
  );
}

/** Returns the errors for the site in a link, before the customer sends the form. */
async function errorsOfSite(request: SignedInRequest, order: PlanOrderRequest, text: string): Promise<FormError[]> {
  const site = text.trim();
  if (site === "") return [];
  const parsed = parseDomainName(site);
  if ("refused" in parsed) return [unreadable(request, parsed.refused)];
  const quoted = await request.engine.quotePlanOrder(actorQuery(request, "orders"), { ...order, domain: parsed.ascii });
  if (quoted.ok || quoted.problem.code !== "not_allowed") return [];
  return errorsOf(request, quoted.problem).map((error) => atSite(request, error));
}

function unreadable(request: SignedInRequest, mistake: Text): FormError {
  const { language } = request.visit;
  const texts = cartTexts[language];
  return atSite(request, { field: null, text: texts.wrong(texts.domainName, typeset(mistake, language)) });
}

/** Assigns an error about the plan's site to the site field, if the page has that field. */
function atSite({ visit }: SignedInRequest, error: FormError): FormError {
  return askedIn(visit).domain === null ? { ...error, field: "site" } : error;
}

/** Orders the plan. */
export async function orderPlan(request: ClientAreaForm, send: SendOrder, at: number): Promise<OrderOutcome> {
  const { form, visit } = request;
  const texts = cartTexts[visit.language];
  const { searchParams } = visit.url;
  const together = askedIn(visit).domain;
  const site = (together ?? form.get("site") ?? "").trim();
  const parsed = site === "" ? null : parseDomainName(site);
  if (parsed && "refused" in parsed) return { errors: [unreadable(request, parsed.refused)], status: 422 };

  const planId = searchParams.get("plan") ?? "";
  const cycle = cycleOf(searchParams.get("cycle"));
  const { accept_terms: terms, ...agreed } = agreedIn(form, at);
  const sent = await send({
    operation: "orderPlan",
    input: {
      ...{ plan: planId, ...agreed },
      ...(cycle && { billing_cycle: cycle }),
      ...(parsed && { domain: parsed.ascii }),
      // A registry's terms have a version such as `provider+registry`. A plan needs only the provider's part.
      ...(terms && { accept_terms: terms.split("+")[0] }),
    },
  });
  if (sent.ok) {
    const id = sent.value && "serviceId" in sent.value ? `/${sent.value.serviceId}` : "";
    return { value: sent.value, page: PATHS.services + id };
  }
  const { problem } = sent;
  if (!isExplained(problem)) return { problem };
  const { errors, status } = explained(request, problem, {
    ...(together === null && { "/domain": { id: "site", label: texts.domainName } }),
    "/billing_cycle": { id: "cycle", label: texts.cycle },
  });
  // In an order for a plan, `not_allowed` concerns the site.
  return { errors: problem.code === "not_allowed" ? errors.map((error) => atSite(request, error)) : errors, status };
}

/** Returns the plan order that the cart's URL describes; `null` if the plan is not sold in its billing cycle. */
export function planOrderOf({ url }: Visit, plan: CataloguePlan): PlanOrderRequest | null {
  const asked = url.searchParams.get("cycle");
  const billingCycle = asked === null ? plan.usualCycle : cycleOf(asked);
  if (!plan.prices.some((price) => price.billingCycle === billingCycle)) return null;
  return { planId: plan.id, billingCycle, domain: null, promotion: null };
}

function cycleOf(text: string | null): BillingCycle | null {
  return BILLING_CYCLES.find((cycle) => cycle === text) ?? null;
}
