import type { Child } from "hono/jsx";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import type { PlanOrderQuote } from "../../../../shared/billing-contract/plan-orders.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type Currency, type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { PATHS, type SignedInRequest } from "../area-request.ts";
import { DescriptionList } from "../components/area-page.tsx";
import { domainTexts } from "../pages/domains/domain-texts.ts";
import { serviceTexts } from "../pages/services/services.tsx";
import type { CartOrder } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";

interface PlanSummaryProps {
  visit: Visit;
  plan: CataloguePlan;
  price: Pick<PlanOrderQuote, "billingCycle" | "setupFee" | "discount"> & {
    /** In minor units, set-up fee and discount included. */
    firstPayment: MinorUnits;
    /** What each further cycle costs. */
    renewal: MinorUnits;
  };
  currency: Currency;
  /** Further parameters of the cart's address. */
  kept: Record<string, string>;
  /** Domain name of the plan's site; null without one, or where a form has the field. */
  site?: Child | null;
  /** Above the prices. */
  children?: Child;
}

/** What a plan costs with one billing cycle, and the choice of another one. */
export function PlanSummary({ visit, plan, price, currency, kept, site = null, children }: PlanSummaryProps) {
  const { language } = visit;
  const texts = cartTexts[language];
  const { cycles } = serviceTexts[language];
  const moneyOf = (amount: MinorUnits) => formatMoney(toMajorUnits(amount), currency, language);
  const { discount, setupFee, billingCycle } = price;
  return (
    <div class="card stack">
      {children}
      <p>{plan.description}</p>
      <DescriptionList
        items={[
          site === null ? null : [texts.domainName, site],
          [texts.firstPayment, <strong>{moneyOf(price.firstPayment)}</strong>],
          setupFee > 0 ? [texts.setupFee, moneyOf(setupFee)] : null,
          discount && [texts.discount(discount.percent), moneyOf(-discount.amount)],
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

interface DomainSummaryProps {
  visit: Visit;
  order: CartOrder;
  price: {
    /** In minor units, as `renewal`. */
    amount: MinorUnits;
    renewal: MinorUnits;
    renewalYears: number;
  };
  currency: Currency;
  /** The term that a transfer adds; null for a registration. */
  transferTerm: string | null;
  /** Who may register the name; undefined without a rule. */
  residence: Text | undefined;
  /** Further parameters of the cart's address. */
  kept?: Record<string, string>;
  /** Below the choice of the term. */
  termNote?: Child;
  note: string;
  /** Above the prices. */
  children: Child;
}

/** What a domain costs for one term, and the choice of another one. */
export function DomainSummary(props: DomainSummaryProps) {
  const { visit, order, price, currency, transferTerm, residence, kept = {}, termNote, note, children } = props;
  const { language } = visit;
  const texts = cartTexts[language];
  const { years: yearsOf } = domainTexts[language];
  const moneyOf = (amount: MinorUnits) => formatMoney(toMajorUnits(amount), currency, language);
  const { domain, type, years, yearsSold } = order;
  return (
    <div class="card stack">
      {children}
      <DescriptionList
        items={[
          [texts[type], transferTerm ?? yearsOf(years)],
          [texts.price, <strong>{moneyOf(price.amount)}</strong>],
          [texts.renewal(price.renewalYears), moneyOf(price.renewal)],
          residence ? [texts.registrant, typeset(residence, language)] : null,
        ]}
      />
      {type === "register" && (
        <>
          <TermChoice
            visit={visit}
            label={texts.years}
            name="years"
            options={yearsSold.map((sold) => ({ value: String(sold), label: yearsOf(sold) }))}
            chosen={String(years)}
            kept={{ domain, type, ...kept }}
          />
          {termNote}
        </>
      )}
      <p class="small muted">{note}</p>
    </div>
  );
}

interface TermChoiceProps {
  visit: Visit;
  label: string;
  name: string;
  options: { value: string; label: string }[];
  chosen: string;
  /** Further parameters of the cart's address. */
  kept: Record<string, string>;
}

/** The choice of a term, which loads the cart again with its prices; nothing where there is one term. */
function TermChoice({ visit, label, name, options, chosen, kept }: TermChoiceProps) {
  if (options.length < 2) return null;
  return (
    <form class="field" method="get" action={PATHS.cart}>
      {Object.entries({ ...kept, ...(visit.languageAsked && { lang: visit.language }) }).map(([key, value]) => (
        <input type="hidden" name={key} value={value} />
      ))}
      <label for={name}>{label}</label>
      <div class="entry">
        <select id={name} name={name}>
          {options.map((option) => (
            <option value={option.value} selected={option.value === chosen}>
              {option.label}
            </option>
          ))}
        </select>
        <button class="button" type="submit">
          {cartTexts[visit.language].change}
        </button>
      </div>
    </form>
  );
}

/** A note for links in another currency than the account's. */
export function CurrencyNote({ request }: { request: SignedInRequest }) {
  const asked = request.visit.url.searchParams.get("currency");
  if (asked === null || asked === request.account.currency) return null;
  return <p class="note">{cartTexts[request.visit.language].otherCurrency(request.account.currency)}</p>;
}
