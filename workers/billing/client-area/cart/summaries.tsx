import type { Child } from "hono/jsx";
import type { CataloguePlan } from "../../../../shared/billing-contract/catalogue.ts";
import type { PlanOrderQuote } from "../../../../shared/billing-contract/plan-orders.ts";
import { formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import { type Currency, type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import { areaLink, PATHS, type SignedInRequest } from "../area-request.ts";
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

/** The choice of a billing cycle, and what a plan costs with the chosen one: list price, discount, first payment, and then. */
export function PlanSummary({ visit, plan, price, currency, kept, site = null, children }: PlanSummaryProps) {
  const { language } = visit;
  const texts = cartTexts[language];
  const { cycles } = serviceTexts[language];
  const moneyOf = (amount: MinorUnits) => formatMoney(toMajorUnits(amount), currency, language);
  const { discount, setupFee, billingCycle } = price;
  return (
    <div class="card stack">
      {children}
      <p class="muted">{plan.description}</p>
      <TermChoice
        visit={visit}
        label={texts.cycle}
        name="cycle"
        options={plan.prices.map(({ billingCycle: sold, amount }) => ({
          ...{ value: sold, label: cycles[sold], price: moneyOf(amount) },
        }))}
        chosen={billingCycle}
        kept={{ plan: plan.id, ...kept }}
      />
      {site !== null && <DescriptionList items={[[texts.domainName, site]]} />}
      <dl class="sums">
        <div>
          <dt>{`${plan.name} · ${cycles[billingCycle]}`}</dt>
          <dd>{moneyOf(price.firstPayment - setupFee + (discount?.amount ?? 0))}</dd>
        </div>
        {discount && (
          <div class="off">
            <dt>{texts.discount(discount.percent)}</dt>
            <dd>{moneyOf(-discount.amount)}</dd>
          </div>
        )}
        {setupFee > 0 && (
          <div>
            <dt>{texts.setupFee}</dt>
            <dd>{moneyOf(setupFee)}</dd>
          </div>
        )}
        <div class="total">
          <dt>{texts.firstPayment}</dt>
          <dd>{moneyOf(price.firstPayment)}</dd>
        </div>
        <div class="muted">
          <dt>{texts.afterwards}</dt>
          <dd>{`${moneyOf(price.renewal)} · ${cycles[billingCycle]}`}</dd>
        </div>
      </dl>
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
  options: { value: string; label: string; price?: string }[];
  chosen: string;
  /** Further parameters of the cart's address. */
  kept: Record<string, string>;
}

/** Links to the cart with another term; nothing where there is one. */
function TermChoice({ visit, label, name, options, chosen, kept }: TermChoiceProps) {
  if (options.length < 2) return null;
  return (
    <nav class="years" id={name} aria-label={label}>
      {options.map(({ value, label: term, price }) => (
        <a
          href={areaLink(visit, PATHS.cart, { ...kept, [name]: value })}
          aria-current={value === chosen ? "true" : undefined}
        >
          <strong>{term}</strong>
          {price && <span class="small"> {price}</span>}
        </a>
      ))}
    </nav>
  );
}

/** A note for links in another currency than the account's. */
export function CurrencyNote({ request }: { request: SignedInRequest }) {
  const asked = request.visit.url.searchParams.get("currency");
  if (asked === null || asked === request.account.currency) return null;
  return <p class="note">{cartTexts[request.visit.language].otherCurrency(request.account.currency)}</p>;
}
