import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type {
  DomainOrder,
  DomainOrderQuote,
  DomainOrderRequest,
  PlacedDomainOrder,
} from "../../../shared/billing-contract/domain-orders.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { extensionOf } from "../../../shared/domain-names/parse-domain.ts";
import { renewalYears } from "../../../shared/domain-names/registry-rules.ts";
import {
  type DomainOrderFacts,
  type DomainRenewalTerms,
  domainNotOffered,
  domainOrderQuote,
  NOT_SOLD,
  refusedDomainOrder,
  refusedDomainQuote,
} from "../../../shared/ordering/domain-orders.ts";
import { type AdmittedActing, admitActing } from "../acting/admit-acting.ts";
import type { JudgedOrder, OrderLine } from "../acting/order-request.ts";
import { checkOrder, type OrderHandler, runOrder } from "../acting/run-order.ts";
import { NAME_UNDER_WAY } from "../acting/under-way.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type AccountExtension, extensionOfName } from "./extension-prices.ts";
import { heldDomain } from "./name-holders.ts";
import { readTerms } from "./order-terms.ts";
import { paymentMethodOnFile } from "./payment-facts.ts";
import { domainFields, lacksFieldNames, type RegistrantFieldNames, registrantFieldNames } from "./registrant-fields.ts";

/** Names are set to renew by themselves, as the installation's default is. */
const AUTO_RENEW = true;

export async function quoteDomainOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: DomainOrderRequest,
): Promise<QuoteResult<DomainOrderQuote>> {
  const read = await readDomainOrder(context, query, order);
  if (!read.ok) return read;
  const { account, facts, renewal } = read.value;
  const refused = refusedDomainQuote(order, facts);
  if (refused) return { ok: false, problem: refused };
  const { price } = facts;
  if (!price || !renewal) return { ok: false, problem: NOT_SOLD };
  return { ok: true, value: domainOrderQuote(account, order, { ...facts, price }, renewal) };
}

export function orderDomain(
  context: WhmcsContext,
  action: WriteCall,
  order: DomainOrder,
): Promise<QuoteResult<PlacedDomainOrder>> {
  return runOrder<PlacedDomainOrder>(context, action, orderHandler(context, action, order));
}

export function checkDomainOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: DomainOrder,
): Promise<QuoteResult<WritePreview>> {
  return checkOrder(context, query, orderHandler(context, query, order));
}

function orderHandler(context: WhmcsContext, query: ActorQuery, order: DomainOrder): OrderHandler {
  return {
    operation: "orderDomain",
    target: `domain:${order.domain}`,
    underWay: NAME_UNDER_WAY,
    judge: () => judge(context, query, order),
  };
}

async function judge(context: WhmcsContext, query: ActorQuery, order: DomainOrder): Promise<QuoteResult<JudgedOrder>> {
  const read = await readDomainOrder(context, query, order);
  if (!read.ok) return read;
  const { account, acting, facts, fieldNames, renewal } = read.value;
  const refused = refusedDomainOrder(order, facts);
  if (refused) return { ok: false, problem: refused };
  const { price, terms } = facts;
  if (!price || !renewal) return { ok: false, problem: NOT_SOLD };
  const { domain, type, years, authCode, fields } = order;
  const line: OrderLine = { kind: type, domain, years };
  const [first, second, ...others] = acting.nameservers;
  const parameters = {
    clientid: account.id,
    paymentmethod: acting.orderGateway,
    domain: [domain],
    domaintype: [type],
    regperiod: [years],
    eppcode: listed(type === "transfer" && authCode?.trim() ? authCode.trim() : undefined),
    nameserver1: first,
    nameserver2: second,
    ...Object.fromEntries(others.map((name, index) => [`nameserver${index + 3}`, name])),
    domainfields: listed(domainFields(fields, fieldNames)),
    // The invoice is mailed once its price was compared.
    noemail: true,
    noinvoiceemail: true,
  } as const;
  const gateway = acting.orderGateway;
  const value = { account, termsVersion: terms.version, autoRenew: AUTO_RENEW };
  return {
    ok: true,
    value: {
      account,
      call: { action: "AddOrder", parameters },
      stored: { kind: "order", line, price, gateway, value },
      preview: { domainOrder: domainOrderQuote(account, order, { ...facts, price }, renewal) },
    },
  };
}

function listed(text: string | undefined): [string] | undefined {
  return text === undefined ? undefined : [text];
}

interface DomainOrderRead {
  account: AdmittedActing["reference"];
  acting: AdmittedActing["acting"];
  facts: DomainOrderFacts;
  fieldNames: RegistrantFieldNames;
  /** Null where renewals of the extension are not sold. */
  renewal: DomainRenewalTerms | null;
}

/** What an order of a name is decided on; the check of access decides before anything of it is told. */
async function readDomainOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: DomainOrderRequest,
): Promise<QuoteResult<DomainOrderRead>> {
  const { domain } = order;
  const tld = extensionOf(domain);
  const [admitted, extension, payment, terms, fieldNames] = await Promise.all([
    admitActing(context, query),
    extensionOfName(context, query, domain),
    paymentMethodOnFile(context, query),
    readTerms(context, tld),
    registrantFieldNames(context, tld),
  ]);
  if (!admitted.ok) return admitted;
  const { client, reference: account, acting, priceFor } = admitted.value;
  if (extension.kind !== "ok") return unavailable(extension);
  const notOffered = domainNotOffered(domain, extension.body?.tld ?? null);
  if (notOffered || !extension.body) return { ok: false, problem: notOffered ?? NOT_SOLD };
  const { country } = client;
  if (lacksFieldNames(tld, country, fieldNames)) return { ok: false, problem: NOT_SOLD };
  if (payment.kind !== "ok") return unavailable(payment);
  const { currency } = account;
  const held = await heldDomain(context, query, currency, domain);
  if (held.kind !== "ok") return unavailable(held);
  const amount = priceOf(extension.body, order);
  const pricedYears = [...extension.body.register.keys()];
  const facts: DomainOrderFacts = {
    country,
    held: held.body,
    terms,
    price: amount === null ? null : { amount: priceFor(amount), currency },
    pricedYears,
    paymentMethodOnFile: payment.body,
    links: context.settings.links,
  };
  const years = renewalYears(tld).find((each) => extension.body?.renew.has(each));
  const renewalPrice = years === undefined ? undefined : extension.body.renew.get(years);
  const renewal =
    years === undefined || renewalPrice === undefined
      ? null
      : { price: { amount: renewalPrice, currency }, years, autoRenew: AUTO_RENEW };
  return { ok: true, value: { account, acting, facts, fieldNames, renewal } };
}

function priceOf({ register, transfer }: AccountExtension, { type, years }: DomainOrderRequest): number | null {
  return type === "transfer" ? transfer : (register.get(years) ?? null);
}
