import { linkTo } from "../../../shared/pages/visit.ts";
import type { SitePageRequest } from "../page-request.ts";
import { homeTexts } from "../pages/home-texts.ts";
import { planTexts } from "../pages/plan-texts.ts";
import type { ShownOffer } from "../shown-prices.ts";
import { CycleSwitch, LineChoice, lineOf, PlanCards } from "./plan-cards.tsx";

interface HostingSectionProps {
  request: SitePageRequest;
  /** The plans and prices; `null` if the catalogue does not respond. */
  offer: ShownOffer | null;
  currency: string;
  /** The level of the section's heading: `h1` if it is the page's title. */
  heading: "h1" | "h2";
}

/** Renders the plans of one product line, with links to the other lines and billing cycles. */
export function HostingSection({ request, offer, currency, heading: Heading }: HostingSectionProps) {
  const { visit } = request;
  const texts = planTexts[visit.language];
  const line = offer && lineOf(visit, offer);
  if (!line) {
    const { title, text } = homeTexts[visit.language].unavailable;
    return (
      <section class="section empty stack tight">
        <h2>{title}</h2>
        <p>{text}</p>
      </section>
    );
  }
  const plans = offer.plans.filter((plan) => plan.line === line.id);
  return (
    <section class={Heading === "h2" ? "section stack loose" : "stack loose"} aria-labelledby="plans">
      <div class="with-action low">
        <div class="stack tight">
          <Heading id="plans">{texts.title}</Heading>
          <p class="muted">{texts.lead}</p>
        </div>
        <CycleSwitch visit={visit} plans={plans} />
      </div>
      <LineChoice visit={visit} offer={offer} chosen={line} />
      <p class="muted small">{line.description}</p>
      <PlanCards {...{ request, offer, line, currency }} heading={Heading === "h1" ? "h2" : "h3"} />
      {plans.length > 1 && (
        <p class="links">
          <a href={linkTo(visit, `/compare?line=${encodeURIComponent(line.id)}`)}>{texts.compareAll(plans.length)}</a>
        </p>
      )}
    </section>
  );
}
