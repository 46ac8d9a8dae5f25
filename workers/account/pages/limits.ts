import type { Permission, ResourceLimit } from "../../../shared/billing-contract/actor.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type {
  AccountResult,
  CustomerBilling,
  CustomerDomain,
  CustomerService,
  DomainList,
  DomainListKey,
  Page,
  ServiceList,
  ServiceListKey,
} from "../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { BILLING_DEADLINE_MS } from "../queries/account-queries.ts";

const PAGE = 100;
const MAX_OFFERED = 500;

export interface LimitChoice {
  /** As the form sends it. */
  value: string;
  name: string;
}

export interface LimitChoices {
  domains: LimitChoice[];
  services: LimitChoice[];
  /** The account has more than these. */
  more: boolean;
}

/** The result of checking a limit; `inside` with its name, null for a whole account. */
export type CheckedLimit =
  | { outcome: "inside"; name: string | null }
  /** Not of the account, or not visible to the login: told apart nowhere. */
  | { outcome: "outside" }
  | { outcome: "unavailable" };

/** The login whose lists are read: it sees what of an account it may. */
interface LimitActor {
  billing: Pick<CustomerBilling, "listServices" | "listDomains">;
  signedIn: Pick<SignedIn, "loginId">;
  requestId?: string;
}

/**
 * The limits that a connection can have, as far as the login may see them; null if the billing system does not answer.
 * @param within the present limit
 */
export async function limitChoices(
  by: LimitActor,
  accountId: number,
  within: ResourceLimit,
): Promise<LimitChoices | null> {
  const list = { status: "active", within, limit: PAGE } as const;
  const { listDomains, listServices } = listsOf(by, accountId);
  const [domains, services] = await Promise.all([
    everyPage((after: DomainListKey | undefined) => listDomains({ ...list, ...(after && { after }) })),
    everyPage((after: ServiceListKey | undefined) => listServices({ ...list, ...(after && { after }) })),
  ]);
  if (!domains || !services) return null;
  return {
    domains: domains.items.map(domainChoice),
    services: services.items.map(serviceChoice),
    more: domains.more || services.more,
  };
}

/** Whether a service is within a limit; null if the billing system does not answer. */
export async function isServiceWithin(
  by: LimitActor,
  accountId: number,
  id: number,
  within: ResourceLimit,
): Promise<boolean | null> {
  // Services come by id: the first one after the id before it is this one, if it is within.
  const list = { status: "all", limit: 1, within, after: { id: id - 1 } } as const;
  const result = await listsOf(by, accountId).listServices(list);
  if (!result.ok) return result.problem.code === "billing_unavailable" ? null : false;
  return result.value.items[0]?.id === id;
}

/** Asks the billing system whether a limit is of the account; that a form sends it proves nothing. */
export async function checkLimit(by: LimitActor, accountId: number, limit: ResourceLimit): Promise<CheckedLimit> {
  const list = { status: "all", limit: 1, within: limit } as const;
  const { listDomains, listServices } = listsOf(by, accountId);
  switch (limit.kind) {
    case "account":
      return { outcome: "inside", name: null };
    case "domain":
      return firstName(await listDomains(list), domainChoice);
    case "service":
      return firstName(await listServices(list), serviceChoice);
  }
}

/** Reads a form's `limit`: `all`, `service:<id>` or `domain:<name>`; null for anything else. */
export function readLimit(value: string): ResourceLimit | null {
  if (value === "all") return { kind: "account" };
  const service = /^service:([1-9]\d{0,14})$/.exec(value)?.[1];
  if (service) return { kind: "service", id: Number(service) };
  if (!value.startsWith("domain:")) return null;
  const name = parseDomainName(value.slice("domain:".length));
  return "ascii" in name ? { kind: "domain", name: name.ascii } : null;
}

export function writeLimit(limit: ResourceLimit): string {
  switch (limit.kind) {
    case "account":
      return "all";
    case "service":
      return `service:${limit.id}`;
    case "domain":
      return `domain:${limit.name}`;
  }
}

/** A domain name in Unicode. */
export function readable(name: string): string {
  const parsed = parseDomainName(name);
  return "unicode" in parsed ? parsed.unicode : name;
}

function firstName<Item>(
  result: AccountResult<Page<Item, unknown>>,
  choice: (item: Item) => LimitChoice,
): CheckedLimit {
  if (!result.ok) return { outcome: result.problem.code === "billing_unavailable" ? "unavailable" : "outside" };
  const [found] = result.value.items;
  return found ? { outcome: "inside", name: choice(found).name } : { outcome: "outside" };
}

/** All pages of a list, up to {@link MAX_OFFERED} items; empty if the login may not see it. */
async function everyPage<Item, Key>(
  page: (after: Key | undefined) => Promise<AccountResult<Page<Item, Key>>>,
): Promise<{ items: Item[]; more: boolean } | null> {
  const items: Item[] = [];
  let after: Key | undefined;
  do {
    const result = await page(after);
    if (!result.ok) return result.problem.code === "billing_unavailable" ? null : { items: [], more: false };
    items.push(...result.value.items);
    after = result.value.next ?? undefined;
  } while (after !== undefined && items.length < MAX_OFFERED);
  return { items, more: after !== undefined };
}

/** The lists of an account, each with the permission that it needs. */
function listsOf({ billing, signedIn: { loginId }, requestId }: LimitActor, accountId: number) {
  const query = (permission: Permission) => ({ loginId, accountId, requestId, permissions: [permission] });
  return {
    listDomains: (list: DomainList) =>
      askBilling(() => billing.listDomains(query("domains"), list), BILLING_DEADLINE_MS, requestId),
    listServices: (list: ServiceList) =>
      askBilling(() => billing.listServices(query("products"), list), BILLING_DEADLINE_MS, requestId),
  };
}

function domainChoice({ name }: CustomerDomain): LimitChoice {
  return { value: writeLimit({ kind: "domain", name }), name: readable(name) };
}

/** Named by plan and domain: neither alone is unique. */
function serviceChoice({ id, plan, domain }: CustomerService): LimitChoice {
  return { value: writeLimit({ kind: "service", id }), name: `${plan}, ${domain ? readable(domain) : `#${id}`}` };
}
