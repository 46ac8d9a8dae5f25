import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { DomainRenewal, PlacedRenewal } from "../../../shared/billing-contract/domain-orders.ts";
import { refusedDomainRenewal, renewedTerm } from "../../../shared/ordering/domain-renewals.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { getOpenRenewal } from "../answers/invoices.ts";
import { inOrder } from "../bridge/outcome.ts";
import { extensionIn } from "../catalogue/price-snapshot.ts";
import { netPrices } from "../catalogue/prices.ts";
import { currentPrices } from "../catalogue/refresh-prices.ts";
import { findDomain } from "../domains/domains.ts";
import { readInvoice } from "../invoices/invoices.ts";
import { Refused } from "../results.ts";
import { todayOf, type WhmcsContext } from "../whmcs-context.ts";
import { admitActing, paymentMethodOnFile } from "./acting.ts";
import { addOrder, type JudgedOrder, orderWrite } from "./place-order.ts";
import { renewalPricesOf, renewalPricing } from "./renewal-pricing.ts";
import { NAME_UNDER_WAY } from "./run-write.ts";

/**
 * Orders a renewal. Does not use WHMCS's renewal action, because that action renews at the registrar without an
 * invoice.
 */
export const renewDomain = orderWrite<DomainRenewal, PlacedRenewal>({
  operation: "renewDomain",
  underWay: NAME_UNDER_WAY,
  targetOf: ({ domain }) => `domain:${domain}`,
  judge: judgeRenewal,
});

async function judgeRenewal(context: WhmcsContext, call: WriteCall, renewal: DomainRenewal): Promise<JudgedOrder> {
  const { domain: name, years } = renewal;
  const { accountId } = call;
  const [admitted, own, net, onFile, pricing] = await inOrder(
    admitActing(context, call),
    findDomain(context, accountId, name),
    netPrices(context),
    paymentMethodOnFile(context, accountId),
    renewalPricing(context),
  );
  if (!own) throw new Refused(NOT_FOUND);
  const { domain } = own;
  // WHMCS creates renewal invoices automatically, and an order does not reliably replace such an invoice.
  const invoiced = await context.api.read(getOpenRenewal, { domainid: domain.id }, { accountId });
  const { account, acting, priceFor } = admitted;
  const extension = extensionIn(await currentPrices(context, account.currency), name);
  const prices = renewalPricesOf(domain, extension, net);
  const both = prices.get(years);
  const byWay = both && { list: priceFor(both.list), own: priceFor(both.own) };
  const price = byWay ? { amount: byWay[pricing], currency: account.currency } : null;
  const refused = refusedDomainRenewal(renewal, {
    domain,
    open: invoiced && { unpaidInvoice: await readInvoice(context, accountId, account.currency, invoiced.id) },
    price,
    pricedYears: [...prices.keys()],
    today: todayOf(context),
    paymentMethodOnFile: onFile,
    links: context.settings.links,
  });
  if (refused || !price || !byWay) throw new Refused(refused ?? NOT_FOUND);
  const parameters = {
    domainrenewals: { [name]: years },
  } as const;
  return {
    account,
    call: addOrder(acting, parameters),
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
