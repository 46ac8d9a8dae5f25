import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { DomainRenewal, PlacedRenewal } from "../../../shared/billing-contract/domain-orders.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { refusedDomainRenewal, renewedTerm } from "../../../shared/ordering/domain-renewals.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { inOrder } from "../bridge/outcome.ts";
import { netPrices } from "../catalogue/prices.ts";
import { findDomain } from "../domains/domains.ts";
import { openRenewalInvoice } from "../invoices/invoices.ts";
import type { Decided } from "../results.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { admitActing, openOrder, paymentMethodOnFile } from "./acting.ts";
import { extensionOfName } from "./domain-orders.ts";
import { type JudgedOrder, placeOrder } from "./place-order.ts";
import { renewalPricesOf, renewalPricing } from "./renewal-pricing.ts";
import { NAME_UNDER_WAY } from "./run-write.ts";

const OPERATION = "renewDomain";

/** An order of a renewal: never the API's own renewal, which renews at the registrar without a bill. */
export function renewDomain(
  context: WhmcsContext,
  call: WriteCall,
  renewal: DomainRenewal,
): Promise<Decided<PlacedRenewal | WritePreview>> {
  return placeOrder<PlacedRenewal>(context, call, {
    operation: OPERATION,
    target: `domain:${renewal.domain}`,
    underWay: NAME_UNDER_WAY,
    judge: () => judgeRenewal(context, call, renewal),
  });
}

async function judgeRenewal(
  context: WhmcsContext,
  call: WriteCall,
  renewal: DomainRenewal,
): Promise<Decided<JudgedOrder>> {
  const { domain: name, years } = renewal;
  const { accountId } = call;
  const [admitted, own, extension, net, onFile, open, pricing] = await inOrder(
    admitActing(context, call),
    findDomain(context, accountId, name),
    extensionOfName(context, accountId, name),
    netPrices(context),
    paymentMethodOnFile(context, accountId),
    openOrder(context, accountId, OPERATION, `domain:${name}`),
    renewalPricing(context),
  );
  if ("refused" in admitted) return admitted;
  if (!own) return { refused: NOT_FOUND };
  const { domain } = own;
  // WHMCS invoices renewals by itself, and an order does not take such an invoice's place for certain.
  const invoiced = await openRenewalInvoice(context, accountId, domain.id);
  const unpaidInvoice = invoiced?.id ?? open?.invoiceId ?? null;
  const { account, acting, priceFor } = admitted;
  const prices = renewalPricesOf(domain, extension, net);
  const both = prices.get(years);
  const byWay = both && { list: priceFor(both.list), own: priceFor(both.own) };
  const price = byWay ? { amount: byWay[pricing], currency: account.currency } : null;
  const refused = refusedDomainRenewal(renewal, {
    domain,
    open: unpaidInvoice === null ? null : { unpaidInvoice },
    price,
    pricedYears: [...prices.keys()],
    today: todayOf(context),
    paymentMethodOnFile: onFile,
    links: context.settings.links,
  });
  if (refused || !price || !byWay) return { refused: refused ?? NOT_FOUND };
  const parameters = {
    paymentmethod: acting.orderGateway,
    domainrenewals: { [name]: years },
    // The invoice is mailed once its price was compared.
    noemail: true,
    noinvoiceemail: true,
  } as const;
  return {
    account,
    call: { action: "AddOrder", parameters },
    stored: {
      kind: "order",
      line: { kind: "renew", domain: name, domainId: domain.id, years },
      price,
      renewal: byWay,
      expiredOn: domain.expiresOn,
      value: { account, years },
    },
    preview: { renewal: renewedTerm(domain, years) },
  };
}
