import type { ActorQuery, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import {
  type AccountResult,
  type CustomerDomain,
  DOMAIN_STATUSES,
  type DomainList,
  type DomainListKey,
  isEnded,
  isRegistered,
  type Page,
} from "../../../shared/billing-contract/customer.ts";
import { log } from "../../../shared/platform/log.ts";
import { admit } from "../access/gate.ts";
import { type ClientDomain, getClientsDomains } from "../api/actions/get-clients-domains.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import { compareText, isOrIsUnder, limitOf, pageOf } from "../list-page.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** By name. The list is read whole, because the API cannot order it. */
export async function listDomains(
  context: WhmcsContext,
  query: ActorQuery,
  list: DomainList,
): Promise<AccountResult<Page<CustomerDomain, DomainListKey>>> {
  const within = limitOf(list);
  const [admitted, read] = await Promise.all([admit(context, query), readDomains(context, query)]);
  if (!admitted.ok) return admitted;
  if (read.kind !== "ok") return unavailable(read);
  const matching = read.body.filter(
    (domain) =>
      isWithin(domain.name, within) &&
      (list.status === "all" || !isEnded(domain)) &&
      (list.domain === undefined || isOrIsUnder(domain.name, list.domain)),
  );
  const account = admitted.value.reference;
  const page = pageOf(
    matching,
    list,
    ({ name, id }): DomainListKey => ({ name, id }),
    (one, other) => compareText(one.name, other.name) || one.id - other.id,
  );
  const items = await withRestoreFees(context, page.items, account.currency);
  return { ok: true, value: { account, ...page, items } };
}

/** The account's domains. The renewal price is without the fees of grace and redemption. */
async function readDomains(
  context: WhmcsContext,
  query: Pick<ActorQuery, "accountId" | "requestId">,
): Promise<ApiOutcome<CustomerDomain[]>> {
  const read = await readDomainRecords(context, query);
  return read.kind === "ok" ? { kind: "ok", body: read.body.map(({ domain }) => domain) } : read;
}

/** A domain of an account, and what only the billing system itself needs of it. */
export interface DomainRecord {
  domain: CustomerDomain;
  /** The module of its registrar; null where it has none. */
  registrar: string | null;
}

/** As {@link readDomains}. @param only the name of one of them */
export async function readDomainRecords(
  { api }: WhmcsContext,
  { accountId, requestId }: Pick<ActorQuery, "accountId" | "requestId">,
  only?: string,
): Promise<ApiOutcome<DomainRecord[]>> {
  const read = await api.list(getClientsDomains, { clientid: accountId, domain: only }, { accountId, requestId });
  if (read.kind !== "ok") return read;
  const domains = read.body.flatMap((row) => {
    const status = domainStatusOf(row.status);
    if (status && row.domainname) return [{ domain: toDomain(row, row.domainname, status), registrar: row.registrar }];
    log("billing_row_unread", {
      request_id: requestId,
      account: accountId,
      action: getClientsDomains.name,
      row: row.id,
    });
    return [];
  });
  return { kind: "ok", body: withoutFormerRows(domains) };
}

/** A name that was ordered again has more than one row: what is over is left out where another row is not. */
function withoutFormerRows(rows: DomainRecord[]): DomainRecord[] {
  const held = new Set(rows.filter(({ domain }) => !isEnded(domain)).map(({ domain }) => domain.name));
  return rows.filter(({ domain }) => !isEnded(domain) || !held.has(domain.name));
}

/** Two statuses are given as they are stored or as people are shown them: `Grace Period (Expired)`. */
export function domainStatusOf(written: string): CustomerDomain["status"] | null {
  const plain = written
    .toLowerCase()
    .replace(/ period \(expired\)$/, "")
    .replaceAll(" ", "_");
  return DOMAIN_STATUSES.find((known) => known === plain) ?? null;
}

function isWithin(name: string, limit: ResourceLimit): boolean {
  switch (limit.kind) {
    case "account":
      return true;
    case "service":
      return false;
    case "domain":
      return name === limit.name;
  }
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

/** Renewal prices in grace and redemption with the fee of the extension; null where the extension takes none of that status. */
async function withRestoreFees(
  { facts }: WhmcsContext,
  domains: CustomerDomain[],
  currency: string,
): Promise<CustomerDomain[]> {
  if (!domains.some(({ status }) => status === "grace" || status === "redemption")) return domains;
  const feeOf = await facts.restoreFees(currency);
  return domains.map((domain) => {
    const { name, status, renewalPrice } = domain;
    if (renewalPrice === null || (status !== "grace" && status !== "redemption")) return domain;
    const fee = feeOf(name, status);
    return { ...domain, renewalPrice: fee === null ? null : renewalPrice + fee };
  });
}
