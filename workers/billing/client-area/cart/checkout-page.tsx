import type { Child } from "hono/jsx";
import type { InvoiceTax } from "../../../../shared/billing-contract/customer.ts";
import type { Terms } from "../../../../shared/billing-contract/result.ts";
import { formatDate, formatList, formatMoney } from "../../../../shared/pages/formats.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import { Layout } from "../../../../shared/pages/layout.tsx";
import { linkTo, type Visit } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { type MinorUnits, toMajorUnits } from "../../../../shared/platform/money.ts";
import type { AreaRequest } from "../area-request.ts";
import { areaTexts } from "../area-texts.ts";
import { taxName } from "../pages/invoices/invoice-page.tsx";
import { cartTexts } from "./cart-texts.ts";

/** One order on the checkout page. Its amounts exclude tax. */
export interface CheckoutItem {
  /** The name of the item in the page title: the domain, its transfer, or the plan. */
  title: string;
  /** The list price, the discount and the set-up fee. */
  lines: { label: string; amount: MinorUnits }[];
  /** The renewal; `null` if nothing recurs. */
  renewal: {
    name: string;
    amount: MinorUnits;
    term: string;
    /** The renewal date if the order is paid today, as YYYY-MM-DD; `null` if unknown. */
    on: string | null;
  } | null;
  /** The choice of the term, and notes for the customer to read before ordering. */
  choice: Child;
  features: string[];
  /** The path of the page where the customer chose the item. */
  chosenOn: string;
}

/** The totals of the orders. `taxes` is `null` before the sign-in, because taxes depend on the account. */
export interface CheckoutSums {
  taxes: InvoiceTax[] | null;
  /** The account credit that the orders use. */
  credit: MinorUnits;
  due: MinorUnits;
}

interface CheckoutPageProps {
  request: AreaRequest;
  /** Content at the end of the header. */
  person: Child;
  items: CheckoutItem[];
  currency: string;
  sums: CheckoutSums;
  /** Content below the title, such as errors and completed orders. */
  above?: Child;
  /** The numbered steps. */
  children: Child;
}

/** Renders the page for orders that are placed together. The totals are next to the steps, or folded on a phone. */
export function CheckoutPage({ request, person, items, currency, sums, above, children }: CheckoutPageProps) {
  const { theme, visit, payment } = request;
  const texts = cartTexts[visit.language];
  const list = formatList(
    items.map(({ title }) => title),
    visit.language,
  );
  const chosenOn = items[0]?.chosenOn ?? "/";
  return (
    <Layout theme={theme} visit={visit} title={texts.title(list)} width="wide" person={person}>
      <div class="stack loose">
        <div class="stack tight">
          <p class="crumb">
            <a href={linkTo(visit, chosenOn)}>{texts.back}</a>
          </p>
          <h1>{texts.title(list)}</h1>
        </div>
        {above}
        <div class="beside">
          <aside>
            <Summary request={request} items={items} currency={currency} sums={sums} />
          </aside>
          {children}
        </div>
        {payment.isDemonstration && <p class="small faint">{areaTexts[visit.language].demonstration}</p>}
      </div>
    </Layout>
  );
}

interface StepProps {
  id: string;
  title: string;
  /** Content next to the title. */
  beside?: Child;
  children: Child;
}

/** Renders a numbered step of the page. */
export function Step({ id, title, beside, children }: StepProps) {
  return (
    <section class="step stack" aria-labelledby={id}>
      <div class="title-row">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Renders the first step: the ordered items and their terms. */
export function OrderStep({ visit, items, children }: { visit: Visit; items: CheckoutItem[]; children?: Child }) {
  const texts = cartTexts[visit.language];
  const [first, ...others] = items;
  return (
    <Step id="what" title={texts.what}>
      {items.map(({ title, choice }) => (
        <div class="stack">
          {others.length > 0 && <h3>{title}</h3>}
          {choice}
        </div>
      ))}
      {first && others.length > 0 && <p class="note ok">{texts.together(first.title)}</p>}
      {children}
    </Step>
  );
}

/** Renders links to the terms that the customer accepts with the orders. */
export function TermsList({ terms, language }: { terms: Terms; language: Language }) {
  return (
    <ul class="stack tight">
      {terms.items.map(({ title, url }) => (
        <li>
          <a href={url}>{typeset(title, language)}</a>
        </li>
      ))}
    </ul>
  );
}

/** Renders list prices, discounts, taxes, the amount due today, and the renewal prices. */
function Summary({ request, items, currency, sums }: Omit<CheckoutPageProps, "children" | "person">) {
  const { language } = request.visit;
  const texts = cartTexts[language];
  const money = (amount: MinorUnits) => formatMoney(toMajorUnits(amount), currency, language);
  const { taxes, credit, due } = sums;
  const lines = items.flatMap((item) => item.lines);
  const dueToday = taxes ? texts.dueToday : texts.dueBeforeTax;
  return (
    <details class="fold card sunk bill">
      <summary>
        {dueToday} <strong>{money(due)}</strong>
      </summary>
      <div class="stack">
        <h2>{texts.summary}</h2>
        <dl class="sums">
          {lines.map(({ label, amount }) => (
            <div class={amount < 0 ? "off" : undefined}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          {taxes?.map((tax) => (
            <div class="muted">
              <dt>{taxName(tax, language)}</dt>
              <dd>{money(tax.amount)}</dd>
            </div>
          ))}
          {credit > 0 && (
            <div class="off">
              <dt>{texts.credit}</dt>
              <dd>{money(-credit)}</dd>
            </div>
          )}
          <div class="total">
            <dt>{dueToday}</dt>
            <dd>{money(due)}</dd>
          </div>
        </dl>
        <div class="note stack tight">
          <h3>{texts.renewsAt}</h3>
          <dl class="sums small">
            {items.map(
              ({ renewal }) =>
                renewal && (
                  <div>
                    <dt class="muted">
                      {texts.renewal(renewal.name, renewal.term, renewal.on && formatDate(renewal.on, language))}
                    </dt>
                    <dd>{money(renewal.amount)}</dd>
                  </div>
                ),
            )}
          </dl>
          <p class="faint small">{taxes ? texts.beforeTax : texts.taxLater}</p>
        </div>
        {items.map(
          ({ features }) =>
            features.length > 0 && (
              <ul class="stack tight marks small" aria-label={texts.features}>
                {features.map((feature) => (
                  <li>{feature}</li>
                ))}
              </ul>
            ),
        )}
      </div>
    </details>
  );
}
