import type { FoundDomain } from "../../../shared/catalogue-contract/domain-search-answer.ts";
import { extensionOf } from "../../../shared/domain-names/parse-domain.ts";
import { Tick } from "../../../shared/pages/tick.tsx";
import type { Visit } from "../../../shared/pages/visit.ts";
import type { SitePageRequest } from "../page-request.ts";
import { domainTexts } from "../pages/domain-texts.ts";
import type { ShopReading } from "../read-offer.ts";
import { extensionPrice, type PriceFormat } from "../shown-prices.ts";
import { cycleOf, PaidWhen } from "./plan-cards.tsx";

/** Returns the number of years in the URL if that term is sold, or the shortest term otherwise. */
export function yearsOf({ url }: Visit, { years_sold: sold }: FoundDomain): number {
  const asked = Number(url.searchParams.get("years"));
  return sold.includes(asked) ? asked : (sold[0] ?? 1);
}

/** Returns the price of a registration for a number of years. */
export function priceOf({ register, renew }: Pick<FoundDomain, "register" | "renew">, years: number): number {
  return register + (years - 1) * renew;
}

interface FirstBillProps extends PriceFormat {
  request: SitePageRequest;
  check: FoundDomain;
  offer: ShopReading["offer"];
}

/**
 * Renders the first and later prices of a registration, with its order link. For a taken domain, renders the transfer
 * price with its order link. For any other domain with an order link, renders only a link to another search.
 */
export function FirstBill({ request, check, offer, ...format }: FirstBillProps) {
  const { visit, addresses } = request;
  const texts = domainTexts[visit.language];
  const { status, unicode_domain: name, order_url: order } = check;
  if (order === null) return null;
  if (status !== "available") {
    const transfer = offer?.pricing.domains.find(({ tld }) => tld === extensionOf(check.domain))?.transfer;
    return (
      <aside class="card stack">
        {status === "taken" && transfer !== undefined && (
          <>
            <h2>{texts.transferBill.title}</h2>
            <dl class="sums">
              <div>
                <dt>{texts.transferBill.line}</dt>
                <dd>{extensionPrice(transfer, format)}</dd>
              </div>
            </dl>
          </>
        )}
        <a class="button primary" href={order}>
          {status === "taken" ? texts.transferName(name) : texts.searchInCart}
        </a>
      </aside>
    );
  }
  const years = yearsOf(visit, check);
  const price = extensionPrice(priceOf(check, years), format);
  const cart = new URL(order);
  cart.searchParams.set("years", String(years));
  const isOwn = order.startsWith(`${addresses.clientArea}/cart?`);
  return (
    <aside class="card stack">
      <h2>{texts.bill.title}</h2>
      <dl class="sums">
        <div>
          <dt>{texts.bill.line(name, texts.years(years))}</dt>
          <dd>{price}</dd>
        </div>
        <div class="total">
          <dt>{texts.bill.total}</dt>
          <dd>{price}</dd>
        </div>
        <div class="muted small">
          <dt>{texts.bill.later}</dt>
          <dd>{extensionPrice(check.renew, format)}</dd>
        </div>
      </dl>
      {isOwn && cart.origin === visit.url.origin ? (
        <form class="stack" action={cart.pathname}>
          {[...cart.searchParams].map(([parameter, value]) => (
            <input type="hidden" name={parameter} value={value} />
          ))}
          <WithPlan visit={visit} offer={offer} {...format} />
          <button class="button primary whole" type="submit">
            {texts.goOn}
          </button>
        </form>
      ) : (
        <a class="button primary whole" href={cart.href}>
          {texts.goOn}
        </a>
      )}
      <p class="faint small">{texts.bill.tax}</p>
    </aside>
  );
}

/** Maximum number of plans to choose from. All are from the first product line. */
const MAX_PLANS = 3;

/** Renders the choice of a plan to order with the domain, for a site at that domain. No plan is preselected. */
function WithPlan({ visit, offer, ...format }: PriceFormat & { visit: Visit; offer: ShopReading["offer"] }) {
  const texts = domainTexts[visit.language].withPlan;
  const line = offer?.lines[0]?.id;
  const plans = offer?.plans.filter((plan) => plan.line === line) ?? [];
  const cycle = cycleOf(visit, plans);
  const sold = plans.flatMap((plan) => {
    const price = plan.prices.find(({ billing_cycle }) => billing_cycle === cycle);
    return price ? [{ plan, price }] : [];
  });
  if (!cycle || sold.length === 0) return null;
  return (
    <fieldset>
      <legend>{texts.title}</legend>
      <input type="hidden" name="cycle" value={cycle} />
      <Tick type="radio" id="no-plan" name="plan" value="" label={texts.none} isTicked />
      {sold.slice(0, MAX_PLANS).map(({ plan, price }) => (
        <Tick
          type="radio"
          id={`with-${plan.id}`}
          name="plan"
          value={plan.id}
          label={plan.name}
          consequences={[<PaidWhen plan={plan} price={price} {...format} />]}
        />
      ))}
    </fieldset>
  );
}
