import { type CustomerDomain, isEnded } from "../../../../shared/billing-contract/customer.ts";
import { brokenNameRule } from "../../../../shared/domain-names/name-rules.ts";
import { extensionOf } from "../../../../shared/domain-names/parse-domain.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Visit } from "../../../../shared/pages/visit.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { show } from "../answers.tsx";
import { actorQuery, areaLink, mayDo, PATHS, type SignedInRequest } from "../area-request.ts";
import { AreaPage } from "../components/area-page.tsx";
import { askedIn, type CartOrder } from "./cart-order.ts";
import { cartTexts } from "./cart-texts.ts";
import { showWaiting, waitingOrders } from "./waiting-order.tsx";

/** A link to an order that the customer can place instead, or to the customer's own domain. */
export interface NothingLink {
  path: string;
  parameters?: Record<string, string>;
  label: string;
}

interface NothingToOrderProps {
  visit: Visit;
  /** The currency of the links' prices. */
  currency: Currency;
  /** The reason why nothing can be ordered; `null` if the cart is simply empty. */
  why: string | null;
  link?: NothingLink | null;
}

/** Renders the reason why nothing can be ordered, and links to products. */
export function NothingToOrder({ visit, currency, why, link = null }: NothingToOrderProps) {
  const { language } = visit;
  const texts = cartTexts[language];
  const planAlone = planAloneIn(visit);
  return (
    <>
      {why !== null && (
        <div class="error-summary" role="alert">
          <p>{why}</p>
        </div>
      )}
      {(link || planAlone) && (
        <p class="links">
          {link && <a href={areaLink(visit, link.path, link.parameters)}>{link.label}</a>}
          {planAlone && <a href={planAlone}>{texts.planAlone}</a>}
        </p>
      )}
      <div class="card stack">
        <p>{texts.emptyLead}</p>
        <p class="links">
          <a href={`/?currency=${currency}&lang=${language}`}>{texts.plans}</a>
        </p>
        <form method="get" action="/" class="field">
          <input type="hidden" name="lang" value={language} />
          <input type="hidden" name="currency" value={currency} />
          <label for="domain">{texts.domainName}</label>
          <div class="entry">
            <input id="domain" name="domain" required maxlength={254} autocapitalize="none" spellcheck={false} />
            <button class="button primary" type="submit">
              {texts.check}
            </button>
          </div>
        </form>
      </div>
    </>
  );
}

/**
 * Returns a link to the cart with the plan alone, for a site with the same domain; `null` if the cart has no domain or
 * no plan.
 */
function planAloneIn(visit: Visit): string | null {
  const { domain, plan } = askedIn(visit);
  const { searchParams } = visit.url;
  if (domain === null || plan === null) return null;
  const kept = ["cycle", "currency"].flatMap((name) => searchParams.getAll(name).map((value) => [name, value]));
  return areaLink(visit, PATHS.cart, { plan, site: domain, ...Object.fromEntries(kept) });
}

/**
 * Returns the cart page of a signed-in customer who has nothing to order.
 * @param why the reason; `null` if the cart is simply empty
 */
export function showNothing(
  request: SignedInRequest,
  why: string | null,
  { status = why === null ? 200 : 422, link = null }: { status?: number; link?: NothingLink | null } = {},
): Promise<Response> {
  const texts = cartTexts[request.visit.language];
  const page = (
    <AreaPage request={request} title={why === null ? texts.empty : texts.cart}>
      <NothingToOrder visit={request.visit} currency={request.account.currency} why={why} link={link} />
    </AreaPage>
  );
  return show(request, page, { status });
}

/** Returns the cart page for a domain that cannot be ordered, with the reason and a link to an alternative. */
export async function showNotOrderable(request: SignedInRequest, order: CartOrder): Promise<Response> {
  const texts = cartTexts[request.visit.language];
  const { domain, shown } = order;
  const own = await ownDomain(request, domain);
  const waiting = own ? await waitingOrders(request, own) : [];
  if (waiting.length > 0) return showWaiting(request, domain, waiting);
  if (own) {
    const link = { path: `${PATHS.domains}/${domain}`, label: texts.toYours };
    return showNothing(request, texts.isYours(shown), { link });
  }
  const { why, link } = obstacleWords(order, request.visit.language) ?? { why: texts.onOrder(shown), link: null };
  return showNothing(request, why, { link });
}

/** Returns the registry rule or status that prevents an order, with any alternative; `null` if none is known. */
export function obstacleWords(
  { domain, type, availability, shown }: CartOrder,
  language: Language,
): { why: string; link: NothingLink | null } | null {
  const texts = cartTexts[language];
  const broken = brokenNameRule(shown, extensionOf(domain));
  if (broken) return { why: typeset(broken, language), link: null };
  const instead = (other: typeof type, label: string): NothingLink => ({
    path: PATHS.cart,
    parameters: { domain, type: other },
    label,
  });
  switch (availability) {
    case "unknown":
      return null;
    case "redemption":
    case "pending_delete":
      return { why: texts.leaving[availability](shown), link: null };
    case "premium":
      return { why: texts.premium(shown), link: null };
    case "unavailable":
      return {
        why: (type === "register" ? texts.notRegistrable : texts.notTransferable).unavailable(shown),
        link: null,
      };
    case "taken":
      return type === "transfer"
        ? null
        : { why: texts.notRegistrable.taken(shown), link: instead("transfer", texts.transferInstead) };
    case "available":
      return type === "register"
        ? null
        : { why: texts.notTransferable.available(shown), link: instead("register", texts.registerInstead) };
  }
}

/** Returns the account's domain; `null` if the account does not have it or the login cannot see it. */
async function ownDomain(request: SignedInRequest, domain: string): Promise<CustomerDomain | null> {
  if (!mayDo(request, "domains")) return null;
  const read = await request.engine.readDomain(actorQuery(request, "domains"), domain);
  return read.ok && !isEnded(read.value) ? read.value : null;
}
