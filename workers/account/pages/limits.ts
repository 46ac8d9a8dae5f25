import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { Permission, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type {
  AccountResult,
  ChosenAccount,
  ConsentItems,
  CustomerDomain,
  CustomerReads,
  CustomerService,
  DomainList,
  Page,
  ServiceList,
} from "../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { BILLING_DEADLINE_MS } from "../queries/account-queries.ts";

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

/** The result of checking a limit; `inside` with its name, null for a whole account, and the service that it is. */
export type CheckedLimit =
  | { outcome: "inside"; name: string | null; service?: CustomerService }
  /** Not of the account, or not visible to the login: told apart nowhere. */
  | { outcome: "outside" }
  | { outcome: "unavailable" };

/** The login whose lists are read: it sees what of an account it may. */
interface LimitActor {
  billing: Pick<CustomerReads, "listDomains" | "listServices" | "readService">;
  signedIn: Pick<SignedIn, "loginId">;
  requestId: string;
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
  // In one question each: a billing system may read a list whole for every page of it.
  const list = { status: "active", within, limit: MAX_OFFERED } as const;
  const { listDomains, listServices } = questionsOf(by, accountId);
  const [domainsRead, servicesRead] = await Promise.all([listDomains(list), listServices(list)]);
  const domains = offered(domainsRead);
  const services = offered(servicesRead);
  return domains && services && choicesOf({ domains, services });
}

/** What of an account a connection can be limited to. */
export function choicesOf({ domains, services }: Pick<ChosenAccount, "domains" | "services">): LimitChoices {
  return {
    domains: domains.items.map(domainChoice),
    services: services.items.map(serviceChoice),
    more: domains.more || services.more,
  };
}

/** Which domains and services a page offers as a limit. */
export const OFFERED_LIST = { status: "active", within: { kind: "account" }, limit: MAX_OFFERED } as const;

/** Compares a form's limit with what was read within it; that a form sends it proves nothing. */
export function limitIn(
  { domains, services }: Pick<ChosenAccount, "domains" | "services">,
  limit: ResourceLimit,
): CheckedLimit {
  switch (limit.kind) {
    case "account":
      return { outcome: "inside", name: null };
    case "domain":
      return insideOr(domains.items[0], domainChoice);
    case "service":
      return insideOr(services.items[0], serviceChoice);
  }
}

function insideOr<Item>(found: Item | undefined, choice: (item: Item) => LimitChoice): CheckedLimit {
  return found ? { outcome: "inside", name: choice(found).name } : { outcome: "outside" };
}

/** Asks the billing system whether a limit is of the account; that a form sends it proves nothing. */
export async function checkLimit(by: LimitActor, accountId: number, limit: ResourceLimit): Promise<CheckedLimit> {
  switch (limit.kind) {
    case "account":
      return { outcome: "inside", name: null };
    case "domain": {
      const read = await questionsOf(by, accountId).listDomains({ status: "all", limit: 1, within: limit });
      return checked(read, read.ok ? read.value.items[0] : undefined, domainChoice);
    }
    case "service": {
      const read = await questionsOf(by, accountId).readService(limit.id);
      const service = read.ok ? read.value.service : null;
      return { ...checked(read, service ?? undefined, serviceChoice), ...(service && { service }) };
    }
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

function checked<Item>(
  read: AccountResult<unknown>,
  found: Item | undefined,
  choice: (item: Item) => LimitChoice,
): CheckedLimit {
  if (found) return { outcome: "inside", name: choice(found).name };
  return { outcome: !read.ok && read.problem.code === "billing_unavailable" ? "unavailable" : "outside" };
}

/** What a list has to offer; nothing where the login may not see it, null where there was no answer. */
function offered<Item, Key>(read: AccountResult<Page<Item, Key>>): ConsentItems<Item> | null {
  if (!read.ok) return read.problem.code === "billing_unavailable" ? null : { items: [], more: false };
  return { items: read.value.items, more: read.value.next !== null };
}

/** The questions about an account, each with the permission that it needs. */
function questionsOf({ billing, signedIn, requestId }: LimitActor, accountId: number) {
  const actor = { loginId: signedIn.loginId, accountId, requestId };
  const query = (permission: Permission) => ({ ...actor, permissions: [permission] });
  return {
    listDomains: (list: DomainList) =>
      askBilling(() => billing.listDomains(query("domains"), list), BILLING_DEADLINE_MS, requestId),
    listServices: (list: ServiceList) =>
      askBilling(() => billing.listServices(query("products"), list), BILLING_DEADLINE_MS, requestId),
    readService: (id: number) =>
      askBilling(() => billing.readService(query("products"), id), BILLING_DEADLINE_MS, requestId),
  };
}

function domainChoice({ name }: CustomerDomain): LimitChoice {
  return { value: writeLimit({ kind: "domain", name }), name: readable(name) };
}

/** Named by plan and domain: neither alone is unique. */
function serviceChoice({ id, plan, domain }: CustomerService): LimitChoice {
  return { value: writeLimit({ kind: "service", id }), name: `${plan}, ${domain ? readable(domain) : `#${id}`}` };
}
