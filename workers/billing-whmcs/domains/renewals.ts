import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { DomainRenewal, PlacedRenewal } from "../../../shared/billing-contract/domain-orders.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import {
  type DomainRenewalFacts,
  refusedDomainRenewal,
  renewedTerm,
} from "../../../shared/ordering/domain-renewals.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import { admitActing } from "../acting/admit-acting.ts";
import { openOrder } from "../acting/open-order.ts";
import type { JudgedOrder } from "../acting/order-request.ts";
import { checkOrder, type OrderHandler, runOrder } from "../acting/run-order.ts";
import { NAME_UNDER_WAY } from "../acting/under-way.ts";
import { openRenewalInvoice, readUnpaidInvoices } from "../invoices/open-renewal-invoice.ts";
import { extensionOfName } from "../orders/extension-prices.ts";
import { paymentMethodOnFile } from "../orders/payment-facts.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { ownDomain } from "./own-domain.ts";
import { renewalPricesOf, renewalPricing } from "./renewal-pricing.ts";

/** An order of a renewal: never the API's own renewal, which renews at the registrar without a bill. */
export function renewDomain(
  context: WhmcsContext,
  action: WriteCall,
  renewal: DomainRenewal,
): Promise<QuoteResult<PlacedRenewal>> {
  return runOrder<PlacedRenewal>(context, action, renewalHandler(context, action, renewal));
}

export function checkRenewal(
  context: WhmcsContext,
  query: ActorQuery,
  renewal: DomainRenewal,
): Promise<QuoteResult<WritePreview>> {
  return checkOrder(context, query, renewalHandler(context, query, renewal));
}

function renewalHandler(context: WhmcsContext, query: ActorQuery, renewal: DomainRenewal): OrderHandler {
  return {
    operation: "renewDomain",
    target: `domain:${renewal.domain}`,
    underWay: NAME_UNDER_WAY,
    judge: () => judge(context, query, renewal),
  };
}

async function judge(
  context: WhmcsContext,
  query: ActorQuery,
  asked: DomainRenewal,
): Promise<QuoteResult<JudgedOrder>> {
  const { domain: name, years } = asked;
  const { settings, now } = context;
  const [admitted, domain, extension, payment, open, unpaid, included, pricing] = await Promise.all([
    admitActing(context, query),
    ownDomain(context, query, name),
    extensionOfName(context, query, name),
    paymentMethodOnFile(context, query),
    openOrder(context, query, "renewDomain", `domain:${name}`),
    readUnpaidInvoices(context, query),
    context.includedTax.percent(query.requestId),
    renewalPricing(context),
  ]);
  if (!admitted.ok) return admitted;
  if (domain.kind !== "ok") return unavailable(domain);
  if (!domain.body) return { ok: false, problem: NOT_FOUND };
  if (extension.kind !== "ok") return unavailable(extension);
  if (included.kind !== "ok") return unavailable(included);
  if (payment.kind !== "ok") return unavailable(payment);
  if (open.kind !== "ok") return unavailable(open);
  // WHMCS invoices renewals by itself, and an order does not take such an invoice's place for certain.
  const invoiced = await openRenewalInvoice(context, query, domain.body, unpaid);
  if (invoiced.kind === "unread") return unavailable();
  const unpaidInvoice = invoiced.kind === "open" ? invoiced.id : (open.body?.invoiceId ?? null);
  const { reference: account, acting, priceFor } = admitted.value;
  const { id, expiresOn: expiredOn } = domain.body;
  const prices = renewalPricesOf(domain.body, extension.body, included.body);
  const both = prices.get(years);
  const renewal = both && { list: priceFor(both.list), own: priceFor(both.own) };
  const price = renewal ? { amount: renewal[pricing], currency: account.currency } : null;
  const facts: DomainRenewalFacts = {
    domain: domain.body,
    open: unpaidInvoice === null ? null : { unpaidInvoice },
    price,
    pricedYears: [...prices.keys()],
    today: dayIn(settings.timeZone, now()),
    paymentMethodOnFile: payment.body,
    links: settings.links,
  };
  const refused = refusedDomainRenewal(asked, facts);
  if (refused || !price || !renewal) return { ok: false, problem: refused ?? NOT_FOUND };
  const parameters = {
    clientid: account.id,
    paymentmethod: acting.orderGateway,
    domainrenewals: { [name]: years },
    // The invoice is mailed once its price was compared.
    noemail: true,
    noinvoiceemail: true,
  } as const;
  const line = { kind: "renew", domain: name, domainId: id, years } as const;
  const gateway = acting.orderGateway;
  const stored = { kind: "order", line, price, gateway, renewal, expiredOn, value: { account, years } } as const;
  const preview = { renewal: renewedTerm(domain.body, years) };
  return { ok: true, value: { account, call: { action: "AddOrder", parameters }, stored, preview } };
}
