import { toUnicode } from "punycode/punycode.es6.js";
import { askBilling } from "../../../shared/ask-billing.ts";
import type {
  AccountResult,
  Asker,
  CustomerBilling,
  CustomerDomain,
  CustomerService,
  DomainKey,
  ManagedAccount,
  Page,
  Permission,
  Reach,
  ServiceKey,
} from "../../../shared/billing-customer.ts";

/** The billing system gets this long; a page waits for nothing else. */
export const BILLING_DEADLINE_MS = 8_000;
const PAGE = 100;
/** Names of one kind that are offered. */
const MOST_OFFERED = 500;

/** One service or domain name that a connection can be limited to. */
export interface LimitChoice {
  /** As the form sends it. */
  value: string;
  name: string;
}

export interface LimitChoices {
  domains: LimitChoice[];
  services: LimitChoice[];
  /** The account has more than are offered. */
  more: boolean;
}

type Lists = Pick<CustomerBilling, "listServices" | "listDomains">;

/** What a connection of an account can be limited to, as far as the login may see it; null without an answer. */
export async function limitChoices(
  billing: Lists,
  loginId: number,
  { id: accountId, permissions }: ManagedAccount,
): Promise<LimitChoices | null> {
  const list = { status: "active", reach: { kind: "account" }, limit: PAGE } as const;
  const ask = (permission: Permission) => question({ loginId, accountId }, permission);
  const [domains, services] = await Promise.all([
    permissions.includes("domains")
      ? everyPage((after: DomainKey | undefined) =>
          billing.listDomains(ask("domains"), { ...list, ...(after && { after }) }),
        )
      : NOTHING,
    permissions.includes("products")
      ? everyPage((after: ServiceKey | undefined) =>
          billing.listServices(ask("products"), { ...list, ...(after && { after }) }),
        )
      : NOTHING,
  ]);
  if (!domains || !services) return null;
  return {
    domains: domains.items.map(domainChoice),
    services: services.items.map(serviceChoice),
    more: domains.more || services.more,
  };
}

/** A limit that the account has, with what it is called. */
export type CheckedLimit =
  | { outcome: "inside"; limit: Reach; name: string | null }
  /** Not the account's, or not to be seen by the login; the same for both. */
  | { outcome: "outside" }
  | { outcome: "unavailable" };

/** Asks the billing system whether a limit is the account's: what a page offered proves nothing. */
export async function checkLimit(billing: Lists, asker: Asker, limit: Reach): Promise<CheckedLimit> {
  const list = { status: "all", limit: 1, reach: limit } as const;
  if (limit.kind === "account") return { outcome: "inside", limit, name: null };
  const result =
    limit.kind === "domain"
      ? await askBilling(() => billing.listDomains(question(asker, "domains"), list), BILLING_DEADLINE_MS)
      : await askBilling(() => billing.listServices(question(asker, "products"), list), BILLING_DEADLINE_MS);
  if (!result.ok) return { outcome: result.problem.code === "billing_unavailable" ? "unavailable" : "outside" };
  const [found] = result.value.items;
  if (!found) return { outcome: "outside" };
  return { outcome: "inside", limit, name: ("plan" in found ? serviceChoice(found) : domainChoice(found)).name };
}

/** Reads a form's `limit`: `all`, `service:<id>` or `domain:<name>`; null for anything else. */
export function readLimit(value: string | null): Reach | null {
  if (value === "all") return { kind: "account" };
  const [, kind, rest = ""] = /^(service|domain):(.{1,253})$/.exec(value ?? "") ?? [];
  if (kind === "service") return /^[1-9]\d{0,14}$/.test(rest) ? { kind: "service", id: Number(rest) } : null;
  return kind === "domain" && NAME.test(rest) ? { kind: "domain", name: rest } : null;
}

/** As the billing system gives names: A-label form, lower case. */
const NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const NOTHING = { items: [], more: false };

/** A list's pages one after the other, up to {@link MOST_OFFERED}. */
async function everyPage<Item, Key>(
  page: (after: Key | undefined) => Promise<AccountResult<Page<Item, Key>>>,
): Promise<{ items: Item[]; more: boolean } | null> {
  const items: Item[] = [];
  let after: Key | undefined;
  do {
    const result = await askBilling(() => page(after), BILLING_DEADLINE_MS);
    if (!result.ok) return result.problem.code === "billing_unavailable" ? null : NOTHING;
    items.push(...result.value.items);
    after = result.value.next ?? undefined;
  } while (after !== undefined && items.length < MOST_OFFERED);
  return { items, more: after !== undefined };
}

function question(asker: Asker, permission: Permission) {
  return { ...asker, permissions: [permission] };
}

function domainChoice({ name }: CustomerDomain): LimitChoice {
  return { value: `domain:${name}`, name: toUnicode(name) };
}

/** Several services can have one plan, and several one domain. */
function serviceChoice({ id, plan, domain }: CustomerService): LimitChoice {
  return { value: `service:${id}`, name: `${plan}, ${domain ? toUnicode(domain) : `no. ${id}`}` };
}
