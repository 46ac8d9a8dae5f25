import type { CataloguePlan } from "../../../../../shared/billing-contract/catalogue.ts";
import type { CustomerService } from "../../../../../shared/billing-contract/customer.ts";
import type { PlanChangeQuote } from "../../../../../shared/billing-contract/plan-orders.ts";
import { Submit } from "../../../../../shared/pages/buttons.tsx";
import { FieldError, type FormError, fieldState } from "../../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { Tick } from "../../../../../shared/pages/tick.tsx";
import { toMajorUnits } from "../../../../../shared/platform/money.ts";
import { goOnAfter } from "../../actions/act.ts";
import { type Confirmation, confirmed, showConfirmation } from "../../actions/confirmation.tsx";
import { actorQuery, areaLink, type ClientAreaForm, mayDo, type SignedInRequest } from "../../area-request.ts";
import { moneyOf } from "../../components/area-page.tsx";
import { DONE, MISSING, pathOf } from "./service-address.ts";
import { serviceTexts } from "./service-texts.ts";

/** The field that selects the new plan. */
export const PLAN = "plan";

/** A plan in the service's product line. Its `quote` for the change is `null` if this is the current plan. */
interface PlanOffer {
  plan: CataloguePlan;
  quote: PlanChangeQuote | null;
}

/**
 * Returns the plans in the service's product line, in its billing cycle. The list is empty if there is no other plan or
 * the login cannot order.
 */
export async function planOffers(request: SignedInRequest, service: CustomerService): Promise<PlanOffer[]> {
  const { engine, account, visit } = request;
  if (service.line === null || !mayDo(request, "orders")) return [];
  const catalogue = await engine.readCatalogue(request, { currency: account.currency, language: visit.language });
  if (!catalogue.ok) return [];
  const plans = catalogue.value.plans.filter(({ line }) => line === service.line);
  const offers = await Promise.all(
    plans.map(async (plan): Promise<PlanOffer | null> => {
      if (plan.id === service.planId) return { plan, quote: null };
      const quoted = await engine.quotePlanChange(actorQuery(request, "products"), {
        ...{ serviceId: service.id, planId: plan.id, billingCycle: null },
      });
      return quoted.ok ? { plan, quote: quoted.value } : null;
    }),
  );
  const offered = offers.filter((offer) => offer !== null);
  return offered.some(({ quote }) => quote) ? offered : [];
}

/** Returns whether the service can change to at least one of the plans. */
export function isChangeable(offers: PlanOffer[]): boolean {
  return offers.some(({ quote }) => quote && !quote.obstacle);
}

interface PlanCardProps {
  request: SignedInRequest;
  service: CustomerService;
  offers: PlanOffer[];
  errors: FormError[];
  /** Whether an invoice for the service is unpaid. Paying it is then the main action. */
  isDue: boolean;
}

/** Renders the plans, each with the amount due now and the price per billing cycle. */
export function PlanCard({ request, service, offers, errors, isDue }: PlanCardProps) {
  const { visit } = request;
  const { change, cycles } = serviceTexts[visit.language];
  const obstacle = offers.find(({ quote }) => quote?.obstacle)?.quote?.obstacle;
  if (!isChangeable(offers)) return obstacle && <p class="note">{typeset(obstacle, visit.language)}</p>;
  return (
    <form class="card stack" method="get" action={pathOf(service.id, "/plan")} aria-labelledby="change-plan">
      <h2 id="change-plan">{change.title}</h2>
      {visit.languageAsked && <input type="hidden" name="lang" value={visit.language} />}
      <FieldError field={PLAN} errors={errors} />
      <fieldset id={PLAN} class="pair" tabindex={-1} {...fieldState(PLAN, errors)}>
        <legend class="only-heard">{change.title}</legend>
        {offers.map(({ plan, quote }) => (
          <Tick
            type="radio"
            id={plan.id}
            name={PLAN}
            value={plan.id}
            label={plan.name}
            isRequired
            isDisabled={quote === null || quote.obstacle !== null}
            consequences={[
              `${moneyOf(request, quote?.renewal.amount ?? service.recurringPrice)} · ${cycles[service.billingCycle]}`,
              quote === null ? change.yours : quote.obstacle ? null : <DueNow request={request} quote={quote} />,
            ].filter((line) => line !== null)}
          />
        ))}
      </fieldset>
      {obstacle && <p class="note">{typeset(obstacle, visit.language)}</p>}
      <div class="buttons">
        <Submit class={isDue ? "button" : "button primary"} label={change.review} />
      </div>
    </form>
  );
}

function DueNow({ request, quote: { dueNow, credit } }: { request: SignedInRequest; quote: PlanChangeQuote }) {
  const { change } = serviceTexts[request.visit.language];
  if (credit.amount > 0) return <>{change.credited(moneyOf(request, credit.amount))}</>;
  return <>{change.dueNow(moneyOf(request, dueNow.amount))}</>;
}

/**
 * Handles `GET /client-area/services/<id>/plan?plan=<plan>`. It shows the confirmation with the price of the change.
 */
export async function showPlanChange(request: SignedInRequest, id: number): Promise<Response> {
  const planId = request.visit.url.searchParams.get(PLAN);
  if (!planId) return seeOther(areaLink(request.visit, pathOf(id), { [MISSING]: PLAN }));
  const { confirmation, refused } = await planChange(request, id, planId);
  return showConfirmation(request, confirmation, refused);
}

/**
 * Handles `POST /client-area/services/<id>/plan`. It orders the change, and redirects to the invoice if something is
 * due.
 */
export async function changePlan(request: ClientAreaForm, id: number): Promise<Response> {
  const planId = request.visit.url.searchParams.get(PLAN) ?? "";
  const { confirmation } = await planChange(request, id, planId);
  return confirmed(request, confirmation, (value) => goOnAfter(request, value, `${pathOf(id)}?${DONE}=plan`));
}

async function planChange(request: SignedInRequest, id: number, planId: string) {
  const { change, backToService } = serviceTexts[request.visit.language];
  const asked = { serviceId: id, planId, billingCycle: null };
  const quoted = await request.engine.quotePlanChange(actorQuery(request, "products"), asked);
  const isUnknown = !quoted.ok && quoted.problem.code === "not_offered";
  const confirmation: Confirmation = {
    // The form sends the price that the page shows. Without a quote, the action returns the reason.
    action: {
      operation: "changePlan",
      input: { id, plan: planId, expected_price: quoted.ok ? toMajorUnits(quoted.value.dueNow.amount) : 0 },
    },
    path: pathOf(id, "/plan"),
    parameters: { [PLAN]: planId },
    label: change.confirm,
    back: { label: backToService, path: pathOf(id) },
  };
  const errors = [{ field: null, text: change.notOffered }];
  return { confirmation, refused: isUnknown ? { errors, status: 422 } : undefined };
}
