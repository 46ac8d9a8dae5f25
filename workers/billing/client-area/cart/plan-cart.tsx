import { BILLING_CYCLES, type BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import type { PlanOrderRequest } from "../../../../shared/billing-contract/plan-orders.ts";
import { parseDomainName } from "../../../../shared/domain-names/parse-domain.ts";
import { FieldError, type FormError, fieldState } from "../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { failed, isRefusal, statusOf } from "../answers.tsx";
import { actorQuery, type ClientAreaForm, PATHS, type SignedInRequest, writeCall } from "../area-request.ts";
import { cartTexts } from "./cart-texts.ts";
import { showNothing } from "./nothing-to-order.tsx";
import {
  errorsOf,
  expectedOf,
  goOnAfter,
  referenceFor,
  referenceOf,
  refusedQuote,
  type SentOrder,
  showOrder,
  withTerms,
} from "./order-form.tsx";
import { CurrencyNote, PlanSummary } from "./summaries.tsx";

interface SentPlanOrder extends SentOrder {
  site: string;
}

export async function showPlanCart(request: SignedInRequest, sent?: SentPlanOrder): Promise<Response> {
  const { visit } = request;
  const { language } = visit;
  const texts = cartTexts[language];
  const catalogue = await request.engine.readCatalogue(request, { currency: request.account.currency, language });
  if (!catalogue.ok) return failed(request, catalogue);
  const plan = catalogue.value.plans.find(({ id }) => id === visit.url.searchParams.get("plan"));
  if (!plan) return showNothing(request, texts.badPlan);
  const order = planOrderOf(visit, plan);
  if (!order) return showNothing(request, texts.badCycle);

  const quoted = await request.engine.quotePlanOrder(actorQuery(request, "orders"), order);
  if (!quoted.ok) return refusedQuote(request, quoted.problem);
  const quote = quoted.value;
  const linked = visit.url.searchParams.get("domain");
  const errors = sent?.errors ?? (await errorsOfSite(request, order, linked ?? ""));
  return showOrder(request, {
    title: plan.name,
    address: { plan: plan.id, cycle: quote.billingCycle },
    sent,
    errors,
    expected: quote.firstPayment.amount,
    quote,
    summary: (
      <PlanSummary
        visit={visit}
        plan={plan}
        price={{ ...quote, firstPayment: quote.firstPayment.amount, renewal: quote.renewal.amount }}
        currency={request.account.currency}
        kept={linked === null ? {} : { domain: linked }}
      >
        <CurrencyNote request={request} />
      </PlanSummary>
    ),
    children: (
      <div class="field">
        <label for="site">{texts.site}</label>
        <p class="hint" id="site-hint">
          {texts.siteHint}
        </p>
        <input
          id="site"
          name="site"
          value={sent?.site ?? linked ?? ""}
          maxlength={254}
          autocapitalize="none"
          spellcheck={false}
          {...fieldState("site", errors, "site-hint")}
        />
        <FieldError field="site" errors={errors} />
      </div>
    ),
  });
}

/** The errors of the site that a link names, before the form is sent. */
async function errorsOfSite(request: SignedInRequest, order: PlanOrderRequest, text: string): Promise<FormError[]> {
  const site = text.trim();
  if (site === "") return [];
  const parsed = parseDomainName(site);
  if ("refused" in parsed) return [unreadable(request, parsed.refused)];
  const quoted = await request.engine.quotePlanOrder(actorQuery(request, "orders"), { ...order, domain: parsed.ascii });
  if (quoted.ok || quoted.problem.code !== "not_allowed") return [];
  return errorsOf(request, quoted.problem).map((error) => ({ ...error, field: "site" }));
}

function unreadable({ visit: { language } }: SignedInRequest, mistake: Text): FormError {
  const texts = cartTexts[language];
  return { field: "site", text: texts.wrong(texts.domainName, typeset(mistake, language)) };
}

export async function orderPlan(request: ClientAreaForm): Promise<Response> {
  const { form } = request;
  const texts = cartTexts[request.visit.language];
  const { searchParams } = request.visit.url;
  const site = (form.get("site") ?? "").trim();
  const reference = referenceOf(request, form);
  const refuse = (status: number, ...errors: FormError[]) => showPlanCart(request, { site, reference, errors, status });
  const parsed = site === "" ? null : parseDomainName(site);
  if (parsed && "refused" in parsed) return refuse(422, unreadable(request, parsed.refused));

  const planId = searchParams.get("plan") ?? "";
  const cycle = cycleOf(searchParams.get("cycle"));
  const placed = await request.engine.orderPlan(
    writeCall(request, ["orders"], await referenceFor(reference, [planId, cycle, site])),
    {
      planId,
      billingCycle: cycle,
      domain: parsed?.ascii ?? null,
      promotion: null,
      acceptTerms: form.get("terms"),
      expectedPrice: expectedOf(form),
    },
  );
  if (placed.ok) return goOnAfter(request, placed.value, `${PATHS.services}/${placed.value.serviceId}`);
  const { problem } = placed;
  if (!isRefusal(problem)) return failed(request, { ok: false, problem });
  const places = {
    "/domain": { id: "site", label: texts.domainName },
    "/billing_cycle": { id: "cycle", label: texts.cycle },
  };
  // In an order for a plan, `not_allowed` is about the site.
  const errors = errorsOf(request, problem, places).map((error) =>
    problem.code === "not_allowed" ? { ...error, field: "site" } : error,
  );
  return refuse(statusOf(problem), ...withTerms(request, form, errors));
}

/** The order that the cart's address describes; null if the plan is not sold with its billing cycle. */
export function planOrderOf({ url }: Visit, plan: CataloguePlan): PlanOrderRequest | null {
  const asked = url.searchParams.get("cycle");
  const billingCycle = asked === null ? plan.usualCycle : cycleOf(asked);
  if (!plan.prices.some((price) => price.billingCycle === billingCycle)) return null;
  return { planId: plan.id, billingCycle, domain: null, promotion: null };
}

function cycleOf(text: string | null): BillingCycle | null {
  return BILLING_CYCLES.find((cycle) => cycle === text) ?? null;
}
