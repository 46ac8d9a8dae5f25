import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type {
  ChosenAccount,
  ConsentFacts,
  ConsentQuery,
  CustomerReads,
  CustomerService,
} from "../../../shared/billing-contract/customer.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { SignedIn } from "../../../shared/pages/sign-in/session.ts";
import { BILLING_DEADLINE_MS } from "../queries/billing-answers.ts";

const MAX_OFFERED = 500;

/** What of an account a connection can be limited to. */
export type LimitChoices = Pick<ChosenAccount, "domains" | "services">;

/** The result of checking a limit; `inside` with its name, null for a whole account, and the service that it is. */
export type CheckedLimit =
  | { outcome: "inside"; name: string | null; service?: CustomerService }
  /** Not of the account, or not visible to the login: told apart nowhere. */
  | { outcome: "outside" }
  | { outcome: "unavailable" };

/** The login whose accounts are read: it sees what of an account it may. */
interface LimitActor {
  billing: Pick<CustomerReads, "readConsentFacts">;
  signedIn: Pick<SignedIn, "loginId">;
  requestId: string;
}

/** Which domains and services a page offers as a limit. */
export const OFFERED_LIST = { status: "active", within: { kind: "account" }, limit: MAX_OFFERED } as const;

/** What shows whether a limit is of an account: that a form sends it proves nothing. */
export function listOf(limit: ResourceLimit): Omit<ConsentQuery, "accountId"> {
  return { status: "all", within: limit, limit: 1 };
}

/** The accounts that a login manages, and what it may do and see on one of them. */
export function readConsentFacts(
  { billing, signedIn: { loginId }, requestId }: LimitActor,
  query: ConsentQuery,
): Promise<BillingResult<ConsentFacts>> {
  return askBilling(() => billing.readConsentFacts({ requestId, loginId }, query), BILLING_DEADLINE_MS, requestId);
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
  const facts = await readConsentFacts(by, { ...OFFERED_LIST, accountId, within });
  if (!facts.ok) return null;
  const { chosen } = facts.value;
  const nothing = { items: [], more: false };
  return chosen?.holding.id === accountId ? chosen : { domains: nothing, services: nothing };
}

/** The same, asked once for the connections of a page that have the same limit. */
export function rememberedChoices(by: LimitActor): ChoicesIn {
  const asked = new Map<string, Promise<LimitChoices | null>>();
  return (accountId, within) => {
    const key = `${accountId} ${writeLimit(within)}`;
    const choices = asked.get(key) ?? limitChoices(by, accountId, within);
    asked.set(key, choices);
    return choices;
  };
}

export type ChoicesIn = (accountId: number, within: ResourceLimit) => Promise<LimitChoices | null>;

/** Asks the billing system whether a limit is of the account. */
export async function checkLimit(by: LimitActor, accountId: number, limit: ResourceLimit): Promise<CheckedLimit> {
  const facts = await readConsentFacts(by, { ...listOf(limit), accountId });
  if (!facts.ok) return { outcome: "unavailable" };
  const { chosen } = facts.value;
  return chosen?.holding.id === accountId ? limitIn(chosen, limit) : { outcome: "outside" };
}

/** Compares a limit with what was read by {@link listOf} it. */
export function limitIn(
  { domains, services }: LimitChoices,
  limit: ResourceLimit,
): Exclude<CheckedLimit, { outcome: "unavailable" }> {
  const [domain] = domains.items;
  const [service] = services.items;
  switch (limit.kind) {
    case "account":
      return { outcome: "inside", name: null };
    case "domain":
      return domain ? { outcome: "inside", name: readable(domain.name) } : { outcome: "outside" };
    case "service":
      return service ? { outcome: "inside", name: serviceName(service), service } : { outcome: "outside" };
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

/** By plan and domain: neither alone is unique. */
export function serviceName({ id, plan, domain }: CustomerService): string {
  return `${plan}, ${domain ? readable(domain) : `#${id}`}`;
}
