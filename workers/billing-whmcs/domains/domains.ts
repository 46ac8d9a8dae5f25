import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import {
  type CustomerDomain,
  DOMAIN_STATUSES,
  type DomainList,
  type DomainListKey,
  isEnded,
  isRegistered,
  type Page,
} from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../accounts/access.ts";
import { type ClientDomain, getClientsDomains } from "../answers/domains.ts";
import { inOrder, NoAnswer } from "../bridge/outcome.ts";
import { extensionIn, readSnapshot } from "../catalogue/price-snapshot.ts";
import { compareText, isOrIsUnder, limitOf, pageOf } from "../list-page.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/**
 * Returns one page of the account's domains, sorted by name. Reads the whole list, because WHMCS's API cannot sort it.
 */
export async function listDomains(
  context: WhmcsContext,
  query: ActorQuery,
  list: DomainList,
): Promise<Page<CustomerDomain, DomainListKey>> {
  const within = limitOf(list);
  const [{ account }, records] = await inOrder(admit(context, query), readDomainRecords(context, query.accountId));
  const isWithin = ({ name }: CustomerDomain) =>
    within.kind === "account" || (within.kind === "domain" && name === within.name);
  const matching = records
    .map(({ domain }) => domain)
    .filter(
      (domain) =>
        isWithin(domain) &&
        (list.status === "all" || !isEnded(domain)) &&
        (list.domain === undefined || isOrIsUnder(domain.name, list.domain)),
    );
  const keyOf = ({ name, id }: CustomerDomain): DomainListKey => ({ name, id });
  const page = pageOf(matching, list, keyOf, (one, other) => compareText(one.name, other.name) || one.id - other.id);
  return { account, ...page, items: await withRestoreFees(context, page.items, account.currency) };
}

/** A domain of an account, with data that only the billing system needs. */
export interface DomainRecord {
  /** The domain. Its renewal price excludes grace and redemption fees. */
  domain: CustomerDomain;
  /** The WHMCS module of the domain's registrar; `null` if it has none. */
  registrar: string | null;
}

/** Reads the account's domains. @param only the domain name to read; absent for all domains */
async function readDomainRecords({ api }: WhmcsContext, accountId: number, only?: string): Promise<DomainRecord[]> {
  const rows = await api.list(getClientsDomains, { clientid: accountId, domain: only }, { accountId });
  const records = rows.flatMap((row) => {
    const status = domainStatusOf(row.status);
    if (status && row.domainname) return [{ domain: toDomain(row, row.domainname, status), registrar: row.registrar }];
    api.rowUnread(getClientsDomains.name, row.id, { accountId });
    return [];
  });
  return withoutFormerRows(records);
}

/**
 * Removes the ended rows of a domain that also has a row that has not ended. A domain that was ordered more than once
 * has several rows.
 */
function withoutFormerRows(rows: DomainRecord[]): DomainRecord[] {
  const held = new Set(rows.filter(({ domain }) => !isEnded(domain)).map(({ domain }) => domain.name));
  return rows.filter(({ domain }) => !isEnded(domain) || !held.has(domain.name));
}

/**
 * Returns the account's domain with this name: the row that has not ended, or else the newest ended row; `null` if
 * there is none.
 * @throws {NoAnswer} if two rows have not ended, because the right one is unknown
 */
export async function findDomain(context: WhmcsContext, accountId: number, name: string): Promise<DomainRecord | null> {
  const records = await readDomainRecords(context, accountId, name);
  // Some versions of WHMCS ignore the filter and return all domains.
  const rows = records.filter(({ domain }) => domain.name === name);
  const held = rows.filter(({ domain }) => !isEnded(domain));
  if (held.length > 1) {
    log("billing_domain_twice", { request_id: context.requestId, account: accountId, rows: held.length });
    throw new NoAnswer("refused");
  }
  return held[0] ?? rows.at(-1) ?? null;
}

/**
 * Parses a domain status; `null` if it is unknown. WHMCS returns two statuses either as stored or in their display
 * form: `Grace Period (Expired)`.
 */
export function domainStatusOf(written: string): CustomerDomain["status"] | null {
  const plain = written
    .toLowerCase()
    .replace(/ period \(expired\)$/, "")
    .replaceAll(" ", "_");
  return DOMAIN_STATUSES.find((known) => known === plain) ?? null;
}

function toDomain(row: ClientDomain, name: string, status: CustomerDomain["status"]): CustomerDomain {
  return {
    id: row.id,
    name,
    status,
    registeredOn: row.regdate,
    expiresOn: row.expirydate,
    nextDueDate: row.nextduedate,
    renewalPrice: isRegistered({ status }) && row.recurringamount > 0 ? row.recurringamount : null,
    renewalYears: Math.max(1, row.regperiod),
    autoRenew: !row.donotrenew,
  };
}

/**
 * Adds the extension's fee to the renewal price of a domain in grace or redemption. The price becomes `null` if no fee
 * is known, because the domain cannot then be renewed here.
 */
async function withRestoreFees(
  { db }: WhmcsContext,
  domains: CustomerDomain[],
  currency: string,
): Promise<CustomerDomain[]> {
  if (!domains.some(({ status }) => status === "grace" || status === "redemption")) return domains;
  const prices = (await readSnapshot(db, currency))?.prices;
  return domains.map((domain) => {
    const { name, status, renewalPrice } = domain;
    if (renewalPrice === null || (status !== "grace" && status !== "redemption")) return domain;
    const fees = prices && extensionIn(prices, name);
    const fee = status === "grace" ? fees?.graceFee : fees?.redemptionFee;
    return { ...domain, renewalPrice: typeof fee === "number" ? renewalPrice + fee : null };
  });
}
