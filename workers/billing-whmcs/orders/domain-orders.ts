import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type {
  DomainOrder,
  DomainOrderQuote,
  DomainOrderRequest,
  PlacedDomainOrder,
} from "../../../shared/billing-contract/domain-orders.ts";
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
import type { ExtensionPricing } from "../answers/products.ts";
import { inOrder } from "../bridge/outcome.ts";
import { extensionIn } from "../catalogue/price-snapshot.ts";
import { currentPrices } from "../catalogue/refresh-prices.ts";
import { Refused } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { type AdmittedActing, admitActing, paymentMethodOnFile, readTerms } from "./acting.ts";
import { heldDomain } from "./holders.ts";
import { addOrder, type JudgedOrder, orderWrite } from "./place-order.ts";
import { domainFields, lacksFieldNames, type RegistrantFieldNames, registrantFieldNames } from "./registrant-fields.ts";
import { NAME_UNDER_WAY } from "./run-write.ts";

/** Whether new domains renew automatically. This is WHMCS's default. */
const AUTO_RENEW = true;

export async function quoteDomainOrder(
  context: WhmcsContext,
  query: ActorQuery,
  order: DomainOrderRequest,
): Promise<DomainOrderQuote> {
  const read = await readDomainOrder(context, query, order);
  const { account, facts, renewal } = read;
  const { price } = facts;
  const refused = refusedDomainQuote(order, facts);
  if (refused || !price || !renewal) throw new Refused(refused ?? NOT_SOLD);
  return domainOrderQuote(account, order, { ...facts, price }, renewal);
}

export const orderDomain = orderWrite<DomainOrder, PlacedDomainOrder>({
  operation: "orderDomain",
  underWay: NAME_UNDER_WAY,
  targetOf: ({ domain }) => `domain:${domain}`,
  judge: judgeDomainOrder,
});

async function judgeDomainOrder(context: WhmcsContext, query: ActorQuery, order: DomainOrder): Promise<JudgedOrder> {
  const read = await readDomainOrder(context, query, order);
  const { account, acting, facts, fieldNames, renewal } = read;
  const { price, terms } = facts;
  const refused = refusedDomainOrder(order, facts);
  if (refused || !price || !renewal) throw new Refused(refused ?? NOT_SOLD);
  const { domain, type, years, authCode, fields } = order;
  const parameters = {
    domain: [domain],
    domaintype: [type],
    regperiod: [years],
    eppcode: type === "transfer" && authCode?.trim() ? [authCode.trim()] : undefined,
    ...Object.fromEntries(context.installation.nameservers.map((name, index) => [`nameserver${index + 1}`, name])),
    domainfields: domainFields(fields, fieldNames),
  } as const;
  return {
    account,
    call: addOrder(acting, parameters),
    stored: {
      kind: "order",
      line: { kind: type, domain, years },
      price,
      value: { account, termsVersion: terms.version, autoRenew: AUTO_RENEW },
    },
    preview: { domainOrder: domainOrderQuote(account, order, { ...facts, price }, renewal) },
  };
}

interface DomainOrderRead extends Pick<AdmittedActing, "account" | "acting"> {
  facts: DomainOrderFacts;
  fieldNames: RegistrantFieldNames;
  /** The renewal terms; `null` if the provider does not sell renewals of the extension. */
  renewal: DomainRenewalTerms | null;
}

/** Reads the data that decides whether a domain can be ordered. Checks access before it reveals any of that data. */
async function readDomainOrder(
  context: WhmcsContext,
  query: ActorQuery,
  { domain, type, years }: DomainOrderRequest,
): Promise<DomainOrderRead> {
  const { accountId } = query;
  const tld = extensionOf(domain);
  const [admitted, onFile, terms, fieldNames] = await inOrder(
    admitActing(context, query),
    paymentMethodOnFile(context, accountId),
    readTerms(context, tld),
    registrantFieldNames(context, tld),
  );
  const { client, account, acting, priceFor } = admitted;
  const extension = extensionIn(await currentPrices(context, account.currency), domain);
  const notOffered = domainNotOffered(domain, extension?.tld ?? null);
  if (notOffered || !extension) throw new Refused(notOffered ?? NOT_SOLD);
  const { country } = client;
  if (lacksFieldNames(tld, country, fieldNames)) throw new Refused(NOT_SOLD);
  const { currency } = account;
  const amount = type === "transfer" ? extension.transfer : (extension.register[years] ?? null);
  const facts: DomainOrderFacts = {
    country,
    // The provider configures in WHMCS which contact details a client must have.
    hasContact: true,
    paymentMethodOnFile: onFile,
    held: await heldDomain(context, account, domain),
    terms,
    price: amount === null ? null : { amount: priceFor(amount), currency },
    pricedYears: Object.keys(extension.register).map(Number),
    links: context.settings.links,
  };
  return { account, acting, facts, fieldNames, renewal: renewalTerms(tld, extension, currency) };
}

function renewalTerms(tld: string, { renew }: ExtensionPricing, currency: string): DomainRenewalTerms | null {
  const years = renewalYears(tld).find((each) => each in renew);
  const amount = renew[years ?? 0];
  if (years === undefined || amount === undefined) return null;
  return { price: { amount, currency }, years, autoRenew: AUTO_RENEW };
}
