import type { Child } from "hono/jsx";
import type { PlanOrderQuote } from "../../../../shared/billing-contract/actions.ts";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { Facts } from "../components/facts.tsx";
import { serviceTexts } from "../pages/services/service-texts.ts";
import { cartTexts } from "./cart-texts.ts";
import { TermChoice } from "./order-parts.tsx";

interface PlanSummaryProps {
  visit: Visit;
  plan: CataloguePlan;
  price: Pick<PlanOrderQuote, "billingCycle" | "setupFee" | "discount"> & {
    /** In minor units, set-up fee and discount included. */
    firstPayment: MinorUnits;
    /** What each further cycle costs. */
    renewal: MinorUnits;
  };
  moneyOf: (amount: MinorUnits) => string;
  /** What else the cart's address says. */
  kept: Record<string, string>;
  /** The name of the site that the plan is for; null where none was given, or where a form asks for it. */
  site?: Child | null;
  /** Above the prices. */
  children?: Child;
}

/** What a plan costs with one billing cycle, and the choice of another one. */
export function PlanSummary({ visit, plan, price, moneyOf, kept, site = null, children }: PlanSummaryProps) {
  const { language } = visit;
  const texts = cartTexts[language];
  const { cycles } = serviceTexts[language];
  const { discount, setupFee, billingCycle } = price;
  return (
    <div class="card stack">
      {children}
      <p>{plan.description}</p>
      <Facts
        facts={[
          ...(site === null ? [] : [[texts.domainName, site] as [string, Child]]),
          [texts.firstPayment, <strong>{moneyOf(price.firstPayment)}</strong>],
          ...(setupFee > 0 ? [[texts.setupFee, moneyOf(setupFee)] as [string, string]] : []),
          ...(discount ? [[texts.discount(discount.percent), moneyOf(-discount.amount)] as [string, string]] : []),
          [texts.afterwards, `${moneyOf(price.renewal)} · ${cycles[billingCycle]}`],
        ]}
      />
      <TermChoice
        visit={visit}
        label={texts.cycle}
        name="cycle"
        options={plan.prices.map((sold) => ({ value: sold.billingCycle, label: cycles[sold.billingCycle] }))}
        chosen={billingCycle}
        kept={{ plan: plan.id, ...kept }}
      />
    </div>
  );
}
